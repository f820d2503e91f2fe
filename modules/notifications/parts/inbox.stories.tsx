import { choose } from '#ui/story.tsx'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

// The stories share a server, so what reads everything comes last.
const meta = preview.meta({
  title: 'Shell/Notifications',
  component: App,
  parameters: { path: '/' },
  globals: { person: 'manager' },
})
const bell = /^Notifications, \d+ unread$/

/** A notification leads to its record, and looking at the record reads what told of it. */
export const ReadByLooking = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Notifications, 3 unread' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    await userEvent.click(await dialog.findByRole('link', { name: /answered RFI 013/ }))
    await waitFor(() =>
      expect(canvas.getByRole('heading', { level: 1, name: 'Feeder route above stage' })).toBeVisible(),
    )
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible())
  },
})

/** On a phone the bell is in the bar with its number, and Refresh in the menu. */
export const Phone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('button', { name: 'Refresh' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Menu' }))
    await screen.findByRole('button', { name: 'Refresh' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    await screen.findByRole('dialog', { name: 'Notifications' })
  },
})

export const Dark = meta.story({
  ...Phone.input,
  tags: ['whole'],
  globals: { viewport: { value: 'phone' }, theme: 'dark' },
})

/** Done takes it off the list, and Undo brings it back; what is put off says until when. */
export const DoneAndLater = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    const name = 'More about Alex Winters answered RFI 012'
    const take = async (item: string) => {
      await userEvent.click(await dialog.findByRole('button', { name }))
      await choose(userEvent, item)
    }
    await take('Done')
    await waitFor(() => expect(dialog.queryByRole('button', { name })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await take('Tomorrow, 6:00 AM')
    await expect(await dialog.findByText(/^again .*6:00/)).toBeVisible()
    await take('Back to the list')
    await waitFor(() => expect(dialog.queryByText(/^again/)).toBeNull())
  },
})

/** A finger that draws a notification to the right is done with it, and one that draws it to the left mutes its job. */
export const Swiped = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    const find = () => dialog.findByRole('link', { name: /answered RFI 012/ })
    await swipe(await find(), -120)
    await screen.findByText(/^\d\d-\d{3} is muted until Monday\.$/)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    // Not far enough is nothing.
    await swipe(await find(), 60)
    await swipe(await find(), 120)
    await waitFor(() => expect(dialog.queryByRole('link', { name: /answered RFI 012/ })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await find()
  },
})

/** Draws what an element is in to the side, as a finger does. */
async function swipe(element: HTMLElement, by: number) {
  const row = element.parentElement ?? element
  // The browser knows no such finger.
  row.setPointerCapture = () => {}
  const { left, top } = element.getBoundingClientRect()
  const [x, y] = [left + 150, top + 20]
  const send = (name: string, clientX: number) =>
    element.dispatchEvent(
      new PointerEvent(name, { pointerType: 'touch', pointerId: 7, clientX, clientY: y, bubbles: true }),
    )
  send('pointerdown', x)
  send('pointermove', x + by / 2)
  send('pointermove', x + by)
  await expect(row).toHaveAttribute('data-swiped', by > 0 ? 'right' : 'left')
  send('pointerup', x + by)
  await expect(row).not.toHaveAttribute('data-swiped')
}

/** On a phone, what reaches one stands behind a button. */
export const WhatReachesOnPhone = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    await userEvent.click(dialog.getByRole('button', { name: 'What reaches you' }))
    await expect(await screen.findByRole('dialog', { name: 'What reaches you' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
    await expect(await dialog.findByRole('link', { name: /answered RFI 012/ })).toBeVisible()
  },
})

/** A person chooses by kind through what they hear of it; a job is muted from one of its notifications. */
export const WhatReaches = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'More about Alex Winters answered RFI 012' }))
    const mute = await screen.findByRole('menuitem', { name: /^Mute .+ until Monday$/ })
    await choose(userEvent, mute.textContent)
    const mail = await dialog.findByRole('checkbox', { name: 'Answers and mentions, by email' })
    await expect(mail).toBeChecked()
    await userEvent.click(mail)
    await waitFor(() => expect(mail).not.toBeChecked())
    await expect(dialog.getByRole('checkbox', { name: 'With you: RFIs, punch, tasks, in the app' })).toBeDisabled()
    await expect(await dialog.findByText(/^Muted until Mon/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: /^Hear of \d\d-\d{3}/ }))
    await expect(await dialog.findByText(/^None\./)).toBeVisible()
    await userEvent.click(mail)
    await waitFor(() => expect(mail).toBeChecked())
  },
})

/** A person sets quiet hours and the morning mail. */
export const WhenReaches = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog'))
    const quiet = await dialog.findByRole('checkbox', { name: /^Quiet hours/ })
    await expect(quiet).not.toBeChecked()
    await userEvent.click(quiet)
    const from = await dialog.findByRole('group', { name: 'Quiet from' })
    await expect(within(from).getByRole('spinbutton', { name: 'Hour' })).toHaveValue('8')
    const digest = dialog.getByRole('checkbox', { name: /^Mail what needs no answer together/ })
    await userEvent.click(digest)
    await waitFor(() => expect(digest).toBeChecked())
    await userEvent.click(quiet)
    await waitFor(() => expect(from).not.toBeInTheDocument())
    await userEvent.click(digest)
    await waitFor(() => expect(digest).not.toBeChecked())
  },
})

/** The bell counts what is unread; all of it can be read at once. */
export const ReadAll = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: bell }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    await expect((await dialog.findAllByRole('img', { name: 'Unread' })).length).toBe(3)
    await userEvent.click(dialog.getByRole('button', { name: 'Mark all read' }))
    await waitFor(() => expect(dialog.queryByRole('img', { name: 'Unread' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications', hidden: true })).toBeInTheDocument())
  },
})
