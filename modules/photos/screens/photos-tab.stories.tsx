import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at, type StoryApp } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Photos of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/photos') },
})

async function put(app: StoryApp, place: string, caption: string, taken_at: string) {
  const canvas = new OffscreenCanvas(320, 240)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.fillStyle = '#8a8f94'
  context.fillRect(0, 0, 320, 240)
  const body = new FormData()
  body.append('file', new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'a.jpg', { type: 'image/jpeg' }))
  body.append('caption', caption)
  body.append('taken_at', taken_at)
  await app.http(`${place}/attachments`, { method: 'POST', body })
}

/** By the day they were taken, newest first, whatever they are on. */
export const ByDay = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    if (!app) return
    const project = await app.find('/projects', 'Canyon Lakes Elementary')
    const [rfi] = await app.http<{ id: number }[]>(`/api/projects/${project}/rfis`)
    await put(app, `/api/projects/${project}`, 'Trench', '2099-01-05T20:00:00Z')
    await put(app, `/api/rfis/${rfi?.id}`, 'Pad', '2099-01-06T20:00:00Z')
  },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open Pad' })).toBeVisible())
    const days = canvas.getAllByRole('heading', { level: 2 }).map((one) => one.querySelector('b')?.textContent)
    await expect(days.slice(0, 2)).toEqual(['Tue, Jan 6', 'Mon, Jan 5'])
    await userEvent.click(canvas.getByRole('button', { name: 'Open Pad' }))
    await waitFor(() => expect(screen.getByText(/^1 of /)).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByText('Trench', { selector: 'p' })).toBeVisible())
  },
})

/** The search and the filters leave out other photos, in the viewer too. */
export const Narrowed = meta.story({
  tags: ['whole'],
  beforeEach: ByDay.input.beforeEach,
  play: async ({ canvas, userEvent }) => {
    // Only what was there can go.
    await canvas.findByRole('button', { name: 'Open Trench' })
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search photos' }), 'pad')
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Open Trench' })).toBeNull())
    await userEvent.click(await canvas.findByRole('button', { name: 'Open Pad' }))
    await waitFor(() => expect(screen.getByText('1 of 1')).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await userEvent.clear(canvas.getByRole('searchbox'))
    await userEvent.click(canvas.getByRole('button', { name: 'Filters' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(panel.getByRole('combobox', { name: 'On' }))
    await userEvent.click(await screen.findByRole('option', { name: /^RFI/ }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Open Trench' })).toBeNull())
    await expect(await canvas.findByRole('button', { name: 'Open Pad' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the filter On: RFI' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open Trench' })).toBeVisible())
  },
})

export const OnPhone = meta.story({
  beforeEach: ByDay.input.beforeEach,
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Open Trench' })).toBeVisible())
  },
})

/** Customers add nothing. */
export const Customer = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Canyon Lakes Elementary' })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add photos' })).toBeNull()
  },
})
