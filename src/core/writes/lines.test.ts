import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, buildGarden, gardens } from '../store/garden.fixture.ts'
import { merged } from './conflicts.ts'
import { mergedLines, withKeys } from './lines.ts'
import type { Mutation } from './mutation.ts'
import { runs } from '../../../tests/tier.ts'

interface Tag {
  id?: number
  key?: string
  label: string
}
const stored = (id: number, label = `tag ${id}`, key?: string): Tag => ({
  id,
  label,
  ...(key !== undefined && { key }),
})
const merge = (before: readonly Tag[], mine: readonly Tag[], theirs: readonly Tag[]) =>
  mergedLines(gardens, 'tags', { before, mine, theirs })
const [one, two, three] = [stored(1), stored(2), stored(3)]

describe('lines that are added', () => {
  test('get a key each, which they keep', () => {
    const draft = withKeys(gardens, { name: 'North', tags: [one, { label: 'new' }, { label: 'new' }] })
    const [first, second, third] = draft.tags
    expect(first).toBe(one)
    expect([second, third].map((tag) => 'key' in (tag ?? {}))).toEqual([true, true])
    expect(second).not.toEqual(third)
    expect(withKeys(gardens, draft)).toBe(draft)
  })
})

describe('lines that two people change at once', () => {
  test('are what each has added, changed and removed', () => {
    const theirs = [stored(1, 'theirs'), two, three, stored(4)]
    expect(
      merge([one, two, three], [one, { ...two, label: 'mine' }, { key: 'kkkkkkkk', label: 'new' }], theirs),
    ).toEqual([stored(1, 'theirs'), stored(2, 'mine'), { key: 'kkkkkkkk', label: 'new' }, stored(4)])
    expect(merge([one, two], [one, two], [two])).toEqual([two])
  })

  test('stand in the order that either gave them', () => {
    expect(merge([one, two, three], [three, one, two], [one, two, stored(4), three])).toEqual([
      three,
      one,
      two,
      stored(4),
    ])
    const added = { key: 'kkkkkkkk', label: 'new' }
    expect(merge([one, two, three], [one, added, two, three], [three, one, two])).toEqual([three, one, added, two])
  })

  test('are left to a person where both changed the same line, or one changed what the other removed', () => {
    const [mine, theirs] = [
      { ...one, label: 'mine' },
      { ...one, label: 'theirs' },
    ]
    expect(merge([one], [mine], [theirs])).toBeNull()
    expect(merge([one], [], [theirs])).toBeNull()
    expect(merge([one], [mine], [])).toBeNull()
    expect(merge([one], [mine], [mine])).toEqual([mine])
    expect(mergedLines(gardens, 'name', { before: 'a', mine: 'b', theirs: 'c' })).toBeNull()
  })

  test('are found again by their keys before they have ids, and those of an older version by their content', () => {
    const [fresh, saved] = [
      { key: 'kkkkkkkk', label: 'new' },
      { id: 9, key: 'kkkkkkkk', label: 'new' },
    ]
    expect(merge([fresh], [fresh, { key: 'llllllll', label: 'more' }], [saved])).toEqual([
      saved,
      { key: 'llllllll', label: 'more' },
    ])
    expect(merge([fresh], [{ ...fresh, label: 'renamed' }], [saved])).toEqual([{ ...saved, label: 'renamed' }])
    expect(merge([{ label: 'old' }], [{ label: 'old' }, { label: 'more' }], [stored(9, 'old')])).toEqual([
      stored(9, 'old'),
      { label: 'more' },
    ])
  })

  test('are not there twice where both added the same', () => {
    expect(merge([], [{ key: 'kkkkkkkk', label: 'same' }], [stored(9, 'same')])).toEqual([stored(9, 'same')])
  })

  test('a refused change of lines is put on the newer version', () => {
    const mutation: Mutation = {
      at: 3,
      user: 1,
      entity: 'garden',
      params: {},
      verb: 'save',
      drafts: [{ id: 4, updated_at: at(1), tags: [one, { key: 'kkkkkkkk', label: 'mine' }] }],
      basis: [{ tags: [one] }],
      made: [],
      key: 'first key',
      attempted: true,
      kept_at: at(9),
      refused: null,
    }
    const current = (tags: Tag[]) => [{ ...buildGarden(4, 'North', 5), tags: tags as never }]
    const next = merged(gardens, mutation, current([one, stored(7, 'theirs')]))
    expect(next?.drafts).toEqual([
      { id: 4, updated_at: at(5), tags: [one, { key: 'kkkkkkkk', label: 'mine' }, stored(7, 'theirs')] },
    ])
    expect(next?.basis).toEqual([{ tags: [one, stored(7, 'theirs')] }])
    const removed = { ...mutation, drafts: [{ id: 4, updated_at: at(1), tags: [] }] }
    expect(merged(gardens, removed, current([stored(1, 'theirs')]))).toBeNull()
  })
})

type Step = { kind: 'add' | 'edit' | 'remove' | 'move'; at: number; to: number }
const steps = (word: string) =>
  fc
    .array(fc.record({ kind: fc.constantFrom('add', 'edit', 'remove', 'move'), at: fc.nat(9), to: fc.nat(9) }), {
      maxLength: 6,
    })
    .map((all) => (before: readonly Tag[]) => {
      let lines = [...before]
      const touched = new Set<number>()
      for (const [count, { kind, at: place, to }] of (all as Step[]).entries()) {
        const line = lines[place % Math.max(1, lines.length)]
        if (kind === 'add')
          lines.splice(to % (lines.length + 1), 0, { key: `${word}-${count}-key`, label: `${word} ${count}` })
        else if (line?.id === undefined) continue
        else if (kind === 'move') lines.splice(to % lines.length, 0, ...lines.splice(lines.indexOf(line), 1))
        else {
          touched.add(line.id)
          if (kind === 'remove') lines = lines.filter((other) => other !== line)
          else lines = lines.map((other) => (other === line ? { ...line, label: `${word} ${count}` } : other))
        }
      }
      return { lines, touched }
    })

test('whatever two people do to lines, what only one touched is as that one left it', () => {
  fc.assert(
    fc.property(fc.nat(5), steps('mine'), steps('theirs'), (count, me, them) => {
      const before = Array.from({ length: count }, (_, at) => stored(at + 1))
      const [mine, theirs] = [me(before), them(before)]
      const result = merge(before, mine.lines, theirs.lines) as Tag[] | null
      if (!result) {
        expect([...mine.touched].some((id) => theirs.touched.has(id))).toBe(true)
        return
      }
      const labels = (lines: readonly Tag[]) => new Map(lines.map(({ id, key, label }) => [id ?? key, label]))
      const [all, here, there] = [labels(result), labels(mine.lines), labels(theirs.lines)]
      expect(all.size).toBe(result.length)
      for (const { id = 0 } of before) {
        if (!theirs.touched.has(id)) expect(all.get(id)).toBe(here.get(id))
        else if (!mine.touched.has(id)) expect(all.get(id)).toBe(there.get(id))
      }
      const isAdded = ({ id }: Tag) => id === undefined
      for (const { key, label } of [...mine.lines, ...theirs.lines].filter(isAdded)) expect(all.get(key)).toBe(label)
    }),
    { numRuns: runs(500) },
  )
})
