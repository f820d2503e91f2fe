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
