import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { type StoryApp } from '../../../.storybook/preview.tsx'
import { OutboxList } from './outbox-list.tsx'

const meta = preview.meta({ title: 'Blocks/Outbox', component: OutboxList, parameters: { path: '/' } })
const phone = { viewport: { value: 'phone' } }

interface Found {
  id: number
}
interface Use {
  use(...handlers: ReturnType<typeof http.all>[]): void
}

function entityNamed({ services }: StoryApp, name: string) {
  const entity = services.registry.entities.find((one) => one.name === name)
  if (!entity) throw new Error(`No module describes a "${name}".`)
  return entity
}

/** Lets requests to `path` fail until `there` is set. */
function cut(msw: Use, path: string) {
  const network = { there: false }
  msw.use(http.all(path, () => (network.there ? undefined : HttpResponse.error())))
  return network
}

/** Enters two people's time on the first project without a network. */
async function enterTime(app: StoryApp | undefined, msw: Use) {
  if (!app) throw new Error('A story of the outbox needs the app.')
  const network = cut(msw, '/api/time_entries/store_many')
  const project_id = await app.find('/projects', 'Canyon Lakes Elementary')
  const [code] = await app.http<Found[]>(`/api/projects/${project_id}/cost_codes`)
  const people = await app.http<Found[]>('/api/users?track_time=1')
  const drafts = people.slice(0, 2).map(({ id }, at) => ({
    user_id: id,
    project_id,
    cost_code_id: code?.id,
    date: '2020-02-04',
    hours: 8 - at,
    notes: at ? 'Left early' : null,
  }))
  await app.services.api(entityNamed(app, 'time_entry')).saveMany(drafts)
  return { ...app, network, project_id }
}

/** A waiting change is described by its entity. */
export const Waits = meta.story({
  beforeEach: async ({ app, msw }) => void (await enterTime(app, msw)),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Left early', { exact: false })).toBeVisible())
    await expect(canvas.getByText('Waiting')).toBeVisible()
  },
})

export const WaitsDark = meta.story({ ...Waits.input, tags: ['whole'], globals: { theme: 'dark' } })

/** A refused entry shows the server's message and can be edited, retried or discarded. */
export const NotAccepted = meta.story({
  async beforeEach({ app, msw }) {
    const { http: ask, services, network, project_id } = await enterTime(app, msw)
    await ask(`/api/projects/${project_id}/archive`, { method: 'POST' })
    network.there = true
    await services.writes.wake()
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This project is archived.')).toBeVisible())
    for (const name of ['Discard', 'Try again', 'Change'])
      await expect(canvas.getByRole('button', { name })).toBeVisible()
  },
})

export const NotAcceptedDark = meta.story({ ...NotAccepted.input, tags: ['whole'], globals: { theme: 'dark' } })
export const NotAcceptedOnPhone = meta.story({ ...NotAccepted.input, globals: phone })

/** Editing a refused entry opens its original dialog with the entered values and the errors. */
export const EditingRefused = meta.story({
  ...NotAccepted.input,
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Tue, Feb 4 Time Entry' }))
    await waitFor(() => expect(sheet.getByText('This project is archived.')).toBeVisible())
    await expect(sheet.getByDisplayValue('Left early')).toBeVisible()
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Time Entry/ })).toBeNull())
    await expect(canvas.getByText('Not accepted')).toBeVisible()
  },
})

/** After a conflict both versions are shown, and the user decides which one to keep. */
export const TwoVersions = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    if (!app) return
    const entity = entityNamed(app, 'time_entry')
    const [entry] = await app.http<(Found & { updated_at: string })[]>('/api/time_entries')
    if (!entry) throw new Error('The sample company has no time.')
    const network = cut(msw, '/api/time_entries/:id')
    const { id, updated_at } = entry
    await app.services.api(entity).saveMany([{ ...entry, id, updated_at, hours: 9, notes: 'With the drive' }])
    network.there = true
    await app.http(`/api/time_entries/${id}`, { method: 'PATCH', body: { hours: 7, notes: 'By the office' } })
    await app.services.writes.wake()
  },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByText('By the office', { exact: false })).toBeVisible())
    await expect(canvas.getByText('With the drive', { exact: false })).toBeVisible()
    await expect(canvas.getByText('As Dana Mercer left it:')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(canvas.getByText('Nothing is waiting to be sent.')).toBeVisible())
  },
})

export const TwoVersionsOnPhone = meta.story({
  ...TwoVersions.input,
  globals: phone,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('As Dana Mercer left it:')).toBeVisible())
  },
})

/** Discarding asks for confirmation. */
export const Discarding = meta.story({
  ...Waits.input,
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Discard' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard 2 entries?' }))
    await userEvent.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(canvas.getByText('Nothing is waiting to be sent.')).toBeVisible())
  },
})

/** Several records at once are named one by one. */
export const Several = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    if (!app) return
    cut(msw, '/api/customers/store_many')
    await app.services.api(entityNamed(app, 'customer')).saveMany([{ name: 'Acre' }, { name: 'Hectare' }])
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Add 2 customers')).toBeVisible())
    await expect(canvas.getByText('Hectare')).toBeVisible()
  },
})
