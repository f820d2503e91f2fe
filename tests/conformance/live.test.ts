import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runningClock } from '../clock/clock.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { sameSample } from '../sample-files.ts'
import { isBrief } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Told {
  event: string
  channel: string
  model: Record<string, unknown>
  /** The names of the changed fields, for those who saw the record before. */
  changed: string[] | undefined
}

describe.each(rarerEnginesOfTier)('live events on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  let queries: string[] = []
  const listeners = new Map<string, Awaited<ReturnType<typeof listen>>>()

  /** Signs in and opens a socket that subscribes to these prefixes, as a browser does. */
  async function listen(mailbox: string, prefixes: readonly string[]) {
    const client = await world.signIn(`${mailbox}@plumbline.test`)
    const frames: { event: string; channel: string; data: string }[] = []
    const connection = world.app.hub.connect(
      { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    if (!connection) throw new Error('The hub refused the socket.')
    for (const prefix of prefixes) {
      const channel = `private-${prefix}.${client.user.id}`
      const { data } = await client.post('/broadcasting/auth', { socket_id: connection.id, channel_name: channel })
      await connection.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
    }
    return {
      ...client,
      socket: connection.id,
      close: () => connection.closed(),
      /** The events received since the last call. */
      heard: (): Told[] =>
        frames
          .splice(0)
          .filter(({ event }) => event === 'saved' || event === 'deleted')
          .map(({ event, channel, data }) => ({ event, channel, ...JSON.parse(data) })),
    }
  }
  const at = (mailbox: string) => {
    const listener = listeners.get(mailbox)
    if (!listener) throw new Error(`${mailbox} does not listen.`)
    return listener
  }
  /** The events received by each listener, without those who received none. */
  async function told(): Promise<Record<string, string[]>> {
    await world.app.settled()
    return Object.fromEntries(
      [...listeners].flatMap(([mailbox, { heard }]) => {
        const events = heard().map(({ event, model }) => `${event} ${model.id}`)
        return events.length ? [[mailbox, events]] : []
      }),
    )
  }

  beforeAll(async () => {
    const database = await openSample()
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        queries.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const kysely = database.kysely.withPlugin(counter)
    world = await createTestWorld({ database: sameSample(database, { ...database, kysely }) })
    admin = await world.signIn('admin@plumbline.test')
    for (const mailbox of ['office', 'foreman', 'employee', 'customer', 'contact'])
      listeners.set(mailbox, await listen(mailbox, ['projects', 'customers', 'users', 'phases']))
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const ownProject = async () =>
    (await admin.get(`/api/projects?customer_id=${at('customer').user.customer_id}`)).data[0]
  const otherCustomer = async () =>
    (await admin.get('/api/customers')).data.find(({ id }: { id: number }) => id !== at('customer').user.customer_id).id

  test('a saved customer is announced only to users who may view customers', async () => {
    const { data } = await admin.post('/api/customers', { name: 'Live Inc' })
    expect(await told()).toEqual({ office: [`saved ${data.id}`], foreman: [`saved ${data.id}`] })
    await admin.delete(`/api/customers/${data.id}`)
    expect(await told()).toEqual({ office: [`deleted ${data.id}`], foreman: [`deleted ${data.id}`] })
  })

  test('reference data is announced to everyone signed in', async () => {
    await admin.patch('/api/phases/1', { name: 'Underground works' })
    expect(Object.keys(await told()).sort()).toEqual(['contact', 'customer', 'employee', 'foreman', 'office'])
  })

  test('a time-off balance is announced to its person', async () => {
    const person = await listen('employee', ['time_off_balances'])
    const other = await listen('foreman', ['time_off_balances'])
    const draft = { user_id: person.user.id, date: runningClock.day(30), vacation_hours: 30 }
    const { data } = await admin.post('/api/time_off_balances', draft)
    await admin.patch(`/api/time_off_balances/${data.id}`, { vacation_hours: 24 })
    await world.app.settled()
    expect(person.heard().map(({ model }) => model.vacation_hours)).toEqual([30, 24])
    expect(other.heard()).toEqual([])
    person.close()
    other.close()
  })

  test('an event contains the record as GET returns it to that listener, without unreadable fields', async () => {
    const { id } = at('employee').user
    await admin.patch(`/api/users/${id}`, { employee_code: 'E777', short_name: 'Kim' })
    await world.app.settled()
    const [office] = at('office').heard()
    expect(office?.model).toEqual((await at('office').get(`/api/users/${id}`)).data)
    expect(office?.model).toMatchObject({ employee_code: 'E777' })
    const [own] = at('employee').heard()
    expect(own?.model).toEqual((await at('employee').get(`/api/users/${id}`)).data)
    expect(own?.model).not.toHaveProperty('employee_code')
    await told()
  })

  test('when a project moves to another customer, the guest receives a deletion', async () => {
    const project = await ownProject()
    await admin.patch(`/api/projects/${project.id}`, { customer_id: await otherCustomer() })
    const left = await told()
    expect(left.customer).toEqual([`deleted ${project.id}`])
    expect(left.office).toEqual([`saved ${project.id}`])
    await admin.patch(`/api/projects/${project.id}`, { name: 'Unseen name' })
    expect(await told()).not.toHaveProperty('customer')
    await admin.patch(`/api/projects/${project.id}`, { customer_id: project.customer_id })
    expect((await told()).customer).toEqual([`saved ${project.id}`])
  })

  test('someone removed from a team receives a deletion of the project with no more than its id and time', async () => {
    const [project] = (await at('contact').get('/api/projects')).data
    const lines: { user_id: number }[] = project.project_users
    const { id } = at('contact').user
    await admin.patch(`/api/projects/${project.id}`, { project_users: lines.filter(({ user_id }) => user_id !== id) })
    await world.app.settled()
    expect(at('contact').heard()).toEqual([
      {
        event: 'deleted',
        channel: `private-projects.${id}`,
        model: { id: project.id, updated_at: expect.any(String) },
        hidden: true,
      },
    ])
    await told()
    await admin.patch(`/api/projects/${project.id}`, { project_users: lines })
    expect((await told()).contact).toEqual([`saved ${project.id}`])
  })

  test('a guest receives no events of records they never saw', async () => {
    const { data } = await admin.post('/api/projects', { customer_id: await otherCustomer(), name: 'X', number: 'L-1' })
    await admin.patch(`/api/projects/${data.id}`, { name: 'Y' })
    await admin.post(`/api/projects/${data.id}/archive`)
    await admin.delete(`/api/projects/${data.id}`)
    const all = await told()
    expect(Object.keys(all).sort()).toEqual(['employee', 'foreman', 'office'])
    expect(all.office).toEqual(['saved', 'saved', 'saved', 'deleted'].map((event) => `${event} ${data.id}`))
  })

  test('creation, change and deletion of a record are announced in that order, for every writer', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, async (_, number) => {
        const { data } = await admin.post('/api/customers', { name: `Turn ${number}` })
        await admin.patch(`/api/customers/${data.id}`, { name: `Turned ${number}` })
        await admin.delete(`/api/customers/${data.id}`)
        return data.id
      }),
    )
    const { office = [] } = await told()
    for (const id of made)
      expect(office.filter((line) => line.endsWith(` ${id}`))).toEqual([`saved ${id}`, `saved ${id}`, `deleted ${id}`])
  })

  test('refused saves and saves without a change are not announced', async () => {
    const { data: customer } = await admin.get('/api/customers/2')
    await admin.patch('/api/customers/2', { name: '' })
    await admin.patch('/api/customers/2', { name: customer.name })
    await admin.post('/api/customers/store_many', { data: [{ name: 'Fine' }, { name: '' }] })
    await at('employee').patch('/api/customers/2', { name: 'Sly' })
    await admin.delete('/api/customers/1')
    expect(await told()).toEqual({})
  })

  test('a repetition with the same Idempotency-Key is not announced again', async () => {
    const key = { 'idempotency-key': 'live' }
    const { data } = await admin.post('/api/customers', { name: 'Once' }, key)
    await admin.post('/api/customers', { name: 'Once' }, key)
    expect((await told()).office).toEqual([`saved ${data.id}`])
  })

  test('store_many announces each record once, but not to the originating socket', async () => {
    const office = at('office')
    const { data } = await office.post(
      '/api/customers/store_many',
      { data: [{ name: 'One' }, { name: 'Two' }, { id: 2, name: 'Renamed' }] },
      { 'x-socket-id': office.socket },
    )
    const ids: number[] = data.map(({ id }: { id: number }) => id)
    expect(ids).toHaveLength(3)
    expect(await told()).toEqual({ foreman: ids.map((id) => `saved ${id}`) })
  })

  test('the sender hears everything else the save changed: what its answer does not contain', async () => {
    const project = await ownProject()
    const office = at('office')
    await told()
    const question = { title: 'Counted', question: 'How many?' }
    const sender = { 'x-socket-id': office.socket }
    const { data: rfi } = await office.post(`/api/projects/${project.id}/rfis`, question, sender)
    await world.app.settled()
    expect(office.heard()).toMatchObject([
      { event: 'saved', model: { id: project.id, open_rfis: project.open_rfis + 1 } },
    ])
    const listening = await listen('office', ['rfis', 'projects'])
    await admin.delete(`/api/projects/${project.id}/rfis/${rfi.id}`, { 'x-socket-id': listening.socket })
    await world.app.settled()
    expect(listening.heard()).toMatchObject([{ event: 'saved', model: { id: project.id } }])
    listening.close()
    await told()
  })

  test('who saw a record before is told which of its fields changed; who did not is not', async () => {
    const project = await ownProject()
    await told()
    await admin.patch(`/api/projects/${project.id}`, { name: 'Changed name', customer_id: await otherCustomer() })
    await world.app.settled()
    const [seen] = at('office').heard()
    expect(seen?.changed?.toSorted()).toEqual(['customer_id', 'name'])
    expect(at('customer').heard()).toMatchObject([{ event: 'deleted' }])
    await admin.patch(`/api/projects/${project.id}`, { customer_id: project.customer_id })
    await world.app.settled()
    const [back] = at('customer').heard()
    expect([back?.event, back?.changed]).toEqual(['saved', undefined])
    await told()
  })

  test('another socket of the sender receives the event', async () => {
    const second = await listen('office', ['customers'])
    await at('office').post('/api/customers', { name: 'Other tab' }, { 'x-socket-id': at('office').socket })
    await world.app.settled()
    expect(second.heard()).toHaveLength(1)
    expect(at('office').heard()).toEqual([])
    second.close()
    await told()
  })

  test('each listener of a project hears the count of punch items that this person sees', async () => {
    const project = await ownProject()
    const items = `/api/projects/${project.id}/punch_items`
    await told()
    const counted = async (act: () => Promise<unknown>) => {
      await act()
      await world.app.settled()
      const countOf = (mailbox: string) => {
        const last = at(mailbox)
          .heard()
          .findLast(({ model }) => model.id === project.id)
        return last?.model.open_punch_items
      }
      return ['office', 'employee', 'customer'].map(countOf)
    }
    const before = ['office', 'employee', 'customer'].map(
      async (mailbox) => (await at(mailbox).get(`/api/projects/${project.id}`)).data.open_punch_items,
    )
    const [office = 0, employee = 0, customer = 0] = await Promise.all(before)
    const { data: item } = await admin.post(items, { title: 'Counted' })
    expect(await counted(async () => {})).toEqual([office + 1, employee, customer + 1])
    const change = (draft: object) => counted(() => admin.patch(`${items}/${item.id}`, draft))
    expect(await change({ private: true })).toEqual([office + 1, employee, customer])
    expect(await change({ assigned_id: at('employee').user.id })).toEqual([office + 1, employee + 1, customer])
    expect(await counted(() => at('employee').post(`${items}/${item.id}/complete`))).toEqual([
      office,
      employee,
      customer,
    ])
    await told()
  })

  test('more listeners cost no further question, whatever their rules', async () => {
    const project = await ownProject()
    const asked = async () => {
      await told()
      queries = []
      await admin.patch(`/api/projects/${project.id}`, { name: `Named ${Math.random()}` })
      await world.app.settled()
      return queries.filter((text) => text.includes('"projects"')).length
    }
    const few = await asked()
    const more = [
      ...(await Promise.all(
        ['pat', 'sam', 'marisol', 'theo', 'aisha', 'nell'].map((who) => listen(who, ['projects'])),
      )),
      ...(await Promise.all([1, 2, 3, 4].map(() => listen('customer', ['projects'])))),
    ]
    // A question of the change before may come late. Were it one a listener, these would be ten and more.
    expect(await asked()).toBeLessThan(few + more.length / 2)
    for (const { heard } of more) expect(heard()).toHaveLength(1)
    for (const { close } of more) close()
    expect(few).toBeGreaterThan(1)
    // The rules among them are about the project alone, so none of them asks.
    expect(queries.filter((text) => text.includes('case when') && text.includes('"projects"'))).toEqual([])
  })

  test.runIf(!isBrief)('without listeners there are no queries', async () => {
    const quiet = await createTestWorld({ database: await openSample() })
    const lone = await quiet.signIn('admin@plumbline.test')
    expect((await lone.patch('/api/customers/2', { name: 'Quiet' })).status).toBe(200)
    await quiet.app.settled()
    expect(quiet.app.hub.listeners('customers')).toEqual([])
    expect(quiet.errors).toEqual([])
    await quiet.close()
  })

  test('a deactivated account receives no further events', async () => {
    const sam = await listen('sam', ['projects'])
    await admin.patch(`/api/users/${sam.user.id}`, { active: false })
    await world.app.settled()
    await admin.patch('/api/projects/2', { name: 'After Sam' })
    await world.app.settled()
    expect(sam.heard()).toEqual([])
    await told()
  })
})
