import { describe, expect, test } from 'vitest'
import { area } from '../access/access.ts'
import { defineEntity } from '../entity/entity.ts'
import { password, text } from '../entity/fields.ts'
import { createStore } from '../store/store.ts'
import { at, beds, buildGarden, gardens } from '../store/garden.fixture.ts'
import type { Change, Mutation } from './mutation.ts'
import { completed, contentOf, isKeepable, prepare } from './prepare.ts'

const sheds = defineEntity('shed', {
  endpoint: 'api/sheds',
  area: area('sheds', {}),
  sort: 'name',
  fields: { name: text(), code: password() },
  actions: ['lock', 'count'],
  collectionActions: ['count'],
  online: ['lock'],
})
const store = createStore([gardens, beds, sheds])
store.of(gardens).put([{ ...buildGarden(4), notes: 'Dry' }])
const user = {
  id: 7,
  name: 'Kim',
  email: 'kim@x.example',
  role: 'employee',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
}
const by = { user, confirmed: [], ids: new Map<number, number>() }
const save = (drafts: Change['drafts'], more: Partial<Change> = {}): Change => ({
  entity: gardens,
  params: {},
  verb: 'save',
  drafts,
  ...more,
})

describe('a change that is made', () => {
  test('says who made it, and of which version and values', () => {
    const prepared = prepare(store, save([{ id: 4, name: 'South', size: 0, notes: null }]), by)
    expect(prepared).toMatchObject({ user: 7, entity: 'garden', refused: null, made: [] })
    expect(prepared.drafts).toEqual([{ id: 4, name: 'South', size: 0, notes: null, updated_at: at(1) }])
    // The size stays what it was.
    expect(prepared.basis).toEqual([{ name: 'Garden 4', notes: 'Dry' }])
    expect(prepared).not.toHaveProperty('confirmed')
    const both = prepare(store, save([{ name: 'New' }, { id: 4, name: 'South' }]), by)
    expect(both.basis).toEqual([undefined, { name: 'Garden 4' }])
  })

  test('of a version that a screen showed is compared with what the screen showed', () => {
    const older = prepare(store, save([{ id: 4, name: 'South', updated_at: at(0) }]), by)
    expect(older.drafts).toEqual([{ id: 4, name: 'South', updated_at: at(0) }])
    expect(older).not.toHaveProperty('basis')
    const shown = save([{ id: 4, name: 'South', updated_at: at(0) }], { basis: [{ name: 'Shown' }] })
    expect(prepare(store, shown, by).basis).toEqual([{ name: 'Shown' }])
    expect(prepare(store, save([{ id: 99, name: 'Unknown' }]), by)).not.toHaveProperty('basis')
  })

  test('gives what it creates ids of its own, and those of the refused change that it replaces', () => {
    const { made } = prepare(store, save([{ name: 'New' }, { id: 4, name: 'South' }, { name: 'Newer' }]), by)
    expect(made).toHaveLength(2)
    for (const id of made) expect(id).toBeLessThan(0)
    expect(prepare(store, save([{ name: 'File' }], { verb: 'upload' }), by).made).toHaveLength(1)
    expect(prepare(store, save([{}], { verb: 'act', action: 'water' }), by).made).toEqual([])
    const { made: _, ...rest } = prepare(store, save([{ name: '' }]), by)
    const instead: Mutation = { ...rest, key: 'key', at: 1, made: [-7_000_001] }
    expect(prepare(store, save([{ name: 'New' }]), { ...by, instead }).made).toEqual([-7_000_001])
    const two = prepare(store, save([{ name: 'New' }, { name: 'Newer' }]), { ...by, instead }).made
    expect(two).toHaveLength(2)
    expect(two).not.toContain(-7_000_001)
  })

  test('names no version where it deletes or acts', () => {
    for (const verb of ['delete', 'act'] as const) {
      const prepared = prepare(store, save([{ id: 4 }], { verb }), by)
      expect(prepared.drafts).toEqual([{ id: 4 }])
      expect(prepared).not.toHaveProperty('basis')
    }
  })

  test('refers to what has been created meanwhile, and says what was confirmed', () => {
    const change = save([{ row: 1 }], { entity: beds, params: { garden_id: -7_000_001 } })
    const prepared = prepare(store, change, { ...by, confirmed: ['ratio'], ids: new Map([[-7_000_001, 4]]) })
    expect(prepared).toMatchObject({ params: { garden_id: 4 }, confirmed: ['ratio'] })
  })
})

test('a record is sent whole where it is on the device, and as it was changed otherwise', () => {
  const kept = (change: Change) => ({ ...prepare(store, change, by), key: 'key' })
  const [known] = completed(store, gardens, kept(save([{ id: 4, name: 'South' }]))).drafts
  expect(known).toEqual({ id: 4, name: 'South', size: 0, notes: 'Dry', tags: [], updated_at: at(1) })
  for (const change of [save([{ name: 'New' }]), save([{ id: 4 }], { verb: 'delete' })])
    expect(completed(store, gardens, kept(change)).drafts).toEqual(change.drafts)
})

describe('a change is kept on the device', () => {
  const of = (change: Partial<Change>) => isKeepable({ ...save([]), ...change })

  test('unless it needs a connection or says a secret', () => {
    expect(of({ entity: sheds, drafts: [{ name: 'Shed' }] })).toBe(true)
    expect(of({ entity: sheds, verb: 'act', action: 'lock' })).toBe(false)
    expect(of({ entity: sheds, verb: 'act', action: 'count' })).toBe(false)
    expect(of({ entity: sheds, drafts: [{ name: 'Shed' }, { name: 'Barn', code: 'open sesame' }] })).toBe(false)
    for (const code of ['', null, undefined]) expect(of({ entity: sheds, drafts: [{ code }] })).toBe(true)
  })

  test('with files of 25 MB together at most', () => {
    const file = (bytes: number) => Object.defineProperty(new File([], 'site.jpg'), 'size', { value: bytes })
    const [all, half] = [25 * 2 ** 20, 12.5 * 2 ** 20]
    const upload = (files: Change['files']) => of({ verb: 'upload', ...(files && { files }) })
    expect(upload({ file: file(all) })).toBe(true)
    expect(upload({ file: file(all + 1) })).toBe(false)
    expect(upload({ file: file(half), other: file(half + 1) })).toBe(false)
    expect(upload({ file: file(half), other: undefined })).toBe(true)
  })
})

test('two changes say the same only if they would do the same', () => {
  const file = new File(['x'], 'site.jpg', { lastModified: 5 })
  const first = { ...prepare(store, save([{ name: 'New' }]), by), files: { file } }
  const same = {
    ...prepare(store, save([{ name: 'New' }]), by),
    files: { file: new File(['y'], 'site.jpg', { lastModified: 5 }) },
  }
  expect(contentOf(same)).toBe(contentOf(first))
  const others: Partial<typeof first & Mutation>[] = [
    { entity: 'bed' },
    { verb: 'act' },
    { many: true },
    { params: { garden_id: 4 } },
    { drafts: [{ name: 'Other' }] },
    { action: 'water' },
    { body: { liters: 5 } },
    { files: { file: new File(['xx'], 'site.jpg', { lastModified: 5 }) } },
    { files: { file: new File(['x'], 'other.jpg', { lastModified: 5 }) } },
    { files: { file: new File(['x'], 'site.jpg', { lastModified: 6 }) } },
  ]
  const contents = others.map((other) => contentOf({ ...first, ...other }))
  expect(new Set([contentOf(first), ...contents]).size).toBe(others.length + 1)
})
