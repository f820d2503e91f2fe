import { http } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview, { answeredWith, App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/System', component: App, parameters: { path: '/setup/system' } })

export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'System' })).toBeVisible())
    await expect(await canvas.findByText(/^SQLite, \d/)).toBeVisible()
    await expect(canvas.getByText('No job has failed.')).toBeVisible()
    await expect(canvas.getByText('No daily backups')).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

const troubled = [
  {
    id: 9,
    kind: 'mail',
    lane: 'mail',
    attempts: 12,
    error: 'Invalid login: 535 5.7.8 Username and password not accepted.',
    next_at: null,
    // The same day in Honolulu and in Auckland.
    failed_at: '2020-11-20T10:30:00.000Z',
  },
  {
    id: 12,
    kind: 'preview',
    lane: 'heavy',
    attempts: 2,
    error: 'connect ECONNREFUSED 10.0.0.4:9000',
    next_at: '2020-11-22T16:04:00.000Z',
    failed_at: null,
  },
]

/** Failed jobs with their reasons, mail that reaches nobody, a backup that is days old, a disk that is almost full, and a start after a crash. */
export const Trouble = meta.story({
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get(
        '/api/company_settings/system',
        answeredWith({
          troubled,
          mail: { sends: false, last_at: null },
          backups: { last: { at: '2020-11-01T16:00:00.000Z' } },
          started_again: { at: '2020-11-22T16:00:00.000Z', after: 'SIGKILL' },
          watches_memory: false,
          disk: { free_bytes: 1.5 * 2 ** 30, size_bytes: 50 * 2 ** 30 },
        }),
      ),
    ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(troubled[0]?.error ?? '')).toBeVisible()
    await expect(canvas.getByText('Nobody gets mail')).toBeVisible()
    await expect(canvas.getByText(/after it ended with SIGKILL$/)).toBeVisible()
    await expect(await canvas.findByText('From 6:00 AM, America/Los_Angeles')).toBeVisible()
    await expect(canvas.getByText('1.5 GB of 50.0 GB')).toBeVisible()
    await expect(canvas.getByText(/^This system does not tell memory/)).toBeVisible()
    await expect(canvas.getByText(/^Failed Nov 20/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try all again' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Try all again' })).toBeEnabled())
  },
})

export const TroubleOnPhone = meta.story({ ...Trouble.input, globals: { viewport: { value: 'phone' } } })
