import { openDB } from 'idb'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { attachments } from '#modules/attachments/entities.ts'
import { customers, type Customer } from '#modules/customers/entities.ts'
import { dailyLogs, logEntries } from '#modules/daily-logs/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { picture } from './picture.fixture.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
const held = new Map<string, string>()
/** Answers a request instead of the server, or does something before it; undefined lets it through. */
let onRequest: (method: string, path: string, body: string) => Promise<Response | undefined> | undefined
/** What got through to the server and changes something, as `PATCH /api/…`. */
let sent: string[] = []
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `rounds test ${count++}`
  held.clear()
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
  onRequest = () => undefined
  sent = []
})
afterEach(() => indexedDB.deleteDatabase(database))

const network: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', body } = init
  const answer = await onRequest(method, String(input), typeof body === 'string' ? body : '')
  if (answer) return answer
  if (method !== 'GET' && world.network === 'on') sent.push(`${method} ${String(input)}`)
  return world.fetch(input, init)
}
async function tab(own: { patience?: number } = {}) {
  const entities = [customers, projects, attachments, dailyLogs, logEntries]
  const opened = await openTab({ fetch: network, database, held, entities, ...own })
  onTestFinished(() => opened.writes.dispose())
  return opened
}
type Tab = Awaited<ReturnType<typeof tab>>
/** A customer on the server and on this device. */
async function known({ store }: Tab, name: string): Promise<Customer> {
  const { id } = await world.ask<Customer>('/api/customers', 'POST', { name })
  const customer = await world.ask<Customer>(`/api/customers/${id}`)
  store.of(customers).put([customer])
  return customer
}
const failing = () => Promise.resolve(Response.json({ message: 'Server Error' }, { status: 500 }))
const photo = async () => new File([await picture()], 'site.jpg', { type: 'image/jpeg' })

test('while it is unknown what became of a change, later ones of that record wait, and others go', async () => {
  const one = await tab()
  const [acre, birch] = [await known(one, 'Acre'), await known(one, 'Birch')]
  world.network = 'off'
  await one.api(customers).save({ id: acre.id, name: 'Acre Two' })
  await one.api(customers).save({ id: acre.id, phone_number: '5095550123' })
  await one.api(customers).save({ id: birch.id, name: 'Birch Two' })
  world.network = 'on'
  onRequest = (method, _, body) => (method === 'PATCH' && body.includes('Acre Two') ? failing() : undefined)
  await one.writes.wake()
  expect(sent).toEqual([`PATCH /api/customers/${birch.id}`])
  expect(one.writes.items.value.map(({ drafts }) => drafts[0]?.id)).toEqual([acre.id, acre.id])
  onRequest = () => undefined
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  const saved = { name: 'Acre Two', phone_number: '15095550123' }
  expect(await world.ask(`/api/customers/${acre.id}`)).toMatchObject(saved)
})

test('files are sent after all other changes, since they take longest', async () => {
  const one = await tab()
  const [project] = await world.ask<{ id: number }[]>('/api/projects?status=active')
  world.network = 'off'
  const about = { attachable_type: 'projects', attachable_id: project?.id ?? 0 }
  await one.api(attachments, about).upload({ files: { file: await photo() } })
  await one.api(customers).save({ name: 'Acre' })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(sent).toEqual(['POST /api/customers', `POST /api/projects/${project?.id}/attachments`])
})

test('what is about a file goes in the same round as the file, though files come last', async () => {
  const one = await tab()
  const [{ id: customer_id } = { id: 0 }] = await world.named('')
  const draft = { customer_id, name: 'Logged', number: 'D-1' }
  const project = await world.ask<{ id: number }>('/api/projects', 'POST', draft)
  const date = runningClock.day(-1)
  const log = await world.ask<{ id: number }>(`/api/projects/${project.id}/daily_logs`, 'POST', { date })
  world.network = 'off'
  const about = { attachable_type: 'daily_logs', attachable_id: log.id }
  const added = await one.api(attachments, about).upload({ files: { file: await photo() } })
  const attachment_id = added.ok ? added.data.id : 0
  await one.api(logEntries, { daily_log_id: log.id }).save({ type: 'photo', attachment_id })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  const entries = await world.ask(`/api/daily_logs/${log.id}/entries`)
  expect(entries).toMatchObject([{ type: 'photo', attachment_id: one.writes.idOf(attachment_id) }])
})

test('a record that others keep changing is left to its person after some tries, not tried for ever', async () => {
  const one = await tab()
  const { id } = await known(one, 'Acre')
  world.network = 'off'
  await one.api(customers).save({ id, name: 'Mine' })
  world.network = 'on'
  let others = 0
  onRequest = async (method) => {
    if (method === 'PATCH' && others < 10)
      await world.ask(`/api/customers/${id}`, 'PATCH', { email: `theirs${++others}@acre.test` })
    return undefined
  }
  await one.writes.wake()
  expect(one.writes.items.value).toMatchObject([{ state: 'refused', refused: { status: 409 } }])
  expect(others).toBe(4)
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Acre', email: 'theirs4@acre.test' })
})

test('a round ends where nothing answers, and goes on with the same change', async () => {
  const one = await tab()
  world.network = 'off'
  for (const name of ['Acre', 'Birch']) await one.api(customers).save({ name })
  world.network = 'on'
  const tried: string[] = []
  onRequest = (method, _, body) => {
    if (method !== 'POST') return undefined
    tried.push(body)
    throw new TypeError('Failed to fetch')
  }
  await one.writes.wake()
  expect(tried).toEqual([expect.stringContaining('Acre')])
  onRequest = () => undefined
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect((await world.named('')).map(({ name }) => name)).toEqual(expect.arrayContaining(['Acre', 'Birch']))
})

test('a deletion is done where somebody else has deleted the record; on screen it says that it is gone', async () => {
  const one = await tab()
  const [acre, birch] = [await known(one, 'Acre'), await known(one, 'Birch')]
  for (const { id } of [acre, birch]) await world.ask(`/api/customers/${id}`, 'DELETE')
  expect(await one.api(customers).remove(birch.id)).toMatchObject({ ok: false, status: 404 })
  world.network = 'off'
  await one.api(customers).remove(acre.id)
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
})

test('what somebody else has created meanwhile gets what was written here', async () => {
  const one = await tab()
  const [{ id: customer_id } = { id: 0 }] = await world.named('')
  const draft = { customer_id, name: 'Logged', number: 'D-1' }
  const { id: project_id } = await world.ask<{ id: number }>('/api/projects', 'POST', draft)
  const date = runningClock.day(-1)
  world.network = 'off'
  const made = await one.api(dailyLogs, { project_id }).save({ date, work_performed: 'Rough-in.' })
  const path = `/api/projects/${project_id}/daily_logs`
  const theirs = await world.ask<{ id: number }>(path, 'POST', { date, delays: 'Rain.' })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(one.writes.idOf(made.ok ? made.data.id : 0)).toBe(theirs.id)
  const both = { work_performed: 'Rough-in.', delays: 'Rain.' }
  expect(await world.ask(`/api/daily_logs/${theirs.id}`)).toMatchObject(both)
})

test('what waits stays in sight while this device cannot be read', async () => {
  const one = await tab()
  world.network = 'off'
  await one.api(customers).save({ name: 'Acre' })
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('No.', 'InvalidStateError')
  })
  onTestFinished(() => read.mockRestore())
  await one.writes.wake()
  expect(read).toHaveBeenCalled()
  expect(one.writes.count()).toBe(1)
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre')).toHaveLength(1)
})

/** Keeps this device's database busy, so that nothing is read or written there until it is released. */
async function keepBusy() {
  const opened = await openDB(database, 2)
  const transaction = opened.transaction('items', 'readwrite')
  let isBusy = true
  const working = (async () => {
    while (isBusy) await transaction.store.count()
    await transaction.done
    opened.close()
  })()
  return async () => {
    isBusy = false
    await working
  }
}

test('what one person keeps is neither shown to the next one nor sent for them, even if it is stored late', async () => {
  const one = await tab()
  world.network = 'off'
  await one.api(customers).save({ name: 'Kept before' })
  const release = await keepBusy()
  onTestFinished(release)
  const late = one.api(customers).save({ name: 'Kept late' })
  await eventually(() => expect(world.asked.filter((asked) => asked === 'POST /api/customers')).toHaveLength(2))
  world.network = 'on'
  await world.signIn('office')
  await one.session.fetchUser({ force: true })
  expect(one.session.user.value?.email).toBe('office@plumbline.test')
  const shown = vi.fn<(drafts: unknown) => void>()
  onTestFinished(one.writes.items.subscribe((items) => shown(items.map(({ drafts }) => drafts))))
  sent = []
  await release()
  await late
  await one.writes.wake()
  expect(shown.mock.calls.flat(2)).toEqual([])
  expect(sent).toEqual([])
  await world.signIn('admin')
  await one.session.fetchUser({ force: true })
  await eventually(() => expect(sent).toHaveLength(2))
  await eventually(async () => expect(await world.named('Kept')).toHaveLength(2))
})
