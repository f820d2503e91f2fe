import { effect, signal } from '@preact/signals-react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shared, watched, watchedAll } from './watched.ts'

interface Bed {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly tags: readonly string[]
}
const bed = (id: number, part: Partial<Bed> = {}): Bed =>
  Object.freeze({ id, name: `Bed ${id}`, size: 1, tags: [], ...part })

/** How often a reader ran, and what it saw. */
function follow<T>(read: () => T) {
  const seen: T[] = []
  const stop = effect(() => void seen.push(read()))
  return { seen, stop }
}

describe('a watched record', () => {
  test('tells its readers of the fields that they read, and of no other', () => {
    const item = signal(bed(1))
    const record = watched(item)
    const { seen } = follow(() => record.value.name)
    item.value = bed(1, { size: 9, tags: ['dry'] })
    expect(seen).toEqual(['Bed 1'])
    item.value = bed(1, { size: 9, name: 'South' })
    expect(seen).toEqual(['Bed 1', 'South'])
    // Equal values that are other objects are no change.
    const tagged = follow(() => record.value.tags.length)
    item.value = bed(1, { name: 'South', tags: [] })
    expect(tagged.seen).toEqual([0])
  })

  test('has the latest of a field that nobody had read before', () => {
    const item = signal(bed(1))
    const record = watched(item)
    const { seen } = follow(() => record.value)
    const [first] = seen
    expect(first?.name).toBe('Bed 1')
    item.value = bed(1, { size: 9 })
    expect([seen.length, first?.size]).toEqual([1, 9])
  })

  test('is read as a whole by spreading and by JSON, and tells what it has', () => {
    const item = signal(bed(1))
    const record = watched(item)
    expect({ ...record.value }).toEqual(bed(1))
    expect(JSON.parse(JSON.stringify(record.value))).toEqual(bed(1))
    expect(['name' in record.value, 'age' in record.value]).toEqual([true, false])
    const { seen } = follow(() => record.value)
    item.value = bed(1, { size: 9 })
    expect(seen.length).toBe(2)
  })
})

describe('watched records', () => {
  test('are a new list when one comes, goes or moves, or changes in what was read of any', () => {
    const [one, two, three] = [signal(bed(1)), signal(bed(2)), signal(bed(3))]
    const items = signal([one, two])
    const records = watchedAll(items)
    const { seen } = follow(() => records.value.map(({ name }) => name).join())
    one.value = bed(1, { size: 5 })
    expect(seen).toEqual(['Bed 1,Bed 2'])
    two.value = bed(2, { name: 'Shade' })
    // The same records in another array are the same list.
    items.value = [one, two]
    items.value = [one, two, three]
    items.value = [three, one]
    expect(seen.slice(1)).toEqual(['Bed 1,Shade', 'Bed 1,Shade,Bed 3', 'Bed 3,Bed 1'])
  })
})

test('what equals the value before is taken from there, and nothing else', () => {
  const before = {
    groups: [
      { key: 'a', ids: [1, 2] },
      { key: 'b', ids: [3] },
    ],
    count: 3,
  }
  expect(shared(before, structuredClone(before))).toBe(before)
  const next = shared(before, {
    groups: [
      { key: 'a', ids: [1, 2] },
      { key: 'b', ids: [3, 4] },
    ],
    count: 4,
  })
  expect(next.groups[0]).toBe(before.groups[0])
  expect(next).toEqual({
    groups: [
      { key: 'a', ids: [1, 2] },
      { key: 'b', ids: [3, 4] },
    ],
    count: 4,
  })
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(shared(a, b)).toEqual(b)
      expect(shared(a, structuredClone(a))).toEqual(a)
    }),
  )
})
