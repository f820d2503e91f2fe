import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { isBrief } from '../tier.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { drawSheet } from '../title-blocks/draw.ts'
import { openEngine } from '../title-blocks/engines.ts'
import { layouts } from '../title-blocks/layouts.ts'
import { scanOf } from '../title-blocks/scan.ts'
import { sheets, type Sheet } from '../title-blocks/sheets.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Page {
  id: number
  page: number
  number: string | null
  title: string | null
  revision: string | null
  dated: string | null
  discipline: string
  certainty: Record<string, string> | null
  likely: Record<string, string[]> | null
  content: string | null
  recognition: string | null
  boxes: Record<string, { x: number; y: number; w: number; h: number }> | null
  drawing_sheet_id: number | null
  superseded_by: string | null
  stamped: string | null
}

const layoutOf = (name: string) => {
  const layout = layouts.find((one) => one.name === name)
  if (!layout) throw new Error(`There is no layout "${name}".`)
  return layout
}
const setOf = (name: string, some: readonly Sheet[] = sheets.slice(0, 3)) =>
  vectorPdf(some.map((sheet) => drawSheet(layoutOf(name), sheet)))
const LABELLED = 'labels above, revisions downward'
const SMALL = 'corner block of a small sheet'

describe.each(enginesOfTier)('drawings that come in, on $engine', ({ openSample }) => {
  let world: World
  let manager: Client
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), previews: previewEngine() })
    manager = await world.signIn('manager@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  let count = 0
  const project = async (): Promise<number> => {
    const admin = await world.signIn('admin@plumbline.test')
    const { data: known } = await admin.get('/api/projects')
    const { customer_id } = known.find((one: { customer_id: number | null }) => one.customer_id !== null)
    const { status, data } = await admin.post('/api/projects', {
      name: `Intake ${++count}`,
      number: `I-${count}`,
      customer_id,
    })
    expect([status, data.message]).toEqual([201, undefined])
    return data.id
  }
  const put = async (id: number, bytes: Uint8Array<ArrayBuffer>): Promise<{ id: number }> => {
    const { status, data } = await upload(manager, `/api/projects/${id}/drawings`, { file: ['Bulletin.pdf', bytes] })
    expect(status).toBe(201)
    await world.app.jobs.drain()
    return data
  }
  const pagesOf = async ({ id }: { id: number }): Promise<Page[]> =>
    (await manager.get(`/api/drawings/${id}/revisions`)).data
  const act = async ({ id }: { id: number }, action: string, body: object = {}) => {
    const answer = await manager.post(`/api/drawings/${id}/${action}`, body)
    await world.app.jobs.drain()
    return answer
  }
  const patch = (page: Page | undefined, change: object) => manager.patch(`/api/drawing_revisions/${page?.id}`, change)

  test.runIf(!isBrief)('what is unsure says so until somebody has looked at it', async () => {
    const set = await put(await project(), setOf('no labels, at the bottom', sheets.slice(6, 8)))
    const [first] = await pagesOf(set)
    // A date without a label may be the day of a plot; a new sheet needs no revision.
    expect(first).toMatchObject({ number: 'M3.02B', certainty: { dated: 'unsure', revision: 'unsure' } })
    expect(first?.likely?.dated).toContain(first?.dated)
    // Taking what was read is looking at it.
    for (const field of ['title', 'dated'])
      expect((await manager.post(`/api/drawing_revisions/${first?.id}/take`, { field })).status).toBe(200)
    // A client sends whole records, and what it leaves as it is was not looked at.
    await patch(first, { number: 'M3.02C', revision: null, discipline: first?.discipline })
    expect((await pagesOf(set))[0]?.certainty).toMatchObject({ number: 'typed', revision: 'unsure' })
    expect((await pagesOf(set))[0]?.certainty).toMatchObject({ title: 'typed', dated: 'typed' })
  })

  test.runIf(!isBrief)(
    'a client that names no pages publishes all that have what they need, and one that names some those',
    async () => {
      const named = await put(await project(), setOf('no labels, at the bottom', sheets.slice(6, 8)))
      const [first] = await pagesOf(named)
      expect((await act(named, 'publish', { revision_ids: [first?.id] })).data).toMatchObject({ unpublished: 1 })
      expect((await act(named, 'publish')).data).toMatchObject({ state: 'published', unpublished: 0 })
    },
  )

  // Recognition takes half a minute of a processor.
  test.runIf(!isBrief)(
    'a scan is read by its picture, and what it says is looked at unless two readings agree',
    async () => {
      const [sheet] = sheets
      if (!sheet) throw new Error('There are no sheets.')
      const pdfium = await openEngine()
      const bytes = scanOf(pdfium, layoutOf(SMALL), sheet, { dpi: 200, degrees: 0.3, grain: 20 })
      const set = await put(await project(), bytes)
      const [page] = await pagesOf(set)
      expect(page).toMatchObject({ number: sheet.number, title: 'Level 1 power plan', discipline: 'E' })
      expect(page).toMatchObject({ recognition: 'read', kind: 'raster' })
      expect(page?.certainty).toMatchObject({ title: 'unsure', revision: 'unsure' })
      // Where it stands is shown beside the value.
      expect(Object.keys(page?.boxes ?? {})).toEqual(expect.arrayContaining(['number', 'title']))
      // What a box holds was recognized too.
      const boxes = { number: page?.boxes?.number }
      await act(set, 'use_box', { revision_id: page?.id, boxes })
      expect((await pagesOf(set))[0]).toMatchObject({ number: sheet.number, certainty: { number: 'unsure' } })
    },
  )

  test.runIf(!isBrief)('a set of one ordinary layout needs nobody', async () => {
    const set = await put(await project(), setOf(LABELLED))
    expect((await pagesOf(set)).map((page) => [page.number, page.revision, page.dated, page.certainty])).toEqual(
      sheets.slice(0, 3).map(({ number, revisions }) => [number, revisions.at(-1)?.mark, revisions.at(-1)?.day, {}]),
    )
    expect((await act(set, 'publish')).data).toMatchObject({ state: 'published' })
  })

  test.runIf(!isBrief)('the next set finds a sheet by the number that it was given since', async () => {
    const job = await project()
    const set = await put(job, setOf(LABELLED, sheets.slice(0, 1)))
    const [first] = await pagesOf(set)
    await patch(first, { number: 'E-9', revision: '1' })
    await act(set, 'publish')
    const [sheet] = (await manager.get(`/api/projects/${job}/drawing_sheets`)).data
    await manager.patch(`/api/drawing_sheets/${sheet.id}`, { number: 'E-10' })
    const next = await put(job, setOf(LABELLED, sheets.slice(1, 2)))
    await patch((await pagesOf(next))[0], { number: 'E10', revision: null })
    expect((await act(next, 'publish')).data).toMatchObject({ state: 'published' })
    const [page] = await pagesOf(next)
    expect(page).toMatchObject({ drawing_sheet_id: sheet.id, number: 'E-10', revision: '2' })
  })

  const SAID_ONCE = 'no labels, title said once'
  const AT_TITLE = { x: 0.7, y: 0.66, w: 0.3, h: 0.19 }
  const titlesOf = async (set: { id: number }) =>
    (await pagesOf(set)).map(({ title, certainty }) => [title, certainty?.title])

  test.runIf(!isBrief)(
    'boxes that are drawn on one sheet serve its set and the next one of its layout, and keep what was typed',
    async () => {
      const job = await project()
      const set = await put(job, setOf(SAID_ONCE))
      const [first, second] = await pagesOf(set)
      await patch(second, { title: 'Typed by hand' })
      expect((await act(set, 'use_box', { boxes: { title: AT_TITLE }, revision_id: first?.id })).status).toBe(200)
      expect(await titlesOf(set)).toEqual([
        ['Level 1 power plan', undefined],
        ['Typed by hand', 'typed'],
        ['Enlarged electrical room plans', undefined],
      ])
      const next = await put(job, setOf(SAID_ONCE, sheets.slice(3, 6)))
      expect(await titlesOf(next)).toEqual([
        ['Second floor power and signal plan area a', undefined],
        ['Title 24 compliance forms', undefined],
        ['Wall sections and details', undefined],
      ])
      // A page of another layout is read by itself.
      const other = await put(job, setOf('spread over a small sheet', sheets.slice(0, 1)))
      expect((await pagesOf(other))[0]?.title).toBe('Level 1 power plan')
    },
  )

  test.runIf(!isBrief).each([SAID_ONCE, LABELLED])('a set of another project is read by itself: %s', async (layout) => {
    const valuesOf = async (job: number) =>
      (await pagesOf(await put(job, setOf(layout)))).map(({ number, title, revision, dated, certainty }) => {
        return { number, title, revision, dated, certainty }
      })
    const before = await valuesOf(await project())
    const taught = await put(await project(), setOf(layout))
    const [page] = await pagesOf(taught)
    await act(taught, 'use_box', { boxes: { number: AT_TITLE, title: AT_TITLE }, revision_id: page?.id })
    expect(await valuesOf(await project())).toEqual(before)
  })

  test.runIf(!isBrief)(
    'an earlier set’s box that says another number than the sheet itself is asked about, an empty one leaves what is read',
    async () => {
      const job = await project()
      const taught = await put(job, setOf(LABELLED))
      const [page] = await pagesOf(taught)
      const nothing = { x: 0.01, y: 0.01, w: 0.01, h: 0.01 }
      await act(taught, 'use_box', { boxes: { number: AT_TITLE, title: nothing }, revision_id: page?.id })
      const [next] = await pagesOf(await put(job, setOf(LABELLED, sheets.slice(0, 1))))
      expect(next?.certainty).toMatchObject({ number: 'unsure', title: 'unsure' })
      expect(next?.likely?.number).toContain('E-2.1')
      expect(next?.title).toBe('Level 1 power plan')
    },
  )

  test.runIf(!isBrief)(
    'a revision, a date and a discipline are given to all but what was typed, or to those that are named',
    async () => {
      const set = await put(await project(), setOf('labels at the left'))
      const [first, second] = await pagesOf(set)
      await patch(first, { revision: '7' })
      expect((await act(set, 'for_all', { revision: '4', dated: clock.day(-2), discipline: 'EL' })).status).toBe(200)
      await act(set, 'for_all', { revision: '5' })
      const all = () =>
        pagesOf(set).then((pages) => pages.map(({ revision, dated, discipline }) => [revision, dated, discipline]))
      expect(await all()).toEqual([
        ['7', clock.day(-2), 'EL'],
        ['5', clock.day(-2), 'EL'],
        ['5', clock.day(-2), 'EL'],
      ])
      await act(set, 'for_all', { revision: '8', revision_ids: [first?.id, second?.id] })
      await act(set, 'for_all', { revision: '9' })
      expect((await all()).map(([revision]) => revision)).toEqual(['8', '8', '9'])
      expect((await manager.get(`/api/drawings/${set.id}`)).data.received_on).toBe(clock.day(-2))
      for (const wrong of [{}, { dated: 'soon' }, { discipline: 'ZZ' }, { revision: ' ' }])
        expect((await act(set, 'for_all', wrong)).status).toBe(422)
    },
  )

  test.runIf(!isBrief)(
    'what an earlier version left half reviewed keeps every value, until somebody names the page',
    async () => {
      const set = await put(await project(), setOf('labels at the left'))
      const [first] = await pagesOf(set)
      const { kysely } = world.app.services.database
      await sql`update drawing_revisions set certainty = null, boxes = null, likely = null, content = null
      where drawing_id = ${set.id}`.execute(kysely)
      const values = () =>
        pagesOf(set).then((pages) => pages.map(({ number, title, revision }) => [number, title, revision]))
      const before = await values()
      const everywhere = { x: 0.7, y: 0.5, w: 0.3, h: 0.5 }
      await act(set, 'use_box', { boxes: { title: everywhere, number: everywhere }, revision_id: first?.id })
      await act(set, 'for_all', { revision: '9' })
      expect(await values()).toEqual(before)
      await act(set, 'for_all', { revision: '9', revision_ids: [first?.id] })
      expect((await values()).map(([, , revision]) => revision)).toEqual(['9', '2', 'B'])
      expect((await act(set, 'publish')).data).toMatchObject({ state: 'published' })
    },
  )

  test.runIf(!isBrief)('a bulletin finds its sheets whatever the punctuation, and is undone as a whole', async () => {
    const job = await project()
    const [first, second] = sheets
    if (!first || !second) throw new Error('There are no sheets.')
    await act(
      await put(job, setOf(LABELLED, [{ ...first, revisions: first.revisions.slice(0, 2) }, second])),
      'publish',
    )
    const sheetsOf = async () => (await manager.get(`/api/projects/${job}/drawing_sheets`)).data
    const before = await sheetsOf()
    expect(before.map(({ number, revision }: Page) => [number, revision])).toEqual([
      ['E-2.1', '2'],
      ['E2.01', '2'],
    ])
    const bulletin = await put(
      job,
      setOf(LABELLED, [
        { ...first, number: 'E2.1' },
        { ...second, number: 'E201', revisions: first.revisions },
        { ...first, number: 'E9.1' },
      ]),
    )
    const { data, headers } = await act(bulletin, 'publish')
    expect(data).toMatchObject({ state: 'published' })
    expect((await sheetsOf()).map(({ number, revision }: Page) => [number, revision])).toEqual([
      ['E-2.1', '4'],
      ['E2.01', '4'],
      ['E9.1', '4'],
    ])
    const old = async (): Promise<Page> =>
      (await manager.get(`/api/drawing_revisions/${before[0].current_revision_id}`)).data
    expect(await old()).toMatchObject({ superseded_by: '4', stamped: '4' })
    const undone = await manager.post('/api/undo', { change: headers.get('x-change-id') })
    expect([undone.status, undone.data.left ?? []]).toEqual([200, []])
    await world.app.jobs.drain()
    expect((await sheetsOf()).map(({ number, revision }: Page) => [number, revision])).toEqual([
      ['E-2.1', '2'],
      ['E2.01', '2'],
    ])
    expect(await old()).toMatchObject({ superseded_by: null, stamped: null })
    expect((await manager.get(`/api/drawings/${bulletin.id}`)).data).toMatchObject({ state: 'review', unpublished: 3 })
  })

  test.runIf(!isBrief)(
    'the same drawing in another file has the same content, and a revision that goes back is not refused',
    async () => {
      const job = await project()
      const [first, second] = sheets
      if (!first || !second) throw new Error('There are no sheets.')
      const known = await put(job, setOf(LABELLED, [first, second]))
      const contentsOf = async (set: { id: number }) => (await pagesOf(set)).map(({ content }) => content)
      const before = await contentsOf(known)
      await act(known, 'publish')
      const earlier = { ...first, revisions: first.revisions.slice(0, 3) }
      const again = await put(job, setOf(LABELLED, [earlier, second]))
      const after = await contentsOf(again)
      expect(after[1]).toMatch(/^[0-9a-f]{64}$/)
      expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
      const [behind, same] = await pagesOf(again)
      expect(await act(again, 'publish', { revision_ids: [same?.id] })).toMatchObject({
        status: 422,
        data: { message: 'Sheet E2.01 already has revision 2.' },
      })
      expect((await act(again, 'publish', { revision_ids: [behind?.id] })).data).toMatchObject({ unpublished: 1 })
    },
  )
})
