import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Tasks of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/tasks') },
  globals: { person: 'foreman' },
})

/** Completing a task with open lines is asked about; the message undoes it. */
export const Complete = meta.story({
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(/Blocked by Set boxes, stage wall/)).toBeVisible()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Done: Install wireway in corridor B' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Complete this task?' }))
    await expect(dialog.getByText('2 lines are still open. Complete the task anyway?')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Complete anyway' }))
    const box = { name: 'Done: Install wireway in corridor B' }
    await waitFor(() => expect(canvas.getByRole('checkbox', box)).toBeChecked())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(canvas.getByRole('checkbox', box)).not.toBeChecked())
  },
})

/** A line is ticked with who and when; new ones are added below, as fast as one types and each once. */
export const Checklist = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Install wireway in corridor B/ }))
    const list = within(await canvas.findByRole('region', { name: 'Checklist' }))
    await userEvent.click(list.getByRole('checkbox', { name: 'Bonding jumpers' }))
    await waitFor(() => expect(list.getByText('4 of 5')).toBeVisible())
    await userEvent.click(list.getByRole('button', { name: 'Add a line' }))
    const line = list.getByRole('textbox', { name: 'New line' })
    await userEvent.type(line, 'Photos taken{Enter}{Enter}Lids on{Enter}Swept')
    await waitFor(() => expect(list.getByText('4 of 7')).toBeVisible())
    for (const name of ['Photos taken', 'Lids on'])
      await expect(list.getAllByRole('checkbox', { name })).toHaveLength(1)
    await expect(line).toHaveValue('Swept')
  },
})

/** The address of no task leads to Page Not Found. */
export const NoTask = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/tasks/999999') },
  play: async ({ canvas }) => void (await canvas.findByRole('heading', { name: 'Page Not Found' })),
})

/** The arrow keys move a task within its phase. */
export const Sort = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const first = await canvas.findByRole('button', { name: 'Move Install wireway in corridor B' })
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    const titles = () => canvas.getAllByRole('checkbox', { name: /^Done/ })
    await waitFor(() => expect(titles()[0]).toHaveAccessibleName('Done: Set boxes, stage wall'))
  },
})

/** Tasks are sorted by dragging as well. */
export const Drag = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const grip = await canvas.findByRole('button', { name: 'Move Install wireway in corridor B' })
    const below = canvas.getByRole('button', { name: 'Move Pull feeder HP-2' }).getBoundingClientRect()
    const titles = () => canvas.getAllByRole('button', { name: /^Move/ }).map((one) => one.getAttribute('aria-label'))
    const from = grip.getBoundingClientRect()
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: grip, coords: { x: from.x, y: from.y } },
      { target: document.body, coords: { x: below.x, y: below.bottom + 4 } },
      { keys: '[/MouseLeft]', target: document.body, coords: { x: below.x, y: below.bottom + 4 } },
    ])
    await waitFor(() => expect(titles().indexOf('Move Install wireway in corridor B')).toBe(2))
  },
})

export const Dark = meta.story({ tags: ['whole'], globals: { person: 'foreman', theme: 'dark' } })

export const Phone = meta.story({
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Pull feeder HP-2/ }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Pull feeder HP-2' })).toBeVisible())
  },
})

/** One's own tasks of all projects, by when they are due. */
export const Mine = meta.story({
  tags: ['whole'],
  parameters: { path: '/tasks' },
  globals: { person: 'employee', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    const late = within(await canvas.findByRole('region', { name: 'Late' }))
    await expect(late.getAllByText('Label homeruns LP-2')[0]).toBeVisible()
    await userEvent.click(late.getAllByRole('button', { name: 'Checklist of Label homeruns LP-2' })[0] as HTMLElement)
    await expect(late.getByRole('checkbox', { name: 'LP-2A' })).toBeVisible()
  },
})
