import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestMatches } from '#server/find/newest-matches.ts'
import { reindex } from '#server/db/schema.ts'
import { engines } from '../engines.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
interface Item {
  kind: string
  id: number
  title: string
  subtitle: string
  href: string | null
  project_id: number | null
  within: string | null
  state: string | null
}
interface Answer {
  items: Item[]
  counts: Record<string, { count: number; more: boolean }>
  similar: boolean
}

/** Words that records of many kinds have. */
const common = ['panel', 'light', 'school', 'electric', '26', 'the', 'ma', 'RFI 1']

describe.each(engines)('one search for everything on $engine (rule find)', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const people = new Map<Role, Client>()
  const as = (role: Role): Client => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const find = async (q: string, role: Role = 'admin', more = ''): Promise<Answer> => {
    const { status, data } = await as(role).get(`/api/search?q=${encodeURIComponent(q)}${more}`)
    expect(status).toBe(200)
    return data
  }
  const titles = ({ items }: Answer) => items.map(({ title }) => title)
  async function make(path: string, draft: object, role: Role = 'admin') {
    const { status, data } = await as(role).post(path, { confirmed: ['outside_project'], ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  let job: { id: number; name: string }
  let other: { id: number }
  let count = 0
  const rfi = async (title: string, more: object = {}, project = job.id) => {
    const { data: number } = await as('admin').get(`/api/projects/${project}/rfis/next_number`)
    return make(`/api/projects/${project}/rfis`, { title, question: 'Which one?', number, ...more })
  }

  const file = async (name: string, content: string) => {
    const { data: folder } = await as('admin').post(`/api/projects/${job.id}/folders`, { name: `Found ${++count}` })
    const { status } = await upload(as('admin'), `/api/projects/${job.id}/documents`, {
      file: [name, content],
      folder_id: String(folder.id),
    })
    expect(status).toBe(201)
  }

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
    const project = () =>
      make('/api/projects', { customer_id: 1, name: `Quarry Hall ${++count}`, number: `ZQ-07${count}` })
    job = await project()
    other = await project()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('finds records of every kind that says so, with its page, its job and its state', async () => {
    await make('/api/customers', { name: 'Zyzzo Millworks' })
    await make('/api/users', { name: 'Zyzzo Marlow', role: 'Architect', contact_type_id: 1, email: 'zm@example.test' })
    const asked = await rfi('Zyzzo above the stage')
    await make(`/api/rfis/${asked.id}/messages`, { content: 'The zyzzo is 40 mm too high.' })
    await make(`/api/projects/${job.id}/punch_items`, { title: 'Zyzzo scratched' })
    await make(`/api/projects/${job.id}/tasks`, { title: 'Order the zyzzo' })
    await make(`/api/projects/${job.id}/extra_work`, { title: 'Zyzzo moved', date: clock.day(0) })
    await make(`/api/projects/${job.id}/daily_logs`, { date: clock.day(0), work_performed: 'Zyzzo set on level 2.' })
    await make(`/api/projects/${job.id}/cost_codes`, { number: '90-10', name: 'Zyzzo work' })
    await file('zyzzo.txt', 'Deliver on Friday.')
    const { items, counts, similar } = await find('ZYZZÓ')
    const byKind = new Map(items.map((item) => [item.kind, item]))
    expect([...byKind.keys()].toSorted()).toEqual(
      'cost_code customer daily_log document extra_work message punch_item rfi task user'.split(' '),
    )
    expect(similar).toBe(false)
    expect(counts.rfi).toEqual({ count: 1, more: false })
    expect(byKind.get('rfi')).toEqual({
      kind: 'rfi',
      id: asked.id,
      title: `RFI 001: Zyzzo above the stage`,
      subtitle: `ZQ-071 ${job.name}`,
      href: `/rfis/${asked.id}`,
      project_id: job.id,
      within: `ZQ-071 ${job.name}`,
      state: null,
    })
    await as('admin').post(`/api/rfis/${asked.id}/send`, { assigned_id: 1 })
    expect((await find('zyzzo', 'admin', '&kinds[]=rfi')).items).toMatchObject([{ state: 'Open' }])
    // A message opens what it is about.
    expect(byKind.get('message')).toMatchObject({
      href: `/rfis/${asked.id}`,
      project_id: job.id,
      subtitle: expect.stringContaining('RFI 001: Zyzzo above the stage'),
    })
    expect(byKind.get('user')?.href).toBe('/directory?tab=all&search=Zyzzo+Marlow')
  })

  test('finds the whole of what was just written, and nothing that is gone', async () => {
    const made = await rfi('Quetzal lamps')
    expect(titles(await find('quetzal'))).toHaveLength(1)
    await as('admin').patch(`/api/rfis/${made.id}`, { ...made, title: 'Heron lamps' })
    expect(titles(await find('quetzal'))).toEqual([])
    expect(titles(await find('heron'))).toHaveLength(1)
    await as('admin').delete(`/api/rfis/${made.id}`)
    expect(titles(await find('heron'))).toEqual([])
  })

  test('ranks the number, the beginning of the title, words of it, and texts; then near jobs and what changed last', async () => {
    const texts = await rfi('Question one', { question: 'Is the ibex there?' })
    const within = await rfi('Minibexes there')
    const word = await rfi('The ibex')
    const far = await rfi('Ibex', {}, other.id)
    const begins = await rfi('Ibex first')
    const ids = async (more = '') => (await find('ibex', 'admin', more)).items.map(({ id }) => id)
    expect(await ids()).toEqual([begins.id, far.id, word.id, within.id, texts.id])
    expect(await ids(`&near[]=${other.id}`)).toEqual([far.id, begins.id, word.id, within.id, texts.id])
  })

  test('finds numbers as they are typed', async () => {
    expect((await find('ZQ-071')).items[0]).toMatchObject({ kind: 'project', id: job.id })
    expect((await find('zq071')).items[0]).toMatchObject({ kind: 'project', id: job.id })
    const { items } = await find('RFI 1', 'admin', `&near[]=${job.id}`)
    expect(items[0]).toMatchObject({ kind: 'rfi', project_id: job.id, title: expect.stringMatching(/^RFI 001: /) })
    expect(items.filter(({ kind, title }) => kind === 'rfi' && !title.startsWith('RFI 001'))).toEqual([])
    await rfi('Panel LP-7 trips')
    for (const typed of ['lp-7', 'LP7', 'Lp-7'])
      expect(
        titles(await find(typed)).filter((title) => title.includes('LP-7 trips')),
        typed,
      ).toHaveLength(1)
  })

  test('all words must be there, those of its job among them, whose name alone does not find what it has', async () => {
    const made = await rfi('Okapi route')
    expect(titles(await find('okapi quarry'))).toEqual([expect.stringContaining('Okapi route')])
    expect(titles(await find('quarry okapi route'))).toEqual([expect.stringContaining('Okapi route')])
    expect(titles(await find('okapi heron'))).toEqual([])
    expect((await find('quarry hall')).items.map(({ kind }) => kind)).not.toContain('rfi')
    await as('admin').delete(`/api/rfis/${made.id}`)
  })

  test.each([
    ['a letter too many', 'chamelleon'],
    ['a letter that is missing', 'chmeleon'],
    ['a wrong letter', 'chameloon'],
    ['two letters exchanged', 'chaemleon'],
    ['a first letter that is wrong', 'xhameleon'],
    ['a beginning, with an error', 'chamaleo'],
  ])('one typing error is forgiven: %s', async (_, typed) => {
    if (!(await find('chameleon')).items.length) await rfi('Chameleon paint')
    const answer = await find(typed)
    expect(titles(answer)).toEqual([expect.stringContaining('Chameleon paint')])
    expect(answer.similar).toBe(true)
  })

  test('two errors, one in three letters, and another number find nothing', async () => {
    await rfi('Gnu 5521')
    for (const typed of ['chamaloen', 'gmu', '5531']) expect(titles(await find(typed)), typed).toEqual([])
  })

  test('documents are found by what is in them', async () => {
    await file('install.txt', 'Torque the narwhal bolts.')
    await world.app.jobs.drain()
    expect((await find('narwhal bolts')).items).toMatchObject([{ kind: 'document', title: 'install.txt' }])
  })

  test('the newest texts with some parts are read in order, those far back too, and each once', async () => {
    const { database, catalog } = world.app.services
    const made: number[] = []
    for (let at = 0; at < 40; at++) {
      // A common part, and one that only the first and the last have, beyond what is read before the index is asked.
      const { id } = await make(`/api/projects/${job.id}/tasks`, { title: at % 39 ? 'Ocelot' : 'Ocelot quokka' })
      made.unshift(id)
    }
    const ctx = { catalog, db: database.kysely }
    const newest = (part: string, before: number | null) =>
      newestMatches(ctx, { table: 'tasks', id: 'id', either: [[part]] }, before, 2)
    const all: number[] = []
    for (let before: number | null = null, first = true; first || before !== null; first = false) {
      const { ids, last } = await newest('ocelot', before)
      all.push(...ids)
      before = last
    }
    expect(all).toEqual(made)
    const both = await newest('quokka', null)
    expect(both).toEqual({ ids: [made[0], made[39]], last: made[39] })
    expect(await newest('quokka', both.last)).toEqual({ ids: [], last: null })
    expect(await newest('numbat', null)).toEqual({ ids: [], last: null })
    if (catalog.dialect === 'sqlite') return
    // What nothing newer has, beyond all that PostgreSQL looks at before the index.
    const others = sql`search_key like '%ocelot%' and search_key not like '%quokka%'`
    await sql`update tasks set id = id + 5000 where ${others}`.execute(database.kysely)
    expect(await newest('quokka', null)).toEqual(both)
  })

  test('what was changed by other means is found again once the index is built anew', async () => {
    const { id } = await rfi('Axolotl tank')
    const { database, catalog } = world.app.services
    await sql`update rfis set search_key = ' ' where id = ${id}`.execute(database.kysely)
    expect(titles(await find('axolotl'))).toEqual([])
    await database.kysely.transaction().execute((db) => reindex(database, db, catalog.entities))
    expect(titles(await find('axolotl'))).toEqual([expect.stringContaining('Axolotl tank')])
  })

  test('kinds narrow it, more of them are told then, and an unknown one is refused', async () => {
    for (let at = 0; at < 8; at++) await rfi(`Wombat ${at}`)
    await make(`/api/projects/${job.id}/tasks`, { title: 'Wombat' })
    const all = await find('wombat')
    expect(all.items).toHaveLength(7)
    expect(all.counts).toEqual({ rfi: { count: 8, more: false }, task: { count: 1, more: false } })
    const some = await find('wombat', 'admin', '&kinds[]=rfi')
    expect(some.items).toHaveLength(8)
    expect(some.counts).toEqual({ rfi: { count: 8, more: false } })
    const refused = await as('admin').get('/api/search?q=a&kinds[]=session')
    expect(refused.status).toBe(422)
    expect(refused.data.errors.kinds).toEqual(['Kinds may not be “session”.'])
    expect((await find('')).items).toEqual([])
  })

  test('nobody finds what they may not see', async () => {
    await rfi('Secret lynx')
    await make(`/api/projects/${job.id}/daily_logs`, { date: clock.day(-1), work_performed: 'The lynx is in.' })
    expect((await find('lynx', 'manager')).items.map(({ kind }) => kind)).toEqual(['rfi', 'daily_log'])
    for (const role of ['customer', 'contact'] as const) expect((await find('lynx', role)).items, role).toEqual([])
    // What everybody finds by common words can be read one by one.
    const endpoints = new Map(
      world.app.services.catalog.entities.map(({ name, root, endpoint }) => [name, `/${root ?? endpoint}`]),
    )
    const displays = new Map(world.app.services.catalog.entities.map(({ name, display }) => [name, display]))
    const seen = new Set<string>()
    for (const role of roles)
      for (const q of isBrief ? ['panel', 'school', '26'] : common)
        for (const { kind, id, title, project_id } of (await find(q, role)).items) {
          const who = `${role} ${kind} ${id}`
          if (seen.has(who)) continue
          seen.add(who)
          const at = endpoints.get(kind)?.replace('{project_id}', String(project_id))
          const { status, data } = await as(role).get(`${at}/${id}`)
          expect(status, `${role}: ${title}`).toBe(200)
          // What is computed of a record is not asked for, and so may not be what it is called.
          expect(displays.get(kind)?.title(data)).toBe(title)
        }
    expect(seen.size).toBeGreaterThan(isBrief ? 50 : 100)
    const anonymous = await world.client().get('/api/search?q=panel')
    expect(anonymous.status).toBe(401)
  })

  test('what a common word finds for somebody who sees little is as much as their own lists have', async () => {
    const visible = (await as('customer').get('/api/punch_items')).data as { id: number; title: string }[]
    const [word] = visible.flatMap(({ title }) => title.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    const own = visible.filter(({ title }) => title.toLowerCase().includes(String(word)))
    const { items } = await find(String(word), 'customer', '&kinds[]=punch_item')
    expect(items.map(({ id }) => id).toSorted()).toEqual(expect.arrayContaining(own.map(({ id }) => id).toSorted()))
    expect(own.length).toBeGreaterThan(0)
  })
})
