import { ok } from '@oazapfts/runtime'
import * as api from './client.ts'

/** What a script has of where it runs, and for whom. */
interface At {
  readonly baseUrl: string
  /** Keeps cookies, as a browser does. */
  readonly fetch: typeof fetch
  cookie(name: string): string | undefined
  readonly email: string
  readonly password: string
  readonly today: string
}

/** Sends the anti-forgery token of the session that there is now. */
const takeToken = ({ cookie }: At) => {
  api.defaults.headers['X-XSRF-TOKEN'] = decodeURIComponent(cookie('XSRF-TOKEN') ?? '')
}

/** A day's work of a manager through a client that a generator has made: compiled against it, and run by openapi-client.test.ts. */
export async function work(at: At) {
  Object.assign(api.defaults, { baseUrl: at.baseUrl, fetch: at.fetch })
  await ok(api.sessionToken())
  takeToken(at)
  await ok(api.sessionSignIn({ email: at.email, password: at.password }))
  takeToken(at)
  const me = await ok(api.sessionUser())

  const customer = await ok(api.customersStore({ name: 'Port of Benton' }))
  const project = await ok(api.projectsStore({ customer_id: customer.id, name: 'Dock 7', number: '77-007' }))
  const code = await ok(api.projectsCostCodesStore(project.id, { number: '010', name: 'Mobilize' }))
  const entry = { user_id: me.id, date: at.today, project_id: project.id, cost_code_id: code.id, hours: 7.5 }
  const key = { idempotencyKey: 'dock-7-first-day' }
  const time = await ok(api.timeEntriesStore(entry, key))
  const again = await ok(api.timeEntriesStore(entry, key))

  const log = await ok(api.projectsDailyLogsStore(project.id, { date: at.today, work_performed: 'Set the panels.' }))
  const note = await ok(api.dailyLogsEntriesStore(log.id, { type: 'note', body: 'Windy' }))
  const changed = await ok(api.projectsDailyLogsUpdate(project.id, log.id, { delays: 'Crane late' }))

  const titles = ['Panel height', 'Conduit route', 'Lamp type']
  const rfis: number[] = []
  for (const title of titles) {
    const made = await ok(api.projectsRfisStore(project.id, { title, question: 'Which?' }))
    const sent = await ok(api.projectsRfisSend(project.id, made.id, {}))
    if (sent.sent_at !== null) rfis.push(sent.id)
  }
  const [first = 0] = rfis
  const reply = await ok(api.rfisMessagesStore(first, { content: '48 inches.' }))
  await ok(api.projectsRfisResolve(project.id, first, { official_id: reply.id }))

  const open: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const filters = { project_id: project.id, view: 'open' } as const
    const listed = await ok(api.rfisIndex({ page, perPage: 1, sortColumn: 'number', sortDirection: 'asc', filters }))
    if (!('last_page' in listed)) throw new Error('A page was asked for.')
    last = listed.last_page
    open.push(...listed.data.map(({ title }) => title))
  }

  const refused = await api.projectsRfisStore(project.id, { title: '', question: '' })
  const errors = refused.status === 422 && 'errors' in refused.data ? refused.data.errors : {}
  return {
    me: me.email,
    sameTime: time.id === again.id,
    hours: time.hours,
    note: note.type,
    delays: changed.delays,
    open,
    errors,
  }
}
