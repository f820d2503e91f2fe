import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { more, names, phone } from '../parts/story-steps.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes/Copy from defaults',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/cost_codes') },
})

/** Codes the project already has are checked and disabled; a category’s checkbox selects all its other codes. */
export const Copying = meta.story({
  tags: ['whole'],
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
  tags: ['whole'],
  globals: { theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await screen.findByRole('checkbox', { name: '120 Branch rough-in' })
  },
})

export const CopyingOnPhone = meta.story({ ...CopyingDark.input, globals: phone })

/** Copies all defaults into a project without codes. */
export const CopyingAll = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
  },
})

/** After a failed copy, trying again copies only what is missing, so there are no duplicates. */
export const CopyingResumed = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent, msw, app }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    // The categories and the first four codes are saved, but the server fails on the codes.
    msw.use(
      http.post(
        '/api/projects/:id/cost_codes/store_many',
        async ({ request }) => {
          const { data } = (await request.clone().json()) as { data: object[] }
          await app?.http(new URL(request.url).pathname, {
            method: 'POST',
            body: { data: data.slice(0, 4) },
          })
          return HttpResponse.json({}, { status: 500 })
        },
        { once: true },
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(screen.getByText(/Something went wrong/)).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /^Copy \d/ }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
    const id = await app?.find('/projects', 'Meadow Springs Elementary')
    const saved = await app?.http<unknown[]>(`/api/projects/${id}/cost_codes`)
    await expect(saved).toHaveLength(11)
  },
})

/** Without company defaults, the dialog explains who can add them. */
export const NoDefaults = meta.story({
  tags: ['whole'],
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
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/default_cost_codes', () => HttpResponse.error())),
  play: async ({ canvas, userEvent, msw }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await screen.findByText('This could not be loaded.')
    msw.resetHandlers()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('checkbox', { name: '120 Branch rough-in' })
  },
})

/** While searching, the "All" checkbox selects only the codes found. */
export const Searched = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search default cost codes' }), 'light')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 1 found' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copy 1' })).toBeEnabled())
  },
})
