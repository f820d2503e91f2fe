import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { placesOf } from '#server/resource/routes.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { createCast, people, type Cast, type Person, type TestWorld } from './cast.ts'
import { endpointsOf, filled, marksIn, truthOf, type Endpoint, type Truth } from './endpoints.ts'
import { ask, requestsTo } from './requests.ts'
import { hidden, sees } from './who-sees-what.ts'
import { isBrief, runs, someOf } from '../tier.ts'

/** An id that no record has. */
const NEVER = 888_888

/** The parameters that make a list complete. */
const whole: Record<string, string> = { project: 'status=all', rfi: 'view=all', user: 'status=all' }

/** The distinctive texts in a value, without dates, times of day and common words. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return value.length > 4 && !/^\d{4}-\d\d-\d\d|^\d\d:\d\d|^[a-z_]+$|^#/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

describe.each(enginesOfTier)('records of others on $engine', ({ openSample }) => {
  let world: TestWorld
  let cast: Cast
  let all: Map<string, Truth[]>
  let entities: readonly Entity[]
  let endpoints: Endpoint[]
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    cast = await createCast(world)
    entities = world.app.services.catalog.entities
    await plant()
    // What was planted is told to people by jobs.
    await world.app.settled()
    await world.app.jobs.drain()
    await world.app.settled()
    all = await truthOf(world)
    endpoints = endpointsOf(world)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  /** Adds what the sample company lacks: files on everything, and unsent RFIs assigned to guests. */
  async function plant() {
    const admin = cast.clientOf('admin')
    // Reading them makes them, for each person alone.
    for (const person of people) await cast.clientOf(person).get('/api/calendar_feeds')
    const contact = cast.userOf('contact')
    const customer = cast.userOf('customer')
    const { data: projects } = await admin.get('/api/projects')
    const theirs = projects.find((one: Truth) => one.customer_id === customer.customer_id)
    for (const { id, customer_id } of [...projects.slice(0, 3), theirs]) {
      const { data: rfi } = await admin.post(`/api/projects/${id}/rfis`, {
        number: 900 + id,
        title: `Unsent question ${id}`,
        question: `What of ${id}?`,
        assigned_id: contact.id,
        // RFIs are not shared with the guests of other customers.
        distributions: customer_id === customer.customer_id ? [{ user_id: customer.id }] : [],
        confirmed: ['outside_project'],
      })
      await upload(admin, `/api/rfis/${rfi.id}/attachments`, {
        file: ['a.jpg', jpeg()],
        caption: `Caption on ${rfi.id}`,
      })
      const { data: log } = await admin.post(`/api/projects/${id}/daily_logs`, {
        date: '2020-03-02',
        notes: `Aside ${id}`,
      })
      await admin.post(`/api/daily_logs/${log.id}/entries`, { type: 'note', body: `Issue of ${id}`, is_issue: true })
      await upload(admin, `/api/daily_logs/${log.id}/attachments`, {
        file: [`day ${id}.jpg`, jpeg()],
        caption: `Day on ${id}`,
      })
      if (id % 2) await admin.post(`/api/daily_logs/${log.id}/share`)
      await upload(admin, `/api/projects/${id}/attachments`, {
        file: [`site ${id}.jpg`, jpeg()],
        caption: `Wall of ${id}`,
      })
    }
    await admin.patch(`/api/users/${cast.userOf('employee').id}`, { employee_code: 'Payroll 77' })
    const { data: rfis } = await admin.get('/api/rfis?view=all')
    for (const { id, sent_at } of rfis.slice(0, 8)) {
      if (id % 2 && !sent_at) await admin.post(`/api/rfis/${id}/send`)
      const { data: said } = await admin.post(`/api/rfis/${id}/messages`, { content: `Said about ${id}` })
      await upload(admin, `/api/messages/${said.id}/attachments`, { file: [`said ${said.id}.jpg`, jpeg()] })
    }
  }

  const idsIn = (list: unknown) => (list as Truth[]).map(({ id }) => id).sort((a, b) => a - b)
  const seenBy = (person: Person, entity: Entity) =>
    (all.get(entity.name) ?? []).filter((one) => sees(cast.userOf(person), entity.name, one, all))

  interface Place {
    /** The path, with the ids of the record's parents. */
    readonly path: string
    readonly parents: readonly (readonly [entity: string, id: unknown])[]
  }

  /** The endpoints of a record: at each of its parents, and at the root. */
  const placesFor = (entity: Entity, one: Truth): Place[] => {
    const found = known.get(one) ?? findPlaces(entity, one)
    known.set(one, found)
    return found
  }
  const known = new Map<Truth, Place[]>()
  const findPlaces = (entity: Entity, one: Truth): Place[] =>
    placesOf(world.app.services, entity).flatMap(({ path }) => {
      const parentEntity = entities.find(
        ({ table }) => path.startsWith(`/api/${table}/:`) && /_type}/.test(entity.endpoint),
      )
      if (parentEntity && parentEntity.table !== (one.attachable_type ?? one.messageable_type)) return []
      const parents = marksIn(path).map((mark) => {
        const target = parentEntity?.name ?? (entity.fields as Fields)[mark]?.facts.ref?.entity ?? ''
        return [target, one[mark]] as const
      })
      return [{ path: filled(path, one), parents }]
    })
  const pathsOf = (entity: Entity, one: Truth) => placesFor(entity, one).map(({ path }) => path)
  const isSeen = (person: Person, [name, id]: readonly [string, unknown]) => {
    const parent = all.get(name)?.find((one) => one.id === id)
    return parent !== undefined && sees(cast.userOf(person), name, parent, all)
  }

  describe.each(people)('as %s', (person) => {
    test('lists contain exactly the records this person may see', async () => {
      const client = cast.clientOf(person)
      for (const entity of entities) {
        const mine = seenBy(person, entity)
        const there = new Map(
          (all.get(entity.name) ?? []).flatMap((one) => placesFor(entity, one).map((place) => [place.path, place])),
        )
        // Only every fourth nested endpoint is tested, with a rotating offset, since there are many similar ones.
        const places = [...there.values()].filter(
          ({ parents }, at) => !parents.length || at % 4 === people.indexOf(person) % 4,
        )
        for (const { path, parents } of places) {
          const { status, data } = await client.get(`${path}?${whole[entity.name] ?? ''}`)
          // An endpoint at an invisible parent does not exist for this person.
          const here = parents.every((parent) => isSeen(person, parent))
            ? mine.filter((one) => pathsOf(entity, one).includes(path))
            : []
          expect([path, status === 200 ? idsIn(data) : []]).toEqual([path, idsIn(here)])
          if (status !== 200 || parents.length) continue
          const paged: Truth[] = []
          for (let page = 1; page <= Math.max(1, Math.ceil(here.length / 500)); page++) {
            const { data } = await client.get(`${path}?${whole[entity.name] ?? ''}&page=${page}&per_page=500`)
            expect([path, data.total]).toEqual([path, here.length])
            paged.push(...data.data)
          }
          expect([path, idsIn(paged)]).toEqual([path, idsIn(here)])
        }
      }
    })
  })

  /** All requests that could reveal a record or its existence. */
  function waysTo(entity: Entity, path: string, one: Truth) {
    const at = `${path}/${one.id}`
    const own = Object.entries(one).filter(([, value]) => value !== null && typeof value !== 'object')
    const text = textsIn(one)[0] ?? String(one.id)
    const refs = entities.flatMap((other) =>
      Object.entries(other.fields as Fields).flatMap(([name, { facts }]) =>
        facts.ref?.entity === entity.name && !other.endpoint.includes('{')
          ? [
              ['POST', `/${other.endpoint}`, { [name]: one.id }] as const,
              ['POST', `/${other.endpoint}/store_many`, { data: [{ [name]: one.id }] }] as const,
            ]
          : [],
      ),
    )
    return {
      single: [
        ['GET', at],
        ['GET', `${at}/history`],
        ['GET', `${at}/file`],
        ['GET', `${at}/preview`],
        ['PATCH', at, {}],
        ['PUT', at, { name: 'Mine now' }],
        ['DELETE', at],
        ['POST', `${path}/store_many`, { data: [{ id: one.id, name: 'Mine now' }] }],
        ['POST', `${path}/store_many?dry_run=1`, { data: [{ id: one.id }] }],
        ...entity.actions.map((action) => ['POST', `${at}/${action}`, {}] as const),
        ...entity.attachable.flatMap((child) => [
          ['GET', `/api/${entity.table}/${one.id}/${child}s`] as const,
          ['POST', `/api/${entity.table}/${one.id}/${child}s`, { content: 'x' }] as const,
        ]),
        ...refs,
      ] as readonly (readonly [string, string, unknown?])[],
      lists: [
        `id[]=${one.id}`,
        `id=${one.id}`,
        `filters[id][]=${one.id}&id[]=${one.id}`,
        `search=${encodeURIComponent(text)}`,
        ...own.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`),
        ...own.map(([name]) => `sort_column=${name}&sort_direction=desc`),
      ].map((query) => `${path}?${whole[entity.name] ?? ''}&${query}`),
    }
  }

  test('no request reveals an invisible record or its existence', async () => {
    const unseen = people.flatMap((person) =>
      entities.flatMap((entity) => {
        const mine = new Set(seenBy(person, entity))
        return (all.get(entity.name) ?? []).flatMap((one) => (mine.has(one) ? [] : [{ person, entity, one }]))
      }),
    )
    expect(unseen.length).toBeGreaterThan(1000)
    const pick = fc.constantFrom(...unseen).chain(({ person, entity, one }) => {
      const ways = pathsOf(entity, one).map((path) => ({
        to: waysTo(entity, path, one),
        instead: waysTo(entity, path, { ...one, id: NEVER }),
      }))
      const single = ways.flatMap(({ to, instead }) => to.single.map((way, at) => ({ way, other: instead.single[at] })))
      const lists = ways.flatMap(({ to }) => to.lists)
      return fc.record({
        person: fc.constant(person),
        name: fc.constant(entity.name),
        one: fc.constant(one),
        single: fc.constantFrom(...single),
        list: fc.constantFrom(...lists),
      })
    })
    await fc.assert(
      fc.asyncProperty(pick, async ({ person, one, single, list }) => {
        const client = cast.clientOf(person)
        const [method, path, body] = single.way
        const told = await client.send(method, path, body)
        const [, never, nothing] = single.other ?? single.way
        const untold = await client.send(method, never, nothing)
        expect([told.status, told.data]).toEqual([untold.status, untold.data])
        const { status, data } = await client.get(list)
        // Of pages of drawings, the field's name asks for a page of the list.
        const rows: Truth[] = Array.isArray(data) ? data : data.data
        if (status === 200) expect(rows.map(({ id }) => id)).not.toContain(one.id)
      }),
      { numRuns: runs(300) },
    )
  })

  /** The texts that this person may not read anywhere; `words` are those that are in no text which they may read. */
  function secretsOf(person: Person): { secrets: Set<string>; words: string[] } {
    const who = cast.userOf(person)
    const told = new Set(textsIn(who))
    for (const entity of entities)
      for (const one of seenBy(person, entity)) {
        const not = hidden(who, entity.name)
        for (const [name, value] of Object.entries(one))
          if (!not.includes(name)) for (const text of textsIn(value)) told.add(text)
      }
    const secrets = new Set(
      [...all.values()]
        .flat()
        .flatMap(textsIn)
        .filter((text) => !told.has(text)),
    )
    const readable = [...told].join('\n')
    return { secrets, words: [...secrets].filter((text) => !readable.includes(text)) }
  }

  test.each(isBrief ? (['contact'] as const) : (['foreman', 'employee', 'customer', 'contact'] as const))(
    'whatever the %s asks, no answer holds a word of it',
    async (person) => {
      // Earlier persons may have written texts that are now visible.
      all = await truthOf(world)
      const { secrets, words } = secretsOf(person)
      const mine = new Map(entities.map((entity) => [entity.name, seenBy(person, entity)]))
      expect(secrets.size).toBeGreaterThan(5)
      const client = cast.clientOf(person)
      for (const { id } of mine.get('user') ?? []) {
        const { status, data } = await client.get(`/api/users/${id}/history`)
        expect([status, textsIn(data).filter((one) => secrets.has(one))]).toEqual([200, []])
      }
      const read = someOf(endpoints).filter(
        ({ method, entity }) =>
          entity && (method === 'GET' || (!isBrief && (person === 'customer' || person === 'contact'))),
      )
      for (const endpoint of read)
        await fc.assert(
          fc
            .asyncProperty(requestsTo(endpoint, all, mine), async (asked) => {
              const { status, text, headers } = await ask(client, asked)
              const json = text !== '' && headers.get('content-type')?.includes('json')
              const found = json && status < 300 ? textsIn(JSON.parse(text)) : words.filter((one) => text.includes(one))
              expect(found.filter((one) => secrets.has(one))).toEqual([])
            })
            .afterEach(() => (endpoint.method === 'GET' ? undefined : cast.restore())),
          { numRuns: runs(1) },
        )
    },
  )
})
