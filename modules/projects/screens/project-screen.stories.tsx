import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({ title: 'Screens/Project', component: App, parameters: { path: '/projects/1' } })
const heading = { name: 'Canyon Lakes Elementary', level: 1 }

/** What is known of a project, and who changed what. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', heading)).toBeVisible())
    await canvas.findByRole('list', { name: 'History' })
  },
})

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const PhoneDark = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' }, theme: 'dark' } })

/** A guest of the customer reads and changes nothing. */
export const CustomerGuest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', heading)).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Edit' })).toBeNull()
  },
})

/** For whom this project is not, it is not there. */
export const NotTheirs = meta.story({
  parameters: { path: '/projects/2' },
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This project no longer exists.')).toBeVisible())
  },
})

export const Archived = meta.story({
  parameters: { path: '/projects/9' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Archived')).toBeVisible())
  },
})

export const Failed = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects/1', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

/** Names are read from their own records: renamed there, renamed here. */
export const Renamed = meta.story({
  play: async ({ canvas, app }) => {
    await canvas.findByRole('heading', heading)
    const [users] = app ? app.services.registry.entities.filter(({ name }) => name === 'project') : []
    const project = await app?.http('/api/projects/1')
    if (users && project) app?.services.store.of(users).put([{ ...project, name: 'Canyon Lakes Middle' }], 'remote')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Canyon Lakes Middle' })).toBeVisible())
  },
})

export const More = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Archive' })).toBeVisible())
  },
})

export const Editing = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Edit Project' })
    await waitFor(() => expect(screen.getByText(/Documents are saved under this number/)).toBeVisible())
  },
})

export const EditingOnPhone = meta.story({ ...Editing.input, globals: { viewport: { value: 'phone' } } })

export const Deleting = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await choose(userEvent, 'Delete')
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeVisible())
  },
})
