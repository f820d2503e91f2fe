import { expect, waitFor, within } from 'storybook/test'
import preview, { App, runningClock } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/My account/Links',
  component: App,
  parameters: { path: '/account' },
})

/** The links that one made, of all jobs, are ended where one looks after one's account. */
export const Made = meta.story({
  globals: { person: 'manager' },
  async beforeEach({ app }) {
    const body = { what: 'drawings', until: runningClock.day(9), to: [{ name: 'Jo Reyes' }] }
    await app?.http('/api/projects/1/share_links/send', { method: 'POST', body })
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const links = within(await canvas.findByRole('region', { name: 'Links made' }))
    await expect(links.getByText('Jo Reyes')).toBeVisible()
    await expect(links.getByText(/ · Drawings$/)).toBeVisible()
    await userEvent.click(links.getByRole('button', { name: 'More for Jo Reyes' }))
    const page = within(canvasElement.ownerDocument.body)
    await userEvent.click(await page.findByRole('menuitem', { name: 'End link' }))
    await page.findByText('The link has ended.')
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Links made' })).toBeNull())
  },
})

export const MadePhone = meta.story({ ...Made.input, globals: { person: 'manager', viewport: { value: 'phone' } } })
