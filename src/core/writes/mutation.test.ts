import { describe, expect, test } from 'vitest'
import {
  deedsIn,
  isFileFor,
  neededBy,
  randomKey,
  resolved,
  temporaryIn,
  touchedBy,
  upgraded,
  type Mutation,
} from './mutation.ts'

const [here, there] = [-7_000_001, -7_000_002]
const change = (more: Partial<Mutation> = {}): Mutation => ({
  at: 1,
  user: 1,
  entity: 'bed',
  params: {},
  verb: 'save',
  drafts: [],
  made: [],
  key: 'key',
  kept_at: '2026-03-01T08:00:00.000Z',
  refused: null,
  ...more,
})

test('what goes with something new that waits is one thing that its person did', () => {
  const rfi = change({ entity: 'rfi', drafts: [{}], made: [here] })
  const photo = change({ verb: 'upload', params: { attachable_id: here }, drafts: [{}], made: [there] })
  const sending = change({ verb: 'act', drafts: [{ id: here }] })
  const reply = change({ entity: 'message', params: { messageable_id: here }, drafts: [{}] })
  expect(deedsIn([rfi, photo, photo, sending])).toBe(1)
  expect(deedsIn([rfi, photo, photo, sending, reply, change({ drafts: [{ id: 4 }, { id: 5 }] })])).toBe(4)
  // Once the RFI is sent its photo still waits.
  expect(deedsIn([photo])).toBe(1)
})

describe('ids of what is still to be created', () => {
  test('are found in the address, the drafts and the fields of an action, as numbers and as text', () => {
    const mutation = change({
      params: { garden_id: String(here) },
      drafts: [{ row: 2, lines: [{ plant_id: there }] }],
      body: { line: -7_000_003 },
    })
    expect([...temporaryIn(mutation)]).toEqual([here, there, -7_000_003])
  })

  test('are neither small negative numbers nor parts of words nor anything in a file', () => {
    const file = Object.assign(new Blob(['x']), { id: here })
    const drafts = [{ row: -5, name: `bed ${here}`, code: `${here}.5`, more: null, none: undefined, file }]
    expect([...temporaryIn(change({ drafts }))]).toEqual([])
    expect([...temporaryIn(change({ drafts: [{ row: 7_000_001 }] }))]).toEqual([])
  })

  test('become real ones wherever they stand, and nothing else changes', () => {
    const file = Object.assign(new Blob(['x']), { id: here })
    const mutation = change({
      params: { garden_id: String(here), type: 'gardens' },
      drafts: [{ id: here, row: -5, lines: [{ plant_id: there }, { plant_id: 9 }], file, more: null }],
      body: { line: here },
    })
    const next = resolved(mutation, new Map([[here, 4]]))
    expect(next).toEqual({
      ...mutation,
      params: { garden_id: 4, type: 'gardens' },
      drafts: [{ id: 4, row: -5, lines: [{ plant_id: there }, { plant_id: 9 }], file, more: null }],
      body: { line: 4 },
    })
    expect(next.drafts[0]).toHaveProperty('file', file)
  })

  test('are looked for only where some have become real', () => {
    const mutation = change({ drafts: [{ row: here }] })
    expect(resolved(mutation, new Map())).toBe(mutation)
    expect(resolved(mutation, new Map([[there, 4]]))).toBe(mutation)
    expect(resolved(mutation, new Map([[here, 4]]))).not.toHaveProperty('body')
  })
})

test('a change needs what it changes and what it refers to, and touches what it makes besides', () => {
  const mutation = change({ drafts: [{ id: 3, row: 1 }, { row: 2 }], params: { garden_id: here }, made: [there] })
  expect(neededBy(mutation)).toEqual(['bed 3', String(here)])
  expect(touchedBy(mutation)).toEqual(['bed 3', String(here), String(there)])
})

describe('a file is for an action', () => {
  const upload = change({ at: 1, verb: 'upload', params: { attachable_type: 'beds', attachable_id: '3' } })
  const action = change({ at: 2, verb: 'act', drafts: [{ id: 3 }] })

  test('that is taken later on the record it is added to', () => {
    expect(isFileFor(upload, action, 'beds')).toBe(true)
  })

  test.each([
    ['what is no file', { ...upload, verb: 'save' }, action, 'beds'],
    ['no action', upload, { ...action, verb: 'save' }, 'beds'],
    ['an earlier action', { ...upload, at: 3 }, action, 'beds'],
    ['itself', { ...upload, at: 2 }, action, 'beds'],
    ['a record of another kind', upload, action, 'gardens'],
    ['another record', upload, { ...action, drafts: [{ id: 4 }] }, 'beds'],
    ['an action on all of them', upload, { ...action, drafts: [] }, 'beds'],
  ] as const)('but not: %s', (_, file, act, table) => {
    expect(isFileFor(file, act, table)).toBe(false)
  })
})

test('what version 0.1 kept is a save: of one record, or of new ones together', () => {
  const { verb: _, made: __, ...old } = change({ drafts: [{ id: 3, row: 1 }] })
  expect(upgraded(old)).toMatchObject({ verb: 'save', many: false, made: [] })
  expect(upgraded({ ...old, drafts: [{ row: 1 }] })).toMatchObject({ verb: 'save', many: true })
  expect(upgraded({ ...old, drafts: [{ id: 3 }, { id: 4 }] })).toMatchObject({ many: true })
  const now = change({ verb: 'delete', made: [here] })
  expect(upgraded(now)).toEqual(now)
})

test('keys are 32 hexadecimal digits, and no two are alike', () => {
  const keys = Array.from({ length: 200 }, randomKey)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
  expect(new Set(keys).size).toBe(200)
})
