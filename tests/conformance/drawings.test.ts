import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#server/context/create-context.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { emptyPdf, endlessSet, lockedSet, scannedSet, setOf, sheetPage } from '../drawings.fixture.ts'
import { nameShared } from '#modules/drawings/server/drawings-server.ts'
import { MOST_MARKS } from '#modules/drawings/server/markups-server.ts'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'
import { sampleSqlite } from '../sample.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Page {
  id: number
  page: number
  number: string | null
  title: string | null
  revision: string | null
  state: string
  error: string | null
  width: number
  height: number
  drawing_sheet_id: number | null
}

const DECODER = '@jsquash/webp/codec/dec/webp_dec.wasm'

describe.each(enginesOfTier)('drawings on $engine', ({ openSample }) => {
  let world: World
  const clock = createTestClock()
  const people: Record<string, Client> = {}
  const names = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact']
  beforeAll(async () => {
    await initWebp({ wasmBinary: readFileSync(createRequire(import.meta.url).resolve(DECODER)) })
    world = await createTestWorld({
      database: await openSample(clock),
      previews: previewEngine(),
    })
    for (const name of names) people[name] = await world.signIn(`${name}@plumbline.test`)
  })
  afterAll(async () => {
    // That a file has no preview is logged with its reason.
    expect(world.errors.filter((error) => !String(error).includes('No preview of'))).toEqual([])
    await world.close()
  })

  const as = (name: string): Client => {
    const client = people[name]
    if (!client) throw new Error(`${name} is not signed in.`)
    return client
  }
  let count = 0
  const project = async (): Promise<number> => {
    const { data: customer } = await as('customer').get('/api/user')
    const { data: contact } = await as('contact').get('/api/user')
    const { status, data } = await as('admin').post('/api/projects', {
      name: `Tower ${++count}`,
      number: `D-${count}`,
      customer_id: customer.customer_id,
      project_users: [{ user_id: contact.id }],
    })
    expect(status).toBe(201)
    return data.id
  }
  const send = (id: number, bytes: Uint8Array<ArrayBuffer>, name = 'Bulletin 3.pdf', client = as('manager')) =>
    upload(client, `/api/projects/${id}/drawings`, { file: [name, bytes] })
  const put = async (id: number, bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<{ id: number }> => {
    const { status, data } = await send(id, bytes, name)
    expect([status, data.message]).toEqual([201, undefined])
    await world.app.jobs.drain()
    return data
  }
  const pagesOf = async ({ id }: { id: number }, client = as('manager')): Promise<Page[]> =>
    (await client.get(`/api/drawings/${id}/revisions`)).data
  const publish = async ({ id }: { id: number }, body: object = {}) => {
    const answer = await as('manager').post(`/api/drawings/${id}/publish`, body)
    await world.app.jobs.drain()
    return answer
  }

  test.runIf(!isBrief)('a set is read page by page, with what its title blocks say', async () => {
    const set = await put(
      await project(),
      setOf({ number: 'E2.1', title: 'LEVEL 1 POWER PLAN', revision: '3' }, { number: 'A-101' }),
    )
    const { data } = await as('manager').get(`/api/drawings/${set.id}`)
    expect(data).toMatchObject({ state: 'review', pages: 2, waiting: 0, unpublished: 2, name: 'Bulletin 3' })
    const [first, second] = await pagesOf(set)
    expect(first).toMatchObject({
      page: 1,
      number: 'E2.1',
      title: 'Level 1 power plan',
      revision: '3',
      dated: '2020-11-12',
      discipline: 'E',
      kind: 'vector',
      state: 'ready',
      width: 1224,
      height: 792,
      preview_state: 'ready',
    })
    expect(second).toMatchObject({ page: 2, number: 'A-101', discipline: 'A' })
    const at = `/api/drawing_revisions/${first?.id}`
    const file = await as('manager').get(`${at}/file`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    for (const path of ['preview', 'preview?size=1600', 'thumb'])
      expect((await as('manager').get(`${at}/${path}`)).headers.get('content-type')).toBe('image/webp')
  })

  test.runIf(!isBrief)(
    'who looks at a sheet hears once its picture is there, which the first one to look has drawn',
    async () => {
      const { data: sheets } = await as('manager').get('/api/projects/1/drawing_sheets')
      const sheet = sheets.find((one: { preview_state: string }) => one.preview_state === 'waiting')
      expect((await as('manager').get(`/api/drawing_revisions/${sheet.current_revision_id}/thumb`)).status).toBe(202)
      const { kysely } = world.app.services.database
      const told = async () =>
        (
          await sql`select 1 from events where subject_type = 'drawing_sheet' and subject_id = ${sheet.id}`.execute(
            kysely,
          )
        ).rows.length
      const before = await told()
      await world.app.jobs.drain()
      expect((await as('manager').get(`/api/drawing_sheets/${sheet.id}`)).data.preview_state).toBe('ready')
      expect(await told()).toBe(before + 1)
    },
  )

  test.runIf(!isBrief)(
    'a set is dated on the company’s day it came, or as was sent, and so are its pages',
    async () => {
      const job = await project()
      const undated = setOf({ number: 'E2.1', dated: '' })
      const today = clock.day()
      // In Greenwich it is the next day.
      clock.moveTo(today, '19:00')
      const evening = await put(job, undated)
      expect((await as('manager').get(`/api/drawings/${evening.id}`)).data.received_on).toBe(today)
      expect(await pagesOf(evening)).toMatchObject([{ dated: today }])
      const { data } = await upload(as('manager'), `/api/projects/${job}/drawings`, {
        file: ['Bulletin 4.pdf', undated],
        received_on: clock.day(-21),
      })
      expect(data.received_on).toBe(clock.day(-21))
    },
  )

  test('publishing makes sheets, supersedes earlier revisions and stamps their files', async () => {
    const job = await project()
    const first = await put(job, setOf({ number: 'E2.1', revision: '1' }, { number: 'E2.2', revision: '1' }))
    expect((await publish(first)).data).toMatchObject({ state: 'published' })
    const { data: sheets } = await as('foreman').get(`/api/projects/${job}/drawing_sheets`)
    expect(sheets.map((one: { number: string; revision: string }) => [one.number, one.revision])).toEqual([
      ['E2.1', '1'],
      ['E2.2', '1'],
    ])
    // Spaces and dashes do not make it another sheet.
    const second = await put(job, setOf({ number: 'E-2.1', revision: '2' }))
    await publish(second)
    const { data: sheet } = await as('foreman').get(`/api/drawing_sheets/${sheets[0].id}`)
    expect(sheet).toMatchObject({ number: 'E2.1', revision: '2' })
    const { data: history } = await as('foreman').get(`/api/drawing_sheets/${sheets[0].id}/revisions`)
    const old = history.find((one: Page) => one.revision === '1')
    expect(old).toMatchObject({ superseded_by: '2', stamped: '2' })
    const file = await as('foreman').get(`/api/drawing_revisions/${old.id}/file`)
    expect(file.status).toBe(200)
    expect(sheet.current_revision_id).not.toBe(old.id)
  })

  test.runIf(!isBrief)('what needs somebody stays a draft, and says why', async () => {
    const job = await project()
    await publish(await put(job, setOf({ number: 'E5.1', revision: '3' })))
    const set = await put(job, setOf({}, { number: 'E5.1', revision: '3' }, { number: 'E6.1' }, { number: 'E6.1' }))
    const [none, taken, fine, twice] = await pagesOf(set)
    const only = (page?: Page) => publish(set, { revision_ids: [page?.id] })
    expect(await only(none)).toMatchObject({ status: 422, data: { message: 'Sheet number is required.' } })
    expect(await only(taken)).toMatchObject({ status: 422, data: { message: 'Sheet E5.1 already has revision 3.' } })
    expect((await publish(set)).data).toMatchObject({ state: 'review' })
    const states = (await pagesOf(set)).map((page) => page.drawing_sheet_id !== null)
    expect(states).toEqual([false, false, true, false])
    expect(await only(twice)).toMatchObject({ data: { message: 'Sheet E6.1 already has revision 1.' } })
    // Corrected, they are published too.
    const correct = (page: Page | undefined, change: object) =>
      as('office').patch(`/api/drawing_revisions/${page?.id}`, change)
    expect((await correct(none, { number: ' ' })).data.errors).toEqual({ number: ['Sheet number is required.'] })
    expect((await correct(none, { number: 'S1.0' })).data).toMatchObject({ number: 'S1.0', discipline: 'S' })
    await correct(taken, { revision: '4' })
    await correct(twice, { number: 'E6.2' })
    expect((await publish(set)).data).toMatchObject({ state: 'published', unpublished: 0 })
    expect((await correct(fine, { number: 'X' })).status).toBe(403)
    expect((await as('admin').delete(`/api/drawings/${set.id}`)).status).toBe(403)
  })

  test.runIf(!isBrief)('a box around one number is read on every page of its size', async () => {
    const job = await project()
    const set = await put(job, setOf({ title: '12-A' }, { title: '13-A' }, { title: '14-A', width: 800 }))
    const [first] = await pagesOf(set)
    const box = { x: 0.85, y: 0.8, w: 0.1, h: 0.06 }
    const { status } = await as('office').post(`/api/drawings/${set.id}/use_box`, { box, revision_id: first?.id })
    expect(status).toBe(200)
    expect((await pagesOf(set)).map(({ number }) => number)).toEqual(['12-A', '13-A', null])
    const wrong = await as('office').post(`/api/drawings/${set.id}/use_box`, { box: { x: 'NaN' } })
    expect(wrong.status).toBe(422)
  })

  test('what is not published is seen by editors only, on every path', async () => {
    const job = await project()
    const set = await put(job, setOf({ number: 'E1' }))
    const [page] = await pagesOf(set)
    const paths = [
      `/api/drawings/${set.id}`,
      `/api/drawings/${set.id}/file`,
      `/api/drawings/${set.id}/revisions`,
      ...['', '/file', '/preview', '/thumb', '/history'].map((path) => `/api/drawing_revisions/${page?.id}${path}`),
    ]
    for (const path of paths) {
      expect([path, (await as('office').get(path)).status]).toEqual([path, 200])
      for (const name of ['foreman', 'employee', 'customer', 'contact'])
        expect([name, path, (await as(name).get(path)).status]).toEqual([name, path, 404])
    }
    const search = '/api/drawing_revisions?page=1&search=GENERAL'
    expect((await as('office').get(`${search}&project_id=${job}`)).data.total).toBe(1)
    expect((await as('foreman').get(`${search}&project_id=${job}`)).data.total).toBe(0)
    for (const name of ['foreman', 'employee', 'customer', 'contact'])
      expect((await send(job, setOf({ number: 'E1' }), 'x.pdf', as(name))).status).toBe(403)
  })

  test('guests see what is published and shared, and an older revision says by which it is superseded', async () => {
    const job = await project()
    const first = await put(job, setOf({ number: 'E1', revision: '1' }))
    expect(await as('manager').post(`/api/drawings/${first.id}/share`)).toMatchObject({ status: 422 })
    await publish(first)
    const list = async (name: string) => (await as(name).get(`/api/projects/${job}/drawing_sheets`)).data
    for (const guest of ['customer', 'contact']) expect(await list(guest)).toEqual([])
    await as('manager').post(`/api/drawings/${first.id}/share`)
    const second = await put(job, setOf({ number: 'E1', revision: '2', title: 'SECRET VAULT', dated: '11/20/20' }))
    await publish(second)
    const [told] = await list('foreman')
    expect(told).toMatchObject({ revision: '2', title: 'Secret vault', dated: '2020-11-20' })
    for (const guest of ['customer', 'contact']) {
      const [sheet] = await list(guest)
      // Of a newer revision that is not shared they learn nothing, neither by reading nor by searching.
      expect(sheet).toMatchObject({ number: 'E1', revision: '1', title: 'Level 1 plan', dated: '2020-11-12' })
      expect([sheet.drawing_id, told.drawing_id]).toEqual([first.id, second.id])
      const inSet = async (name: string, { id }: { id: number }) =>
        (await as(name).get(`/api/projects/${job}/drawing_sheets?drawing_id=${id}`)).data.length
      expect([await inSet(guest, first), await inSet(guest, second)]).toEqual([1, 0])
      expect([await inSet('foreman', first), await inSet('foreman', second)]).toEqual([0, 1])
      expect([sheet.bytes, sheet.revised_at]).not.toEqual([told.bytes, told.revised_at])
      expect((await as(guest).get(`/api/projects/${job}/drawing_sheets?search=secret`)).data).toEqual([])
      const { data } = await as(guest).get(`/api/drawing_sheets/${sheet.id}/revisions`)
      expect(data.map((one: { superseded_by: string }) => one.superseded_by)).toEqual(['2'])
      expect((await as(guest).get(`/api/drawing_revisions/${data[0].id}/file`)).status).toBe(200)
      expect(data.map(({ id }: Page) => id)).toEqual([sheet.current_revision_id])
      expect((await as(guest).get(`/api/drawing_revisions/${told.current_revision_id}`)).status).toBe(404)
    }
    const shown = async (name: string) => (await list(name)).map((one: { revision: string }) => one.revision)
    await as('manager').post(`/api/drawings/${second.id}/share`)
    expect(await shown('customer')).toEqual(['2'])
    await as('manager').post(`/api/drawings/${second.id}/unshare`)
    expect([await shown('customer'), await shown('manager')]).toEqual([['1'], ['2']])
    // Of an earlier version, which did not name the shared revision.
    const { kysely } = world.app.services.database
    await sql`update drawing_sheets set shared_revision_id = null`.execute(kysely)
    await nameShared(createContext(world.app.services, { user: world.app.services.system }))
    expect(await shown('customer')).toEqual(['1'])
    await as('manager').post(`/api/drawings/${first.id}/unshare`)
    for (const guest of ['customer', 'contact']) expect(await list(guest)).toEqual([])
  })

  test.runIf(!isBrief)('a page is as large as it is displayed: turned, cropped, in its own unit', async () => {
    const entries = ['/Rotate 90', '/CropBox [100 100 600 400]', '/UserUnit 4', '/Rotate 270 /CropBox [0 0 900 300]']
    const set = await put(await project(), setOf(...entries.map((one) => ({ entries: one }))))
    expect((await pagesOf(set)).map(({ width, height }) => [width, height])).toEqual([
      [792, 1224],
      [500, 300],
      [4896, 3168],
      [300, 900],
    ])
  })

  test.runIf(!isBrief)('a page that cannot be read fails alone, with its reason', async () => {
    const huge = sheetPage({ number: 'C1', width: 85_039 })
    const set = await put(await project(), vectorPdf([huge, sheetPage({ number: 'C2' })]))
    const [wide, fine] = await pagesOf(set)
    expect(wide).toMatchObject({ state: 'failed', error: 'This page is more than 200 inches long.' })
    expect(fine).toMatchObject({ state: 'ready', number: 'C2' })
    expect((await as('manager').get(`/api/drawings/${set.id}`)).data.state).toBe('review')
    expect((await as('manager').delete(`/api/drawing_revisions/${wide?.id}`)).status).toBe(204)
    expect((await publish(set)).data.state).toBe('published')
  })

  test.runIf(!isBrief).each([
    ['JBIG2', 0],
    ['JPX', 128],
  ] as const)('a scan in %s is a raster sheet with its picture', async (kind, dark) => {
    const set = await put(await project(), scannedSet(kind), 'E7.1 One-line.pdf')
    const [page] = await pagesOf(set)
    // It is called what its file is called, as there is nothing to read on it.
    expect(page).toMatchObject({ state: 'ready', kind: 'raster', number: 'E7.1', width: 640, preview_state: 'ready' })
    const thumb = await as('manager').fetch(`${BASE}/api/drawing_revisions/${page?.id}/thumb`)
    const { data, width, height } = await decodeWebp(await thumb.arrayBuffer())
    const [red = -1] = data.subarray(((height >> 1) * width + (width >> 1)) * 4)
    expect(Math.abs(red - dark)).toBeLessThan(10)
  })

  test.runIf(!isBrief)('sets that cannot be read say why', async () => {
    const job = await project()
    const bytes = setOf({ number: 'E1' })
    const stateOf = async ({ id }: { id: number }) => (await as('manager').get(`/api/drawings/${id}`)).data
    expect(await stateOf(await put(job, emptyPdf()))).toMatchObject({
      state: 'failed',
      error: 'This PDF has no pages.',
    })
    const broken = bytes.slice(0, 400)
    expect(await stateOf(await put(job, broken))).toMatchObject({ state: 'failed', error: 'This PDF is broken.' })
    const many = vectorPdf(Array.from({ length: 2001 }, () => ({ width: 100, height: 100, content: '' })))
    expect(await stateOf(await put(job, many))).toMatchObject({
      state: 'failed',
      error: 'A set has at most 2,000 pages.',
    })
    const text = await upload(as('manager'), `/api/projects/${job}/drawings`, { file: ['notes.txt', 'No drawing'] })
    expect(text).toMatchObject({ status: 422, data: { message: 'This file type is not allowed.' } })
  })

  test.runIf(!isBrief)('an encrypted set asks for its password once, and keeps none', async () => {
    const set = await put(await project(), lockedSet({ number: 'E1' }, 'gr0und & bond'))
    const at = `/api/drawings/${set.id}`
    const state = async () => (await as('manager').get(at)).data
    expect(await state()).toMatchObject({ state: 'failed', error: 'This PDF needs a password.' })
    const open = async (password: string) => {
      await as('manager').post(`${at}/unlock`, { password })
      await world.app.jobs.drain()
      return state()
    }
    expect(await open('guess')).toMatchObject({ state: 'failed', error: 'That password does not open this file.' })
    expect(await open('gr0und & bond')).toMatchObject({ state: 'review', error: null })
    expect((await pagesOf(set))[0]).toMatchObject({ number: 'E1', state: 'ready' })
    const { rows } = await sql<{ payload: string }>`select payload from jobs`.execute(
      world.app.services.database.kysely,
    )
    expect(rows.filter(({ payload }) => payload.includes('bond'))).toEqual([])
  })

  test.runIf(!isBrief)('a script in a set is neither run nor kept', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
    const set = await put(await project(), vectorPdf([sheetPage({ number: 'E1' })], script))
    const [page] = await pagesOf(set)
    const file = await as('manager').get(`/api/drawing_revisions/${page?.id}/file`)
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(String(file.data)).not.toContain('JavaScript')
  })

  /** A published sheet of a new project, with its revision. */
  const published = async () => {
    const job = await project()
    await publish(await put(job, setOf({ number: 'E1' })))
    const { data } = await as('manager').get(`/api/projects/${job}/drawing_sheets`)
    return { job, sheet: data[0].id as number, revision: data[0].current_revision_id as number }
  }

  test("markup is its author's alone until it is published, and editors then delete it", async () => {
    const { sheet, revision } = await published()
    const at = `/api/drawing_sheets/${sheet}/markups`
    const draft = { revision_id: revision, type: 'cloud', geometry: { x: 0.1, y: 0.2, w: 0.3, h: 0.1 } }
    const { status, data: mark } = await as('foreman').post(at, draft)
    expect([status, mark]).toMatchObject([201, { bbox: [0.1, 0.2, 0.4, 0.3], revision: '1', published_at: null }])
    const seen = async (name: string) => (await as(name).get(`/api/markups/${mark.id}`)).status
    for (const name of ['admin', 'manager', 'employee']) expect([name, await seen(name)]).toEqual([name, 404])
    expect((await as('foreman').post(`/api/markups/${mark.id}/publish`)).data.published_at).not.toBeNull()
    for (const name of ['admin', 'manager', 'employee']) expect([name, await seen(name)]).toEqual([name, 200])
    expect((await as('manager').patch(`/api/markups/${mark.id}`, { color: '#000000' })).status).toBe(403)
    expect((await as('employee').delete(`/api/markups/${mark.id}`)).status).toBe(403)
    expect((await as('office').delete(`/api/markups/${mark.id}`)).status).toBe(204)
    // Employees mark for themselves.
    const own = await as('employee').post(at, draft)
    expect(own.status).toBe(201)
    expect((await as('employee').post(`/api/markups/${own.data.id}/publish`)).status).toBe(403)
    expect((await as('customer').post(at, draft)).status).toBe(403)
  })

  test.runIf(!isBrief)(
    "a project's markups are one list, found by text, sheet and author, without what others keep to themselves",
    async () => {
      const { job, sheet, revision } = await published()
      const draft = { revision_id: revision, type: 'text', geometry: { x: 0.1, y: 0.2, w: 0.3, h: 0.1 } }
      const post = (name: string, text: string) =>
        as(name).post(`/api/drawing_sheets/${sheet}/markups`, { ...draft, text })
      const { data: told } = await post('foreman', 'Drop at column C4')
      await as('foreman').post(`/api/markups/${told.id}/publish`)
      await post('foreman', 'Ask about the drop')
      await post('employee', 'Drop it')
      const listed = async (name: string, search: string) => {
        const { data } = await as(name).get(`/api/markups?project_id=${job}&search=${search}`)
        return data.map((mark: { text: string; sheet_number: string }) => [mark.text, mark.sheet_number])
      }
      expect(await listed('manager', 'drop')).toEqual([['Drop at column C4', 'E1']])
      expect(await listed('employee', 'drop')).toEqual([
        ['Drop at column C4', 'E1'],
        ['Drop it', 'E1'],
      ])
      expect(await listed('foreman', 'E1')).toHaveLength(2)
      expect(await listed('foreman', told.user_name)).toHaveLength(2)
      expect(await listed('customer', '')).toEqual([])
    },
  )

  test.runIf(!isBrief)('marks outside of the sheet and on what one does not see are refused', async () => {
    const { job, sheet, revision } = await published()
    const at = `/api/drawing_sheets/${sheet}/markups`
    const post = (draft: object) => as('foreman').post(at, { revision_id: revision, type: 'line', ...draft })
    const wrong: object[] = [
      {
        points: [
          [0.1, 0.1],
          [1.2, 0.1],
        ],
      },
      {
        points: [
          [0.1, null],
          [0.2, 0.1],
        ],
      },
      { points: [[0.1, 0.1]] },
      { x: 0.1, y: 0.1 },
      { points: Array.from({ length: 2001 }, () => [0.5, 0.5]) },
    ]
    for (const geometry of wrong) expect(await post({ geometry })).toMatchObject({ status: 422 })
    const [draft] = await pagesOf(await put(job, setOf({ number: 'E2' })))
    const geometry = {
      points: [
        [0.1, 0.1],
        [0.2, 0.2],
      ],
    }
    expect(await post({ geometry, revision_id: draft?.id })).toMatchObject({ status: 422 })
    expect((await as('manager').post(at, { type: 'line', geometry, revision_id: draft?.id })).status).toBe(422)
  })

  test.runIf(!isBrief)('a sheet holds so many marks and no more', async () => {
    const { sheet, revision } = await published()
    const at = `/api/drawing_sheets/${sheet}/markups`
    const geometry = { x: 0.1, y: 0.1, w: 0.1, h: 0.1 }
    const post = () => as('foreman').post(at, { revision_id: revision, type: 'cloud', geometry })
    const { data: first } = await post()
    const { kysely } = world.app.services.database
    const [row = {}] = (
      await sql<Record<string, unknown>>`select * from markups where id = ${first.id}`.execute(kysely)
    ).rows
    const columns = sql.join(Object.keys(row).flatMap((name) => (name === 'id' ? [] : [sql.ref(name)])))
    const copy = (most: number) =>
      sql`insert into markups (${columns}) select ${columns} from markups where drawing_sheet_id = ${sheet} limit ${sql.lit(most)}`.execute(
        kysely,
      )
    for (let count = 1; count < MOST_MARKS - 1; count *= 2) await copy(Math.min(count, MOST_MARKS - 1 - count))
    expect((await post()).status).toBe(201)
    expect(await post()).toMatchObject({ status: 422, data: { message: 'This sheet holds its 20,000 marks.' } })
    // What is there can still be changed, and what goes makes room.
    expect((await as('foreman').patch(`/api/markups/${first.id}`, { color: '#1b57c2' })).status).toBe(200)
    await as('foreman').delete(`/api/markups/${first.id}`)
    expect((await post()).status).toBe(201)
  })

  test.runIf(!isBrief)('measuring needs a scale, which the next revision takes over', async () => {
    const { job, sheet, revision } = await published()
    const at = `/api/drawing_sheets/${sheet}/markups`
    const points = [
      [0.25, 0.5],
      [0.75, 0.5],
    ]
    const draft = { revision_id: revision, type: 'measure', geometry: { points }, measurement: 40, unit: 'ft' }
    const refused = await as('foreman').post(at, draft)
    expect([refused.status, refused.data.errors.measurement]).toEqual([422, ['Set the sheet scale first.']])
    const calibrate = (body: object) => as('manager').post(`/api/drawing_revisions/${revision}/calibrate`, body)
    expect((await calibrate({ points, length: 0, unit: 'ft' })).status).toBe(422)
    expect((await calibrate({ points, length: 40, unit: 'ft' })).data.scale.units_per_pt).toBeCloseTo(40 / 612, 6)
    const { status, data: mark } = await as('foreman').post(at, { ...draft, measurement: 12_345 })
    expect([status, mark.measurement, mark.unit]).toEqual([201, 40, 'ft'])
    await publish(await put(job, setOf({ number: 'E1', revision: '2' })))
    const { data } = await as('foreman').get(`/api/drawing_sheets/${sheet}/revisions`)
    expect(data.map((one: { scale: { unit: string } | null }) => one.scale?.unit)).toEqual(['ft', 'ft'])
  })

  test.runIf(!isBrief)('editors align a revision with another one of its project by two places', async () => {
    const job = await project()
    await publish(await put(job, setOf({ number: 'E1', revision: '1' }, { number: 'E2' })))
    await publish(await put(job, setOf({ number: 'E1', revision: '2' })))
    const { data: sheets } = await as('manager').get(`/api/projects/${job}/drawing_sheets`)
    const { data: history } = await as('manager').get(`/api/drawing_sheets/${sheets[0].id}/revisions`)
    const [old, now] = history.toSorted((a: Page, b: Page) => a.id - b.id) as [Page, Page]
    const points = [
      [0.1, 0.1],
      [0.9, 0.1],
    ]
    const onto = [
      [0.2, 0.1],
      [0.9, 0.2],
    ]
    const align = (body: object, name = 'office') => as(name).post(`/api/drawing_revisions/${now.id}/align`, body)
    const draft = { revision_id: old.id, points, onto }
    for (const name of ['foreman', 'employee', 'customer', 'contact'])
      expect([name, [403, 404]]).toEqual([name, expect.arrayContaining([(await align(draft, name)).status])])
    expect((await align(draft)).data.alignments).toMatchObject([{ revision_id: old.id, points, onto }])
    // Once more replaces it; another sheet is beside it.
    const other = sheets[1].current_revision_id
    await align({ ...draft, onto: points })
    const { data: both } = await align({ ...draft, revision_id: other })
    expect(both.alignments.map((one: { revision_id: number; onto: unknown }) => [one.revision_id, one.onto])).toEqual([
      [old.id, points],
      [other, onto],
    ])
    const SAME = 'Show the same two places on both sheets.'
    const [first] = points
    for (const wrong of [{ points: [first, first] }, { onto: [first] }, { onto: [first, [1.2, 0]] }, { onto: 'NaN' }])
      expect(await align({ ...draft, ...wrong })).toMatchObject({ status: 422, data: { message: SAME } })
    const { revision } = await published()
    for (const id of [now.id, revision, 0]) expect((await align({ ...draft, revision_id: id })).status).toBe(422)
    expect((await align({ revision_id: other, points: null })).data.alignments).toHaveLength(1)
  })

  test.runIf(!isBrief)('areas follow the scale, counts need none, and another scale measures anew', async () => {
    const { sheet, revision } = await published()
    const post = (unit: string | null, points: number[][]) =>
      as('foreman').post(`/api/drawing_sheets/${sheet}/markups`, {
        revision_id: revision,
        type: 'measure',
        geometry: { points },
        unit,
      })
    const corner = [0.1, 0.1]
    const square = [corner, [0.2, 0.1], [0.2, 0.2], [0.1, 0.2], corner]
    const { data: boxes } = await post('ea', [corner, [0.5, 0.5]])
    expect(boxes).toMatchObject({ measurement: 2, unit: 'ea', bbox: [0.1, 0.1, 0.5, 0.5] })
    expect((await post('sq ft', square)).data.errors).toEqual({ measurement: ['Set the sheet scale first.'] })
    const calibrate = (length: number, unit: string) =>
      as('manager').post(`/api/drawing_revisions/${revision}/calibrate`, {
        points: [
          [0, 0.5],
          [1, 0.5],
        ],
        length,
        unit,
      })
    await calibrate(1224, 'ft')
    const { data: room } = await post('sq ft', square)
    expect(room).toMatchObject({ measurement: 122.4 * 79.2, unit: 'sq ft' })
    for (const few of [[], [corner], [corner, [0.2, 0.1], corner]]) {
      expect([few, (await post('sq ft', few)).status]).toEqual([few, 422])
    }
    expect((await post('ft', [corner])).status).toBe(422)
    // The mark of somebody else is measured anew too, and keeps its author and its privacy.
    await calibrate(612, 'm')
    const after = async (id: number) => (await as('foreman').get(`/api/markups/${id}`)).data
    expect(await after(room.id)).toMatchObject({ unit: 'm²', published_at: null, user_id: room.user_id })
    expect((await after(room.id)).measurement).toBeCloseTo(61.2 * 39.6, 3)
    expect(await after(boxes.id)).toMatchObject({ measurement: 2, unit: 'ea' })
    // A moved corner is measured by the server too.
    const points = [corner, [0.3, 0.1], [0.3, 0.2], [0.1, 0.2], corner]
    const { data: wider } = await as('foreman').patch(`/api/markups/${room.id}`, { geometry: { points } })
    expect(wider.measurement).toBeCloseTo(2 * 61.2 * 39.6, 3)
  })
})

test.runIf(!isBrief)('a page that is read for ever is given up, with its reason', async () => {
  const world = await createTestWorld({
    database: await sampleSqlite(),
    previews: previewEngine({ patience: { guest: 60_000, staff: 1 } }),
  })
  const admin = await world.signIn('admin@plumbline.test')
  const { data: set } = await upload(admin, '/api/projects/1/drawings', { file: ['E1.pdf', setOf({ number: 'E1' })] })
  await world.app.jobs.drain()
  const { data } = await admin.get(`/api/drawings/${set.id}`)
  expect(data).toMatchObject({ state: 'failed', error: expect.stringContaining('takes more than') })
  await world.close()
})

test.runIf(!isBrief)('a page that is drawn for ever fails alone, and the next one is read', async () => {
  const world = await createTestWorld({
    database: await sampleSqlite(),
    previews: previewEngine({ patience: { guest: 1, staff: 20_000 } }),
  })
  const admin = await world.signIn('admin@plumbline.test')
  const { data: set } = await upload(admin, '/api/projects/1/drawings', { file: ['Set.pdf', endlessSet('E3.1')] })
  await world.app.jobs.drain()
  const { data: pages } = await admin.get(`/api/drawings/${set.id}/revisions`)
  expect(pages).toMatchObject([
    // Whichever comes first, by how quick the machine is.
    {
      page: 1,
      state: 'failed',
      error: expect.stringMatching(/^This file (takes more than 20 seconds|needs more memory)/),
    },
    { page: 2, state: 'ready', number: 'E3.1' },
  ])
  expect((await admin.get(`/api/drawings/${set.id}`)).data.state).toBe('review')
  await world.close()
})
