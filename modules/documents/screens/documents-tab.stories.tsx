import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Documents of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/documents') },
})

/** The tree beside the documents of all folders. */
export const List = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByText('Electrical permit.pdf')
  },
})

export const Dark = meta.story({ ...List.input, tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })

/** Guests without access to any folder see a message that says so. */
export const NothingShared = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No documents are shared with you yet.')).toBeVisible())
  },
})

const shown = (canvas: { getByRole: (role: 'list', options: { name: string }) => HTMLElement }) =>
  [...canvas.getByRole('list', { name: 'Documents' }).querySelectorAll('a bdi')].map(({ textContent }) => textContent)

/** A click on a column sorts by it, and a second one the other way round. */
export const Sorted = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Electrical permit.pdf')
    const byName = shown(canvas)
    await userEvent.click(canvas.getByRole('button', { name: 'Sort by name' }))
    await waitFor(() => expect(shown(canvas)).toEqual([...byName].reverse()))
    await expect(canvas.getByRole('button', { name: 'Sort by name' })).toHaveAttribute('aria-pressed', 'true')
  },
})

/** Marked documents are changed together; F2 renames the one with the focus. */
export const Marked = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    const permit = await canvas.findByText('Electrical permit.pdf')
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Mark Electrical permit.pdf' }))
    const bar = await canvas.findByRole('region', { name: 'Marked documents' })
    await expect(bar).toHaveTextContent('1 selected')
    await userEvent.click(within(bar).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(permit).not.toBeInTheDocument())
    await expect(canvas.queryByRole('region', { name: 'Marked documents' })).toBe(null)

    const [next] = canvas.getByRole('list', { name: 'Documents' }).querySelectorAll('a')
    next?.focus()
    await userEvent.keyboard('{F2}')
    await expect(await screen.findByRole('dialog', { name: 'Rename' })).toBeVisible()
  },
})
