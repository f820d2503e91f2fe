import { expect, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Drawings of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/drawings') },
})

/** The current sheets by discipline. */
export const Sheets = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: /^Electrical/, expanded: true })
    await canvas.findAllByRole('link', { name: 'E2.1 Level 1 power plan, revision 2' })
  },
})

/** A number finds its sheet, however it is written; as a list, sheets have columns. */
export const Found = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /^E2.1 Level 1 power plan/ })
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search sheets' }), 'e-2.1')
    await waitFor(() => expect(canvas.queryByRole('link', { name: /^E2.2/ })).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Show as a list' }))
    await expect(await canvas.findByRole('link', { name: 'E2.1 Level 1 power plan' })).toBeVisible()
    await expect(canvas.getByRole('columnheader', { name: /Revision/ })).toBeVisible()
    await userEvent.clear(canvas.getByRole('searchbox', { name: 'Search sheets' }))
  },
})

export const Phone = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const row = (await canvas.findByRole('link', { name: 'E2.1 Level 1 power plan' })).closest('[role=listitem]')
    await expect(row).toHaveTextContent(/Rev 2/)
  },
})

export const Dark = meta.story({ ...Sheets.input, tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })

/** Cards count what is pinned on their sheets; published sets are shown to guests by a switch. */
export const Shared = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    const plan = (await canvas.findAllByRole('link', { name: /E2.1 Level 1 power plan/ }))[0]
    const pins = () => plan?.querySelector('[aria-label=Pins]')?.parentElement?.textContent
    await waitFor(() => expect(pins()).toMatch(/^[1-9]\d*$/))
    await userEvent.click(canvas.getByText('Published sets'))
    const [set] = within(canvas.getByRole('list', { name: 'Published sets' })).getAllByRole('switch')
    if (!set) throw new Error('There is no published set.')
    const before = set.getAttribute('aria-checked')
    await userEvent.click(set)
    await waitFor(() => expect(set.getAttribute('aria-checked')).not.toBe(before))
  },
})
