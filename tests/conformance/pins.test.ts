import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
interface Sheet {
  id: number
  project_id: number
  current_revision_id: number
}

describe.each(enginesOfTier)('Pins on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<string, Person>()
  const as = (name: string): Person => {
    const found = people.get(name)
    if (!found) throw new Error(name)
    return found
  }
  let sheets: [Sheet, Sheet]
  /** Of another project. */
  let elsewhere: number
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const name of ['admin', 'manager', 'foreman', 'employee', 'customer'])
      people.set(name, await world.signIn(`${name}@plumbline.test`))
    const all: Sheet[] = (await as('admin').get('/api/drawing_sheets')).data
    const [first, second] = all.filter(({ project_id }) => project_id === 1)
    if (!first || !second) throw new Error('The sample company has too few sheets.')
    sheets = [first, second]
    elsewhere = (await as('admin').get('/api/projects')).data.find(({ id }: { id: number }) => id !== 1).id
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const kinds = [
    ['rfi', 'rfis', { title: 'Route', question: 'Where?' }],
    ['punch_item', 'punch_items', { title: 'Plate missing' }],
    ['task', 'tasks', { title: 'Hang racks' }],
  ] as const
  const make = async (table: string, draft: object, by = 'manager') => {
    const { status, data } = await as(by).post(`/api/projects/1/${table}`, draft)
    expect([status, data.errors]).toEqual([201, undefined])
    return data as { id: number }
  }
  const pin = (sheet: Sheet, linked_type: string, linked_id: number, at = { x: 0.25, y: 0.5 }, by = 'manager') =>
    as(by).post(`/api/drawing_sheets/${sheet.id}/markups`, {
      revision_id: sheet.current_revision_id,
      type: 'pin',
      geometry: at,
      linked_type,
      linked_id,
    })
  const undo = (answer: { headers: Headers }, by = 'manager') =>
    as(by).post('/api/undo', { change: answer.headers.get('x-change-id') })
  const statusOf = async (mark: { id: number }) => (await as('manager').get(`/api/markups/${mark.id}`)).status

  test.each(kinds)(
    'rule pin: %s is pinned only on a sheet of its project that its writer sees',
    async (_, table, draft) => {
      const at = { pin: { x: 0.5, y: 0.5 }, drawing_sheet_id: sheets[0].id }
      const path = `/api/projects/${elsewhere}/${table}`
      const refused = await as('manager').post(path, { ...draft, ...at })
      const another = { drawing_sheet_id: ['Sheet belongs to another project.'] }
      expect([refused.status, refused.data.errors]).toEqual([422, another])
      const there = (await as('manager').post(path, draft)).data
      expect((await as('manager').patch(`/api/${table}/${there.id}`, at)).data.errors).toEqual(another)
      const many = await as('manager').post(`${path}/store_many`, { data: [draft, { ...draft, ...at }] })
      expect(many.data.errors).toEqual({ 'data.1.drawing_sheet_id': another.drawing_sheet_id })
      const one = await make(table, { ...draft, ...at })
      const unknown = await as('manager').patch(`/api/${table}/${one.id}`, { drawing_sheet_id: 999_999 })
      expect(unknown.data.errors).toEqual({ drawing_sheet_id: ['Sheet is invalid.'] })
      // A save that leaves the place as it is asks nothing.
      expect(
        (await as('manager').patch(`/api/${table}/${one.id}`, { ...at, drawing_sheet_id: sheets[0].id })).status,
      ).toBe(200)
    },
  )

  test('rule markup: it links to kinds that exist, and to records of the project that its author sees', async () => {
    const said = async (linked_type: string | null, linked_id: number | null, by = 'manager') => {
      const { status, data } = await as(by).post(`/api/drawing_sheets/${sheets[0].id}/markups`, {
        revision_id: sheets[0].current_revision_id,
        type: 'rectangle',
        geometry: { x: 0.1, y: 0.1, w: 0.1, h: 0.1 },
        linked_type,
        linked_id,
      })
      return status === 201 ? data : data.errors
    }
    const item = await make('punch_items', { title: 'Box loose' })
    expect(await said('planet', 1)).toEqual({ linked_type: ['Markup cannot link to that.'] })
    expect(await said('user', 1)).toEqual({ linked_type: ['Markup cannot link to that.'] })
    expect(await said('punch_item', 999_999)).toEqual({ linked_id: ['Choose a record of this project.'] })
    expect(await said('punch_item', null)).toEqual({ linked_id: ['Choose a record of this project.'] })
    const foreign = (await as('manager').post(`/api/projects/${elsewhere}/tasks`, { title: 'There' })).data
    expect(await said('task', foreign.id)).toEqual({ linked_id: ['Choose a record of this project.'] })
    // Employees see only their own items.
    expect(await said('punch_item', item.id, 'employee')).toEqual({ linked_id: ['Choose a record of this project.'] })
    const photo = (
      await upload(as('manager'), `/api/punch_items/${item.id}/attachments`, { file: ['a.jpg', jpeg('a')] })
    ).data
    expect(await said('attachment', photo.id)).toMatchObject({ linked_type: 'attachment', linked_id: photo.id })
    // As clients of earlier versions say it, by its table.
    const mark = await said('punch_items', item.id)
    expect(mark).toMatchObject({ linked_type: 'punch_item', linked_id: item.id })
    // Only pins put a record somewhere.
    expect((await as('manager').get(`/api/punch_items/${item.id}`)).data.drawing_sheet_id).toBeNull()
    expect((await as('manager').patch(`/api/markups/${mark.id}`, { color: '#1b57c2' })).status).toBe(200)
    const changed = await as('manager').patch(`/api/markups/${mark.id}`, { linked_id: 999_999 })
    expect(changed.data.errors).toEqual({ linked_id: ['Choose a record of this project.'] })
  })

  describe.each(kinds)('a pin that links %s', (kind, table, draft) => {
    const placeOf = async ({ id }: { id: number }) => {
      const { drawing_sheet_id, pin: at } = (await as('manager').get(`/api/${table}/${id}`)).data
      return [drawing_sheet_id, at]
    }
    const markAt = async (mark: { id: number }) => {
      const { drawing_sheet_id, geometry, bbox } = (await as('manager').get(`/api/markups/${mark.id}`)).data
      return [drawing_sheet_id, geometry, bbox]
    }
    const [here, there] = [
      { x: 0.25, y: 0.5 },
      { x: 0.75, y: 0.125 },
    ]

    test('rule pin: puts it there, moves it and takes it off, and Undo takes that back', async () => {
      const record = await make(table, draft)
      const made = await pin(sheets[0], kind, record.id)
      expect(made.status).toBe(201)
      expect(await placeOf(record)).toEqual([sheets[0].id, here])
      const mark = made.data
      const moved = await as('manager').patch(`/api/markups/${mark.id}`, { geometry: there })
      expect(await placeOf(record)).toEqual([sheets[0].id, there])
      expect((await undo(moved)).data.left).toEqual([])
      expect([await placeOf(record), (await markAt(mark))[1]]).toEqual([[sheets[0].id, here], here])
      const removed = await as('manager').delete(`/api/markups/${mark.id}`)
      expect(await placeOf(record)).toEqual([null, null])
      const back = await undo(removed)
      expect(back.data.left).toEqual([])
      expect([await placeOf(record), await statusOf(mark)]).toEqual([[sheets[0].id, here], 200])
      const again = await as('manager').post('/api/undo', { change: back.data.change })
      expect(again.data.left).toEqual([])
      expect([await placeOf(record), await statusOf(mark)]).toEqual([[null, null], 404])
    })

    test('rule pin: is unmade with Undo, and made again', async () => {
      const record = await make(table, draft)
      const made = await pin(sheets[0], kind, record.id)
      const off = await undo(made)
      expect(off.data.left).toEqual([])
      expect([await placeOf(record), await statusOf(made.data)]).toEqual([[null, null], 404])
      const on = await as('manager').post('/api/undo', { change: off.data.change })
      expect(on.data.left).toEqual([])
      expect([await placeOf(record), await statusOf(made.data)]).toEqual([[sheets[0].id, here], 200])
    })

    test('rule pin: goes where the record goes, and with it', async () => {
      const record = await make(table, draft)
      const { data: mark } = await pin(sheets[0], kind, record.id)
      const path = `/api/${table}/${record.id}`
      const moved = await as('manager').patch(path, { pin: there })
      expect(await markAt(mark)).toEqual([sheets[0].id, there, [0.75, 0.125, 0.75, 0.125]])
      expect((await undo(moved)).data.left).toEqual([])
      expect((await markAt(mark))[1]).toEqual(here)
      await as('manager').patch(path, { drawing_sheet_id: sheets[1].id })
      expect((await markAt(mark))[0]).toBe(sheets[1].id)
      const many = await as('manager').post(`/api/projects/1/${table}/store_many`, {
        data: [{ id: record.id, drawing_sheet_id: sheets[0].id, pin: there }],
      })
      expect(many.status).toBe(200)
      expect((await markAt(mark)).slice(0, 2)).toEqual([sheets[0].id, there])
      const off = await as('manager').patch(path, { drawing_sheet_id: null, pin: null })
      expect(await statusOf(mark)).toBe(404)
      expect((await undo(off)).data.left).toEqual([])
      expect([await placeOf(record), await statusOf(mark)]).toEqual([[sheets[0].id, there], 200])
      const gone = await as('admin').delete(path)
      expect([gone.status, await statusOf(mark)]).toEqual([204, 404])
      expect((await undo(gone, 'admin')).data.left).toEqual([])
      expect([await placeOf(record), await statusOf(mark)]).toEqual([[sheets[0].id, there], 200])
    })

    test('rule pin: is the only one of its record, also of many that are made at once', async () => {
      const [record, other] = [await make(table, draft), await make(table, draft)]
      const { data: first } = await pin(sheets[0], kind, record.id)
      const at = (linked_id: number, geometry: object) => ({
        revision_id: sheets[1].current_revision_id,
        type: 'pin',
        geometry,
        linked_type: kind,
        linked_id,
      })
      const { status, data } = await as('manager').post(`/api/drawing_sheets/${sheets[1].id}/markups/store_many`, {
        data: [at(record.id, there), at(other.id, here)],
      })
      expect([status, data.length]).toEqual([200, 2])
      expect([await placeOf(record), await placeOf(other)]).toEqual([
        [sheets[1].id, there],
        [sheets[1].id, here],
      ])
      expect(await statusOf(first)).toBe(404)
      // Linked to another record, it leaves the one before.
      await as('manager').patch(`/api/markups/${data[0].id}`, { linked_id: other.id })
      expect([await placeOf(record), await placeOf(other)]).toEqual([
        [null, null],
        [sheets[1].id, there],
      ])
      expect(await statusOf(data[1])).toBe(404)
    })
  })

  test('rule pin: who may not change a record pins it nowhere', async () => {
    const rfi = await make('rfis', { title: 'Route', question: 'Where?' })
    const { status, data } = await pin(sheets[0], 'rfi', rfi.id, { x: 0.5, y: 0.5 }, 'foreman')
    expect([status, data.message]).toEqual([403, 'You do not have permission to do that.'])
    expect((await as('manager').get(`/api/rfis/${rfi.id}`)).data.drawing_sheet_id).toBeNull()
  })
})
