import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { more, names, phone } from '../parts/played.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes/Copy from defaults',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/cost_codes') },
})

/** What the project has already is ticked for good; a category’s box takes all the rest of it. */
export const Copying = meta.story({
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy from defaults' }))
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: '120 Branch rough-in' })).toBeDisabled())
    await userEvent.click(dialog.getByRole('checkbox', { name: '27 Low voltage' }))
    await expect(dialog.getByRole('checkbox', { name: /^All / })).toBePartiallyChecked()
    await userEvent.click(dialog.getByRole('button', { name: /^Copy \d/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(names()).toContain('Data'))
  },
})

export const CopyingDark = meta.story({
  globals: { theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await screen.findByRole('checkbox', { name: '120 Branch rough-in' })
  },
})

export const CopyingOnPhone = meta.story({ ...CopyingDark.input, globals: phone })

/** Everything, into a project that has nothing yet. */
export const CopyingAll = meta.story({
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
  },
})

/** Where a copy came to a halt, the next run goes on: what has arrived is not there twice. */
export const CopyingResumed = meta.story({
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent, msw, app }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    // The categories arrive and the codes do too, but nobody hears of the codes.
    msw.use(
      http.post(
        '/api/projects/:id/cost_codes/store_many',
        async ({ request }) => {
          const { data } = (await request.clone().json()) as { data: object[] }
          await app?.http(new URL(request.url).pathname, {
            method: 'POST',
            body: { data: data.slice(0, 4) },
          })
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(screen.getByText(/No connection/)).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /^Copy \d/ }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
    const id = await app?.find('/projects', 'Meadow Springs Elementary')
    const saved = await app?.http<unknown[]>(`/api/projects/${id}/cost_codes`)
    await expect(saved).toHaveLength(11)
  },
})

/** Where the company has no defaults, it says who makes them. */
export const NoDefaults = meta.story({
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/default_cost_codes', () => HttpResponse.json([])),
      http.get('/api/default_cost_code_categories', () => HttpResponse.json([])),
    ),
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await waitFor(() => expect(screen.getByText('No default cost codes.')).toBeVisible())
  },
})

export const Failed = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/default_cost_codes', () => HttpResponse.error())),
  play: async ({ canvas, userEvent, msw }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await screen.findByText('This could not be loaded.')
    msw.resetHandlers()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('checkbox', { name: '120 Branch rough-in' })
  },
})

/** A search narrows what the boxes for many stand for. */
export const Searched = meta.story({
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search default cost codes' }), 'light')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 1 found' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copy 1' })).toBeEnabled())
  },
})
