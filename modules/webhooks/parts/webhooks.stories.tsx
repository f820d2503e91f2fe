import { http, HttpResponse } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, runningClock } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

/** What programs are told of, whether they took it, and how one is added. */
const meta = preview.meta({ title: 'Screens/Setup/Webhooks', component: App, parameters: { path: '/setup/api' } })

const draft = {
  name: 'Sage connector',
  url: 'https://hooks.three-rivers.example/sage',
  events: ['rfi.*', 'task.saved'],
}
const body = '{"id":"evt_8Qm2","event":"rfi.resolve","record_id":13}'

const signature = `t=1795363960,v1=${'5f'.repeat(32)}`

/** The deliveries of a webhook: one that failed, among others that were taken. */
function deliveriesOf(webhook_id: number) {
  const at = runningClock.now().toISOString()
  return Array.from({ length: 12 }, (_, index) => {
    const failed = index === 2
    return {
      id: 100 - index,
      webhook_id,
      event_id: `evt_${index}`,
      event: index % 3 ? 'task.saved' : 'rfi.resolve',
      subject_type: 'rfi',
      subject_id: index,
      about: `RFI ${13 - index}`,
      changed_by_id: 1,
      state: failed ? 'failed' : 'done',
      tries: failed ? 10 : 1,
      next_at: null,
      tried_at: at,
      status: failed ? 503 : 200,
      ms: failed ? 5000 : 150 + 13 * index,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    }
  })
}

export const Deliveries = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    const made = await app?.http<{ id: number }>('/api/webhooks', { method: 'POST', body: draft })
    const data = deliveriesOf(made?.id ?? 0)
    const answered = { sent: body, headers: { 'X-Plumbline-Signature': signature }, answered: 'upstream timed out' }
    msw.use(
      http.get('/api/webhook_deliveries', () =>
        HttpResponse.json({ current_page: 1, last_page: 1, per_page: 30, total: data.length, data }),
      ),
      http.get('/api/webhook_deliveries/in_week', () =>
        HttpResponse.json([{ webhook_id: made?.id, tried: 412, failed: 3 }]),
      ),
      http.get('/api/webhook_deliveries/:id', ({ params }) =>
        HttpResponse.json({ ...data.find(({ id }) => id === Number(params.id)), ...answered }),
      ),
    )
  },
  play: async ({ canvas, userEvent }) => {
    const card = within(await canvas.findByRole('region', { name: 'Webhooks' }))
    await expect(await card.findByRole('img', { name: '12 last deliveries, 1 failed' })).toBeVisible()
    await expect(await card.findByText('412 in 7 days, 3 failed')).toBeVisible()
    const list = within(canvas.getByRole('region', { name: 'Last deliveries' }))
    await userEvent.click(list.getByRole('button', { name: /^Failed/ }))
    await expect(await list.findByText(body)).toBeVisible()
    await expect(list.getByText(`X-Plumbline-Signature: ${signature}`)).toBeVisible()
    await expect(list.getByText(/HTTP 503/)).toHaveTextContent('upstream timed out')
    await expect(list.getByText('Answered in 5.0 s')).toBeVisible()
    await expect(list.getByRole('button', { name: 'Send again' })).toBeEnabled()
  },
})

export const Dark = meta.story({ ...Deliveries.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Deliveries.input, globals: { viewport: { value: 'phone' } } })

/** One is added with chosen events, its secret is shown once; it is switched off and deleted. */
export const Adding = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add webhook' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Shop channel')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Address/ }), draft.url)
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Everything' }))
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Find events' }), 'rfi')
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'rfi.resolve' }))
    await waitFor(() => expect(dialog.queryByText('Customers')).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    const made = within(await canvas.findByRole('region', { name: /^The secret of/ }))
    await expect(made.getByText(/^whsec_[\w-]{43}$/)).toBeVisible()
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    const card = within(canvas.getByRole('region', { name: 'Webhooks' }))
    await expect(card.getByText('rfi.resolve')).toBeVisible()
    await userEvent.click(card.getByRole('switch', { name: 'Send to Shop channel' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Send a test' })).toBeDisabled())
    await userEvent.click(card.getByRole('button', { name: 'More about Shop channel' }))
    await choose(userEvent, 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(canvas.queryByText('Shop channel')).toBeNull())
  },
})
