import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { guardOf } from '#core/entity/entity.ts'
import { sha256 } from '#server/auth/crypto.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createClient, createTestWorld, type Client } from '../harness.ts'
import { endpointsOf, filled, marksIn, truthOf, type Truth } from '../security/endpoints.ts'
import { isBrief, someOf } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Link {
  readonly id: number
  readonly plain: string
  readonly user_id: number
}
const ENDED = 'This link has ended. Call Ray Ochoa for a new one.'
const UNKNOWN = 'There is no such link. Look whether its address is whole.'
const tokenOf = ({ plain }: Pick<Link, 'plain'>) => plain.split('/').at(-1) ?? ''
const idsOf = (data: readonly { id: number }[]) => data.map(({ id }) => id).sort((a, b) => a - b)

describe.each(enginesOfTier)('share links on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: World
  let office: Client
  let truth: Map<string, Truth[]>
  /** A job with sheets and folders. */
  let job: number
  const of = (entity: string) => (truth.get(entity) ?? []).filter((one) => one.project_id === job)
  const current = () => of('drawing_sheet').filter((one) => one.current_revision_id !== null)
  const folder = (): Truth => {
    const found = of('folder').find((one) => of('document').some(({ folder_id }) => folder_id === one.id))
    if (!found) throw new Error('The sample has no files.')
    return found
  }

  async function share(target: object, client: Client = office, to: object = { name: 'Jo Reyes' }): Promise<Link> {
    const path = `/api/projects/${job}/share_links/send`
    const { status, data } = await client.post(path, { until: clock.day(30), to: [to], ...target })
    expect([status, data]).toEqual([200, [expect.objectContaining({ plain: expect.any(String) })]])
    return data[0]
  }
  const drawings = (more: object = {}) => share({ what: 'drawings', ...more })
  async function open(link: Pick<Link, 'plain'>, client = createClient(world.app)) {
    const { status, data } = await client.post('/s/open', { token: tokenOf(link) })
    return { client, status, data, get: (path: string) => client.get(`/s/${data.link}/api${path}`) }
  }
  const opened = async (target: object) => open(await share(target))

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    office = await world.signIn('manager@plumbline.test')
    truth = await truthOf(world)
    job = Number(truth.get('drawing_sheet')?.[0]?.project_id)
  })
  afterAll(() => world.close())

  test('are told once, and kept as a hash in no record', async () => {
    const link = await drawings()
    expect(link.plain).toMatch(/\/s\/[0-9a-f]{32}$/)
    const { data } = await office.get(`/api/projects/${job}/share_links/${link.id}`)
    expect(data).toMatchObject({
      plain: null,
      title: 'Drawings',
      opens: 0,
      made_by_name: 'Ray Ochoa',
      user_name: 'Jo Reyes',
    })
    await world.app.jobs.drain()
    const stored = async (table: string) =>
      JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(world.app.services.database.kysely)).rows)
    const rest = await Promise.all(['share_links', 'events', 'idempotency_keys', 'jobs'].map(stored))
    for (const text of rest)
      for (const secret of [tokenOf(link), sha256(tokenOf(link))]) expect(text).not.toContain(secret)
    const secrets = await stored('share_secrets')
    expect([secrets.includes(tokenOf(link)), secrets.includes(sha256(tokenOf(link)))]).toEqual([false, true])
  })

  test('are mailed to who has an address, who becomes a contact without access, and whose mail is forgotten', async () => {
    world.mails.splice(0)
    const link = await share({ what: 'drawings' }, office, { email: 'Inspector@Benton.example' })
    await world.app.jobs.drain()
    const [mail] = world.mails
    expect(mail).toMatchObject({ to: 'inspector@benton.example', subject: expect.stringContaining('Drawings') })
    expect(mail?.text).toContain(link.plain)
    const { rows } = await sql<{ payload: string }>`select payload from jobs`.execute(
      world.app.services.database.kysely,
    )
    expect(rows.some(({ payload }) => payload.includes(tokenOf(link)))).toBe(false)
    const again = await share({ what: 'drawings' }, office, { email: 'inspector@benton.example' })
    expect(again.user_id).toBe(link.user_id)
    const admin = await world.signIn('admin@plumbline.test')
    const { data } = await admin.get(`/api/users/${link.user_id}`)
    expect(data).toMatchObject({ contact_type_name: 'Other', has_access: false })
    world.mails.splice(0)
    const nudged = await office.post(`/api/projects/${job}/share_links/${link.id}/nudge`)
    await world.app.jobs.drain()
    expect(world.mails[0]?.text).toContain(nudged.data.plain)
    expect((await open(nudged.data)).status).toBe(200)
    expect((await open(link)).status).toBe(200)
    const { data: told } = await admin.get('/api/security_events?kind=export')
    expect(told).toContainEqual(
      expect.objectContaining({
        event: 'share link made',
        detail: 'Drawings for inspector@benton.example',
        user_name: 'Ray Ochoa',
      }),
    )
  })

  test('are mailed by one person a hundred times an hour at most', async () => {
    const sender = await world.signIn('admin@plumbline.test')
    const link = await share({ what: 'drawings' }, sender, { email: 'many@benton.example' })
    const nudge = async () => (await sender.post(`/api/projects/${job}/share_links/${link.id}/nudge`)).status
    const statuses = []
    for (let times = 0; times < 100; times++) statuses.push(await nudge())
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([99, 429])
    await world.app.jobs.drain()
  })

  test('show the current sheets, in words that the page needs and no others', async () => {
    const { status, data, get } = await opened({ what: 'drawings' })
    expect(status).toBe(200)
    expect(Object.keys(data).sort()).toMatchInlineSnapshot(`
      [
        "answers",
        "as_of",
        "asks",
        "company",
        "confirmed_at",
        "kind",
        "link",
        "maker",
        "may_download",
        "noun",
        "phone",
        "project_name",
        "project_number",
        "recipient",
        "recipient_id",
        "since",
        "title",
        "until",
      ]
    `)
    const { data: sheets } = await get('/drawing_sheets')
    expect(idsOf(sheets)).toEqual(idsOf(current()))
    expect(Object.keys(sheets[0]).sort()).toMatchInlineSnapshot(`
      [
        "bytes",
        "created_at",
        "current_revision_id",
        "dated",
        "deleted_at",
        "discipline",
        "id",
        "number",
        "preview_state",
        "revised_at",
        "revision",
        "title",
        "updated_at",
      ]
    `)
    expect(sheets[0]).toMatchObject({ title: expect.stringMatching(/\w/), revision: expect.any(String) })
    const { data: revisions } = await get('/drawing_revisions')
    expect(idsOf(revisions)).toEqual(
      current()
        .map((one) => Number(one.current_revision_id))
        .sort((a, b) => a - b),
    )
    expect(Object.keys(revisions[0]).sort()).toMatchInlineSnapshot(`
      [
        "created_at",
        "deleted_at",
        "drawing_sheet_id",
        "id",
        "mime",
        "name",
        "preview_state",
        "revision",
        "size",
        "updated_at",
      ]
    `)
    const file = await get(`/drawing_revisions/${revisions[0].id}/file`)
    expect([file.status, file.headers.get('content-type'), file.headers.get('x-robots-tag')]).toEqual([
      200,
      'application/pdf',
      'noindex, nofollow',
    ])
    const old = of('drawing_revision').find((one) => one.superseded_at !== null)
    expect((await get(`/drawing_revisions/${old?.id}/file`)).status).toBe(404)
    expect((await get('/documents')).data).toEqual([])
  })

  test('of a discipline or a sheet show those alone', async () => {
    const discipline = current()[0]?.discipline
    const own = current().filter((one) => one.discipline === discipline)
    expect(own.length).toBeLessThan(current().length)
    const some = await opened({ what: 'drawings', discipline })
    expect(idsOf((await some.get('/drawing_sheets')).data)).toEqual(idsOf(own))
    const [one] = current()
    const single = await opened({ what: 'sheet', target_id: one?.id })
    expect(idsOf((await single.get('/drawing_sheets')).data)).toEqual([one?.id])
    expect(idsOf((await single.get('/drawing_revisions')).data)).toEqual([one?.current_revision_id])
    // What is asked for beside it is not searched.
    expect(idsOf((await single.get('/drawing_sheets?filter[number]=nothing&search=zzz&sort=sheet_key')).data)).toEqual([
      one?.id,
    ])
  })

  test('of a folder show it, what is below and its files, as far as who made it sees them', async () => {
    const root = folder()
    const { get } = await opened({ what: 'folder', target_id: root.id })
    const below = of('folder').filter(({ path }) => String(path).startsWith(String(root.path)))
    expect(idsOf((await get('/folders')).data)).toEqual(idsOf(below))
    const files = of('document').filter(
      (one) => below.some(({ id }) => id === one.folder_id) && one.archived_at === null,
    )
    const { data } = await get('/documents')
    expect(idsOf(data)).toEqual(idsOf(files))
    expect(Object.keys(data[0]).sort()).toMatchInlineSnapshot(`
      [
        "created_at",
        "deleted_at",
        "folder_id",
        "id",
        "mime",
        "name",
        "pages",
        "preview_state",
        "size",
        "updated_at",
        "version",
      ]
    `)
    expect(Object.keys((await get('/folders')).data[0]).sort()).toMatchInlineSnapshot(`
      [
        "created_at",
        "deleted_at",
        "id",
        "name",
        "parent_id",
        "sort",
        "updated_at",
      ]
    `)
    const file = await opened({ what: 'file', target_id: files[0]?.id })
    expect(idsOf((await file.get('/documents')).data)).toEqual([files[0]?.id])
    expect((await file.get('/folders')).data).toEqual([])
    expect((await file.get(`/documents/${files[0]?.id}/file`)).status).toBe(200)
  })

  test('reach nothing else of the catalog, by no verb and no way', async () => {
    const [sheet] = current()
    const { client, data } = await opened({ what: 'sheet', target_id: sheet?.id })
    const before = JSON.stringify([...(await truthOf(world))])
    const { catalog } = world.app.services
    const reached = catalog.entities.filter((entity) => catalog.serving(entity).granted).map(({ root }) => root)
    const shown = new RegExp(`^/(${reached.join('|')})(/\\d+(/(file|preview|thumb))?)?$`)
    const nobody = createClient(world.app)
    const endpoints = someOf(endpointsOf(world).filter(({ path }) => path.startsWith('/api/')))
    for (const { method, path, entity } of endpoints) {
      const known = entity && truth.get(entity.name)?.find((one) => one.project_id === job)
      const values = Object.fromEntries(
        marksIn(path).map((name) => [name, name === 'id' ? (known?.id ?? 1) : name === 'project_id' ? job : 1]),
      )
      const at = filled(path, values)
      // As the recipient of the link, with nothing but its cookie, at both doors.
      for (const door of [`/s/${data.link}${at}`, at]) {
        const { status } = await client.send(method, door, method === 'GET' ? undefined : {})
        const isShown = door.startsWith('/s/') && method === 'GET' && shown.test(at)
        if (isShown) continue
        // Outside of its own door it is a stranger.
        const stranger = door === at ? (await nobody.send(method, door, method === 'GET' ? undefined : {})).status : 404
        const refused = door === at ? stranger : expect.toBeOneOf([401, 403, 404, 405])
        expect([method, door, status]).toEqual([method, door, refused])
      }
    }
    expect(endpoints.length).toBeGreaterThan(isBrief ? 125 : 500)
    expect(JSON.stringify([...(await truthOf(world))])).toBe(before)
  })

  test('have no right to any verb, nor sight of any other row', async () => {
    const { catalog } = world.app.services
    const [sheet] = current()
    const { get } = await opened({ what: 'sheet', target_id: sheet?.id })
    const shown: Record<string, readonly unknown[]> = {
      drawing_sheet: [sheet?.id],
      drawing_revision: [sheet?.current_revision_id],
    }
    for (const entity of catalog.entities) {
      if (!catalog.serving(entity).granted) continue
      for (const { id } of truth.get(entity.name) ?? []) {
        const { status } = await get(`/${String(entity.root).replace('api/', '')}/${id}`)
        expect([entity.name, id, status]).toEqual([entity.name, id, shown[entity.name]?.includes(id) ? 200 : 404])
      }
    }
    const admin = (await world.app.accounts.byEmail('admin@plumbline.test'))?.user
    if (!admin) throw new Error('There is no administrator.')
    const grant = {
      link: 1,
      project_id: job,
      what: 'sheet',
      target_id: 1,
      discipline: null,
      may_download: true,
      maker: admin,
      target_type: null,
      whole: false,
      recipient_id: 1,
      reaches: new Set(catalog.entities.map(({ name }) => name)),
      reads: new Set<object>(),
      answers: new Set<string>(),
    }
    const verbs = ['create', 'edit', 'delete']
    for (const entity of catalog.entities)
      for (const verb of [...verbs, ...entity.actions, ...entity.collectionActions, ...entity.queries])
        expect([entity.name, verb, guardOf(entity, verb)({ ...admin, grant })]).toEqual([entity.name, verb, false])
  })

  test('stand beside each other and beside a session, and lend nothing to either', async () => {
    const [first, second] = current()
    const client = await world.signIn('employee@plumbline.test')
    const one = await open(await share({ what: 'sheet', target_id: first?.id }), client)
    const other = await open(await share({ what: 'sheet', target_id: second?.id }), client)
    expect(idsOf((await one.get('/drawing_sheets')).data)).toEqual([first?.id])
    expect(idsOf((await other.get('/drawing_sheets')).data)).toEqual([second?.id])
    expect((await client.get('/api/user')).data.email).toBe('employee@plumbline.test')
    const stranger = await open(await drawings())
    expect((await stranger.client.get(`/s/${one.data.link}/api/drawing_sheets`)).status).toBe(401)
    expect((await stranger.client.get(`/s/${stranger.data.link}/api/drawing_sheets`)).status).toBe(200)
    expect((await client.get(`/s/${stranger.data.link}/api/share`)).status).toBe(401)
    expect((await stranger.client.get('/api/user')).status).toBe(401)
  })

  test('download for who may alone', async () => {
    const { get } = await opened({ what: 'drawings', may_download: false })
    const id = current()[0]?.current_revision_id
    expect((await get(`/drawing_revisions/${id}/file?download`)).status).toBe(403)
    expect((await get(`/drawing_revisions/${id}/file`)).status).toBe(200)
  })

  test('end at once, in every process, and say then only whom to call', async () => {
    const link = await drawings()
    const here = await open(link)
    const elsewhere = await createTestWorld({ database: world.app.services.database, clock, sample: false })
    const there = createClient(elsewhere.app)
    for (const [name, value] of here.client.cookies) there.cookies.set(name, value)
    const at = `/s/${here.data.link}/api/drawing_sheets`
    expect((await there.get(at)).status).toBe(200)
    expect((await office.post(`/api/projects/${job}/share_links/${link.id}/end`)).status).toBe(200)
    expect([(await here.client.get(at)).status, (await there.get(at)).status]).toEqual([401, 401])
    const { status, data } = await open(link)
    expect([status, data]).toEqual([404, { message: ENDED, errors: {} }])
    const wrong = await open({ plain: `/s/${'0'.repeat(32)}` })
    expect([wrong.status, wrong.data]).toEqual([404, { message: UNKNOWN, errors: {} }])
    // Renewed, its address opens again.
    const renewed = await office.post(`/api/projects/${job}/share_links/${link.id}/renew`, { until: clock.day(3) })
    expect([renewed.status, renewed.data.ended_at]).toEqual([200, null])
    expect((await open(link)).status).toBe(200)
  })

  test('of one person are read across all jobs, by staff who sign in with a browser', async () => {
    const link = await drawings()
    const { data: me } = await office.get('/api/user')
    const { data: own } = await office.get(`/api/share_links?made_by_id=${me.id}`)
    expect(own.find(({ id }: Link) => id === link.id)).toMatchObject({
      project_id: job,
      title: 'Drawings',
      plain: null,
    })
    const { data: project } = await office.get(`/api/projects/${job}`)
    const { number, name } = project
    expect(own[0]).toMatchObject({ project_number: number, project_name: name })
    const guest = await world.signIn('customer@plumbline.test')
    expect((await guest.get('/api/share_links')).status).toBe(403)
    const { get } = await open(link)
    expect((await get('/share_links')).status).toBe(404)
  })

  test('show nothing that their maker does not see, and end with the maker’s account', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const person = { name: 'Nia Vance', email: 'nia@plumbline.test', role: 'project_manager' }
    const password = { password: 'nia knows her tools', password_confirmation: 'nia knows her tools' }
    const { data: nia } = await admin.post('/api/users', { ...person, ...password })
    const client = createClient(world.app)
    await client.signIn(person.email, password.password)
    const { get } = await open(await share({ what: 'drawings' }, client))
    expect((await get('/drawing_sheets')).data.length).toBeGreaterThan(0)
    const view = (may: boolean) =>
      admin.patch(`/api/users/${nia.id}`, { permission_overrides: { drawings: { view: may } } })
    await view(false)
    expect((await get('/drawing_sheets')).status).toBe(403)
    await view(true)
    expect((await get('/drawing_sheets')).data.length).toBeGreaterThan(0)
    await admin.post(`/api/users/${nia.id}/deactivate`)
    expect((await get('/drawing_sheets')).status).toBe(401)
  })

  test('are made by those who may share the thing, of jobs that they see', async () => {
    const draft = { until: clock.day(3), to: [{ name: 'Jo' }] }
    const targets = [{ what: 'drawings' }, { what: 'folder', target_id: folder().id }]
    for (const person of ['foreman', 'employee', 'customer', 'contact']) {
      const client = await world.signIn(`${person}@plumbline.test`)
      for (const target of targets)
        expect([
          person,
          (await client.post(`/api/projects/${job}/share_links/send`, { ...draft, ...target })).status,
        ]).toEqual([person, expect.toBeOneOf([403, 404])])
    }
    const send = (more: object) =>
      office.post(`/api/projects/${job}/share_links/send`, { ...draft, what: 'drawings', ...more })
    for (const [more, status] of [
      [{ until: clock.day(-1) }, 422],
      [{ until: clock.day(367) }, 422],
      [{ until: 'soon' }, 422],
      [{ to: [] }, 422],
      [{ to: [{}] }, 422],
      [{ to: [{ email: 'nobody' }] }, 422],
      [{ to: [{ user_id: 99999 }] }, 422],
      [{ what: 'rfi', target_id: 1 }, 422],
      [{ what: 'sheet', target_id: 99999 }, 403],
      [{ what: 'folder', target_id: null }, 403],
    ] as const)
      expect([more, (await send(more)).status]).toEqual([more, status])
  })

  test('count openings, remember what was new, and note what was confirmed', async () => {
    const link = await drawings({ asks: true })
    const { client, data } = await open(link)
    expect(data.since).toBeNull()
    await open(link, client)
    const state = async () => (await office.get(`/api/projects/${job}/share_links/${link.id}`)).data
    expect(await state()).toMatchObject({ opens: 1, seen_before: null, confirmed_at: null })
    clock.pass({ hours: 2 })
    const later = await open(link, client)
    expect(later.data.since).toBe(data.as_of)
    expect(await state()).toMatchObject({ opens: 2, opened_at: data.as_of })
    const confirm = (as_of: unknown) => client.post(`/s/${data.link}/api/share/confirm`, { as_of })
    expect((await confirm(new Date(clock.now().getTime() + 1000).toISOString())).status).toBe(422)
    expect((await confirm('yes')).status).toBe(422)
    expect((await confirm(later.data.as_of)).data.confirmed_at).toBe(later.data.as_of)
    const { changed_at, confirmed_at } = await state()
    expect(changed_at < confirmed_at).toBe(true)
    const foreign = await client.post(`/s/${data.link}/api/share/confirm`, {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    const { data: history } = await office.get(`/api/projects/${job}/share_links/${link.id}/history`)
    expect(JSON.stringify(history)).toContain('opened_at')
  })

  test('close with the day that they end on, the project, and the recipient', async () => {
    const here = createTestClock()
    const own = await createTestWorld({ database: await openSample(here) })
    onTestFinished(() => own.close())
    const manager = await own.signIn('manager@plumbline.test')
    const admin = await own.signIn('admin@plumbline.test')
    const make = async (days: number) =>
      (
        await manager.post(`/api/projects/${job}/share_links/send`, {
          what: 'drawings',
          until: here.day(days),
          to: [{ name: 'Lee' }],
        })
      ).data[0]
    const visit = async (link: Link) => {
      const client = createClient(own.app)
      const { data } = await client.post('/s/open', { token: tokenOf(link) })
      return async () => (await client.get(`/s/${data.link}/api/drawing_sheets`)).status
    }
    const [brief, left, long] = [await make(1), await make(30), await make(30)]
    const [first, second, third] = [await visit(brief), await visit(left), await visit(long)]
    expect((await admin.delete(`/api/users/${left.user_id}`)).status).toBe(204)
    expect(await second()).toBe(401)
    here.moveTo(here.day(1), '23:59')
    expect(await first()).toBe(200)
    here.pass({ minutes: 1 })
    expect(await first()).toBe(401)
    expect(await third()).toBe(200)
    const late = await own.signIn('admin@plumbline.test')
    const { data: brand } = await late.post('/api/projects', { name: 'New', number: '99-001', customer_id: 1 })
    const draft = { what: 'drawings', until: here.day(20), to: [{ name: 'Lee' }] }
    const gone = await visit((await late.post(`/api/projects/${brand.id}/share_links/send`, draft)).data[0])
    expect(await gone()).toBe(200)
    expect((await late.delete(`/api/projects/${brand.id}`)).status).toBe(204)
    expect(await gone()).toBe(401)
  })

  test('are guessed by nobody: right and wrong addresses are thirty a minute from one place', async () => {
    let address = '192.0.2.1'
    const own = await createTestWorld({
      database: world.app.services.database,
      clock,
      sample: false,
      addressOf: () => address,
    })
    const client = createClient(own.app)
    const link = await drawings()
    const open = (token: string) => client.post('/s/open', { token })
    for (let at = 0; at < 30; at++) expect((await open(at.toString(16).padStart(32, '0'))).status).toBe(404)
    expect((await open(tokenOf(link))).status).toBe(429)
    address = '192.0.2.2'
    expect((await open(tokenOf(link))).status).toBe(200)
  })
})
