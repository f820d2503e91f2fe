import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at, runningClock } from '../../../.storybook/preview.tsx'
import type { Handover } from '../entities.ts'

/** What is asked before a job is made into a package, and how far that is. */
const meta = preview.meta({
  title: 'Screens/Project/Closeout package',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary') },
})

const NOW = runningClock.now().toISOString()
const handover = (id: number, more: Partial<Handover>) => ({
  id,
  project_id: 1,
  title: `Package ${id}`,
  parts: null,
  state: 'waiting',
  error: null,
  done: 0,
  total: null,
  size: null,
  made_at: null,
  user_id: 1,
  user_name: 'Ana Reyes',
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
  ...more,
})

/** All parts are in it until somebody takes one out, and none without any. */
export const Asking = meta.story({
  play: async ({ canvas, userEvent, msw }) => {
    let sent: unknown
    msw.use(
      http.post('/api/projects/:id/handovers', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ message: 'A package of yours is being made.', errors: {} }, { status: 422 })
      }),
    )
    await userEvent.click(await canvas.findByLabelText('More'))
    await userEvent.click(await screen.findByText('Closeout package…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Closeout package' }))
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Cost codes' }))
    await userEvent.clear(dialog.getByRole('textbox', { name: /^Title/ }))
    await expect(dialog.getByRole('button', { name: 'Make package' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: /^Title/ }), 'For the owner')
    await userEvent.click(dialog.getByRole('button', { name: 'Make package' }))
    await waitFor(() => expect(sent).toMatchObject({ title: 'For the owner', logo: null }))
    await expect((sent as { parts: string[] }).parts).toContain('rfis')
    await expect((sent as { parts: string[] }).parts).not.toContain('cost_codes')
    const refusal = await screen.findByText('A package of yours is being made.')
    await waitFor(() => expect(refusal).toBeVisible())
  },
})

/** How far it is, what it has become, or why it was not made. */
export const States = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/projects/:id/handovers', ({ params }) =>
        HttpResponse.json(
          [
            handover(4, { state: 'making', done: 312, total: 1204 }),
            handover(3, { state: 'waiting' }),
            handover(2, { state: 'ready', size: 5_300_000, made_at: NOW }),
            handover(1, { state: 'failed', error: 'The disk is full.' }),
          ].map((one) => ({ ...one, project_id: Number(params.id) })),
        ),
      ),
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Being made: 312 of 1,204')).toBeVisible()
    await expect(canvas.getByRole('progressbar', { name: 'Making Package 4' })).toHaveAttribute('aria-valuenow', '26')
    await expect(canvas.getByText('Waiting for its turn')).toBeVisible()
    await expect(canvas.getByText('The disk is full.')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining('/api/handovers/2/file'),
    )
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
})

export const StatesDark = meta.story({ ...States.input, tags: ['whole'], globals: { theme: 'dark' } })

export const StatesOnPhone = meta.story({ ...States.input, globals: { viewport: { value: 'phone' } } })
