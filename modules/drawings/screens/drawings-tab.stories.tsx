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
    await canvas.findByRole('heading', { name: 'Electrical' })
    await canvas.findAllByRole('link', { name: 'E2.1 Level 1 power plan, revision 2' })
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
