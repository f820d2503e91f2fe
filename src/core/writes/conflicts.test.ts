import { describe, expect, test } from 'vitest'
import type { DraftOf, Entity, RecordOf } from '../entity/entity.ts'
import { at, buildGarden, gardens, type Garden } from '../store/garden.fixture.ts'
import { adopting, changedIn, conflictsIn, following, joined, merged, overTheirs } from './conflicts.ts'
import type { Mutation } from './mutation.ts'

/** A kept change of gardens; each draft says on which version it was made. */
const change = (drafts: readonly DraftOf<typeof gardens>[], more: Partial<Mutation> = {}): Mutation => ({
  at: 3,
  user: 1,
  entity: 'garden',
  params: {},
  verb: 'save',
  drafts,
  made: [],
  key: 'first key',
  attempted: true,
  kept_at: at(9),
  refused: null,
  ...more,
})
const stored = (more: Partial<Garden>, second = 5): RecordOf<Entity> => ({
  ...buildGarden(4, 'North', second),
  ...more,
})

describe('what a change changes', () => {
  test('is what it was made on, without what was only sent along', () => {
    const draft = { id: 4, updated_at: at(1), name: 'South', size: 3, notes: 'Wet' }
    expect(changedIn(draft, { size: 0, updated_at: at(1), visits: 2 })).toEqual({ size: 3 })
    expect(changedIn(draft, undefined)).toEqual({ name: 'South', size: 3, notes: 'Wet' })
  })

  test('conflicts where someone else has changed the same to something else', () => {
    const of = (mine: object, basis: object | undefined, theirs: object) =>
      conflictsIn(mine, basis && { ...basis }, { ...theirs })
    expect(of({ name: 'Mine' }, { name: 'Old' }, { name: 'Theirs' })).toEqual(['name'])
    expect(of({ name: 'Same' }, { name: 'Old' }, { name: 'Same' })).toEqual([])
    expect(of({ name: 'Mine' }, { name: 'Old' }, { name: 'Old' })).toEqual([])
    expect(of({ notes: undefined }, { notes: 'Old' }, { notes: null })).toEqual([])
    expect(of({ notes: 'Mine' }, { notes: undefined }, { notes: null })).toEqual([])
    expect(of({ name: 'Mine' }, undefined, { name: 'Theirs' })).toEqual(['name'])
  })
})

describe('a change that met a newer version', () => {
  const basis = [{ size: 0 }]

  test('is put on it under a key of its own, where both changed different fields', () => {
    const refused = { ok: false, status: 409, message: '', errors: {} } as const
    const mine = change([{ id: 4, updated_at: at(1), size: 3, name: 'North' }], { basis, refused })
    const next = merged(gardens, mine, [stored({ name: 'Theirs' })])
    expect(next).toMatchObject({ attempted: false, refused: null, at: 3, basis })
    expect(next?.drafts).toEqual([{ id: 4, updated_at: at(5), size: 3 }])
    expect(next?.key).toMatch(/^[\da-f]{32}$/)
    expect(next?.key).not.toBe(mine.key)
  })

  test('is left to its person where both changed the same, or nobody knows what it was made on', () => {
    const draft = { id: 4, updated_at: at(1), size: 3 }
    const theirs = [stored({ size: 7 })]
    expect(merged(gardens, change([draft], { basis }), theirs)).toBeNull()
    const other = [stored({ name: 'Theirs' })]
    expect(merged(gardens, change([draft]), other)).toBeNull()
    expect(merged(gardens, change([draft], { basis }), [])).toBeNull()
    expect(merged(gardens, change([draft], { basis, verb: 'delete' }), other)).toBeNull()
    expect(merged(gardens, change([draft, draft], { basis }), other)).toBeNull()
  })

  const texts = (notes: string | null, more: Partial<Mutation> = {}) =>
    change([{ id: 4, updated_at: at(1), notes }], { basis: [{ notes: 'Dig.' }], ...more })

  test('keeps both of two long texts once nobody looks at it, and notes on which it was put', () => {
    const next = merged(gardens, texts('Dig. Water.'), [stored({ notes: 'Dig. Sow.' })])
    expect(next?.drafts).toEqual([{ id: 4, updated_at: at(5), notes: 'Dig. Sow.\nWater.' }])
    expect(next?.basis).toEqual([{ notes: 'Dig. Sow.' }])
  })

  test('asks about two long texts while someone looks on, about a short text, and where one of them is gone', () => {
    const theirs = [stored({ notes: 'Dig. Sow.' })]
    expect(merged(gardens, texts('Dig. Water.', { at: 0 }), theirs)).toBeNull()
    expect(merged(gardens, texts(null), theirs)).toBeNull()
    expect(merged(gardens, texts('Dig. Water.'), [stored({ notes: null })])).toBeNull()
    const name = change([{ id: 4, updated_at: at(1), name: 'Mine' }], { basis: [{ name: 'North' }] })
    expect(merged(gardens, name, [stored({ name: 'Theirs' })])).toBeNull()
  })

  test('adds to their text what was added here, or all of it where it was written anew', () => {
    expect(joined('Dig.', 'Dig. Sow.', 'Dig. Water.')).toBe('Dig. Sow.\nWater.')
    expect(joined('Dig.', 'Dig. Sow.', 'Water.')).toBe('Dig. Sow.\nWater.')
    expect(joined(null, 'Sow.', ' Water.')).toBe('Sow.\nWater.')
  })

  test('overwrites it where its person says so, each draft on the version it met', () => {
    const drafts = [
      { id: 4, updated_at: at(1), size: 3, name: 'North' },
      { id: 5, updated_at: at(1), size: 3, name: 'South' },
    ]
    const refused = { ok: false as const, status: 409, message: '', errors: {}, current: [stored({ size: 7 })] }
    const next = overTheirs(change(drafts, { basis: [{ size: 0 }, undefined], refused }))
    expect(next).toMatchObject({ attempted: false, refused: null })
    expect(next.drafts).toEqual([{ id: 4, updated_at: at(5), size: 3 }, drafts[1]])
    expect(next).not.toHaveProperty('confirmed')
    expect(next.key).not.toBe('first key')
  })

  test('confirms what it was asked about besides what was confirmed before, by the way that overwrites nothing', () => {
    const warnings = [
      { code: 'name_taken', message: '', answers: ['keep_both', 'new_version'] },
      { code: 'ratio', message: '' },
    ]
    const refused = { ok: false, status: 422, message: '', errors: {}, warnings } as const
    const next = overTheirs(change([{ name: 'New' }], { refused, confirmed: ['duplicate'] }))
    expect(next.confirmed).toEqual(['duplicate', 'keep_both', 'ratio'])
    expect(next.drafts).toEqual([{ name: 'New' }])
  })
})

test('what somebody else has created meanwhile is changed instead, except for what they are the same by', () => {
  const mine = change([{ name: 'North', size: 3 }], { made: [-7_000_001] })
  const next = adopting(mine, stored({}), ['name'])
  expect(next).toMatchObject({ drafts: [{ id: 4, size: 3 }], made: [-7_000_001], attempted: false })
  expect(next.drafts[0]).not.toHaveProperty('name')
  expect(next.key).not.toBe(mine.key)
})

describe('a change made on another one that was not sent yet', () => {
  const first = { kept_at: at(9), drafts: [{ id: 4, updated_at: at(1), size: 3 }] }
  const follow = following(first, [stored({ size: 3 })])
  const later = (id: number, second: number, more: Partial<Mutation> = {}) =>
    change([{ id, updated_at: at(second), name: 'Later' }], { attempted: false, ...more })

  test('is one of the version that the first has made', () => {
    expect(follow(later(4, 1)).drafts).toEqual([{ id: 4, updated_at: at(5), name: 'Later' }])
    const [other] = later(5, 1).drafts
    const two = change([{ id: 5, updated_at: at(1), name: 'Later' }, ...later(4, 1).drafts], { attempted: false })
    expect(follow(two).drafts).toEqual([other, { id: 4, updated_at: at(5), name: 'Later' }])
  })

  test('stays as it is where it was made on something else, or was sent already', () => {
    for (const other of [later(5, 1), later(4, 2), later(4, 1, { attempted: true })]) expect(follow(other)).toBe(other)
    const made = change([{ name: 'New' }], { attempted: false })
    expect(follow(made)).toBe(made)
    expect(following({ kept_at: at(9), drafts: [{ name: 'New' }] }, [stored({})])(made)).toBe(made)
  })

  test('is one of the version that was created, where it was made before that', () => {
    const created = following({ kept_at: at(2), drafts: [{ name: 'North' }] }, [stored({})])
    expect(created(later(4, 2)).drafts).toEqual([{ id: 4, updated_at: at(5), name: 'Later' }])
    for (const other of [later(5, 2), later(4, 3)]) expect(created(other)).toBe(other)
  })

  test('stays as it is where the answer does not say which version there is now', () => {
    const unknown = later(4, 1)
    expect(following(first, [])(unknown)).toBe(unknown)
  })
})
