import { http, HttpResponse } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview, { answeredWith, App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/System', component: App, parameters: { path: '/setup/system' } })

export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'System' })).toBeVisible())
    await expect(await canvas.findByText(/^SQLite, \d/)).toBeVisible()
    await expect(canvas.getByText('No job has failed.')).toBeVisible()
    await expect(canvas.getByText('No daily backups')).toBeVisible()
    await expect(canvas.getByText(/^A broken disk would take everything along/)).toBeVisible()
    await expect(canvas.getByText('A folder of the server')).toBeVisible()
    await expect(canvas.getByText(/^Reach this browser; \d+ connections?$/)).toBeVisible()
    await expect(canvas.getByText(/^\d+ (person|people) in \d+ browsers?$/)).toBeVisible()
    // Nobody gets what a browser's own server sends, so there is nothing to try.
    await expect(canvas.queryByRole('button', { name: 'Send a test' })).toBeNull()
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
          app_url: 'https://plumbline.example.com',
          way: { address: '10.0.0.1', unbelieved: '203.0.113.5' },
          file_store: { bucket: 'https://s3.example.com/plans', problem: 'connect ECONNREFUSED 10.0.0.4:9000' },
          ended: [{ kind: 'notification-text', done: 4, failed: 1 }],
          texts: true,
          disk: { free_bytes: 1.5 * 2 ** 30, size_bytes: 50 * 2 ** 30 },
        }),
      ),
    ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(troubled[0]?.error ?? '')).toBeVisible()
    await expect(canvas.getByText('Nobody gets mail')).toBeVisible()
    await expect(canvas.getByText(/Set SMTP_URL to your mail server/)).toBeVisible()
    await expect(canvas.getByText(/after the process before ended with SIGKILL/)).toBeVisible()
    await expect(
      canvas.getByText(/links in mails lead to https:\/\/plumbline\.example\.com\. Set APP_URL/),
    ).toBeVisible()
    await expect(canvas.getByText(/you are 203\.0\.113\.5.*TRUST_PROXY=1/)).toBeVisible()
    await expect(canvas.getByText(/^Files can be neither saved nor opened: connect ECONNREFUSED/)).toBeVisible()
    await expect(canvas.getByText('4 sent in 24 hours')).toBeVisible()
    await expect(canvas.getByText(/^1 could not be sent and was given up/)).toBeVisible()
    await expect(canvas.getByText(/^A day was missed/)).toBeVisible()
    await expect(canvas.getByText(/^Less than a tenth is free/)).toBeVisible()
    await expect(await canvas.findByText('From 6:00 AM, America/Los_Angeles')).toBeVisible()
    await expect(canvas.getByText('1.5 GB of 50.0 GB')).toBeVisible()
    await expect(canvas.getByText(/^This system does not tell memory/)).toBeVisible()
    await expect(canvas.getByText(/^Failed Nov 20/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try all again' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Try all again' })).toBeEnabled())
  },
})

export const TroubleOnPhone = meta.story({ ...Trouble.input, globals: { viewport: { value: 'phone' } } })

/** A test that is on its way, a backup that is being made, and a press on each that says what became of it. */
export const Trying = meta.story({
  tags: ['whole'],
  async beforeEach({ msw }) {
    const asked: string[] = []
    const told = (test: object | null) => ({
      mail: { sends: true, last_at: null, test },
      backups: { last: null, making: asked.includes('back_up') },
    })
    const note = (action: string) =>
      http.post(`/api/company_settings/${action}`, () => {
        asked.push(action)
        return HttpResponse.json([])
      })
    const at = '2020-11-22T16:00:00.000Z'
    const refused = { at, sent_at: null, error: '535 Authentication failed.' }
    msw.use(
      note('send_test_mail'),
      note('back_up'),
      http.get('/api/company_settings/system', (request) =>
        answeredWith(told(asked.includes('send_test_mail') ? refused : null))(request),
      ),
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test' }))
    await expect(await canvas.findByText('The mail server did not take it: 535 Authentication failed.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Back up now' }))
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: /Back up now$/ })).toHaveAttribute('aria-busy', 'true'),
    )
  },
})
