import { effect } from '@preact/signals-react'
import { afterEach, expect, test, vi } from 'vitest'
import { orderOf } from '../entity/order.ts'
import { createCollection } from './collection.ts'
import { at, buildGarden, gardens, type Garden } from './garden.fixture.ts'

afterEach(() => void vi.useRealTimers())
const create = (...held: Garden[]) => {
  const collection = createCollection<Garden>(orderOf(gardens))
  collection.put(held)
  return collection
}

test('an older record never overwrites a newer one, whatever the spelling of its stamp', () => {
  const collection = create(buildGarden(1, 'New', 5))
  collection.put([{ ...buildGarden(1, 'Old'), updated_at: '2026-03-01T10:00:04+02:00' }], 'remote')
  expect(collection.peek(1)?.name).toBe('New')
})

test('a late event does not bring a deleted record back, a later save does', () => {
  const collection = create(buildGarden(1, 'Held', 5))
  collection.remove([1], 'remote')
  collection.put([buildGarden(1, 'Late', 5)], 'remote')
  collection.put([buildGarden(1, 'Late', 4)])
  expect(collection.peek(1)).toBeUndefined()
  collection.put([buildGarden(1, 'Restored', 6)], 'remote')
  expect(collection.peek(1)?.name).toBe('Restored')
})

test('an answer that was under way does not bring back a record that was hidden meanwhile, being given it again does', () => {
  const collection = create(buildGarden(1, 'Held', 4))
  collection.evict([1], 'remote', at(5))
  collection.put([buildGarden(1, 'Under way', 4)])
  expect(collection.peek(1)).toBeUndefined()
  // Who may see it again need not have changed the record itself.
  collection.put([buildGarden(1, 'Seen again', 5)], 'remote')
  expect(collection.peek(1)?.name).toBe('Seen again')
  // It may be hidden before it was there.
  collection.evict([2], 'remote', at(5))
  collection.put([buildGarden(2, 'Under way', 4)])
  expect(collection.peek(2)).toBeUndefined()
})

test('a deletion told twice still yields to a later save', () => {
  const collection = create(buildGarden(1, 'Held', 5))
  collection.remove([1])
  collection.remove([1], 'remote')
  collection.put([buildGarden(1, 'Restored', 6)], 'remote')
  expect(collection.peek(1)?.name).toBe('Restored')
})

test('a deletion told with its moment also outdates saves that were not seen', () => {
  const collection = create(buildGarden(1, 'Held', 5))
  collection.remove([1], 'remote', at(9))
  collection.put([buildGarden(1, 'Between', 7)], 'remote')
  expect(collection.peek(1)).toBeUndefined()
})

test('a deleted record that was never held is kept out for the minute an answer may be under way', () => {
  vi.useFakeTimers({ now: Date.parse(at(30)) })
  const collection = create()
  collection.remove([1], 'remote')
  collection.put([buildGarden(1, 'Under way', 5)])
  expect(collection.peek(1)).toBeUndefined()
  vi.advanceTimersByTime(61_000)
  collection.put([buildGarden(1, 'Visible again', 5)])
  expect(collection.peek(1)?.name).toBe('Visible again')
})

test('a reader of one record runs when it arrives, changes and goes', () => {
  const collection = create()
  const seen: (string | undefined)[] = []
  effect(() => void seen.push(collection.get(1)?.name))
  collection.put([buildGarden(2)])
  collection.put([buildGarden(1, 'Come')])
  collection.put([buildGarden(1, 'Changed', 2)])
  collection.remove([2])
  collection.remove([1])
  collection.put([buildGarden(1, 'Back', 3)])
  expect(seen).toEqual([undefined, 'Come', 'Changed', undefined, 'Back'])
})

test('a removed record keeps its last value for the row that is about to go', () => {
  const collection = create(buildGarden(1, 'Last'))
  const [item] = collection.all.value
  collection.remove([1])
  expect(item?.value.name).toBe('Last')
})

test('one record makes the singular event, several the plural one, nothing changed none', () => {
  const collection = create()
  const heard: unknown[] = []
  collection.on('fetched', ({ record }) => heard.push(['fetched', record.id]))
  collection.on('fetched-data', ({ records }) => heard.push(['fetched-data', records.length]))
  collection.on('saved', ({ record, source }) => heard.push(['saved', record.id, source]))
  collection.on('saved-many', ({ records, source }) => heard.push(['saved-many', records.length, source]))
  collection.on('deleted', ({ id, source }) => heard.push(['deleted', id, source]))
  const stop = collection.on('deleted-many', ({ ids, source }) => heard.push(['deleted-many', ids, source]))
  collection.put([buildGarden(1)])
  collection.put([buildGarden(2), buildGarden(3)])
  collection.put([buildGarden(1)], 'remote')
  collection.put([buildGarden(1, 'a', 2)], 'remote')
  collection.put([buildGarden(2, 'b', 2), buildGarden(3, 'c', 2)], 'local')
  collection.remove([1])
  collection.remove([1], 'remote')
  collection.remove([2, 3], 'remote')
  stop()
  collection.remove([4, 5])
  expect(heard).toEqual([
    ['fetched', 1],
    ['fetched-data', 2],
    ['saved', 1, 'remote'],
    ['saved-many', 2, 'local'],
    ['deleted', 1, 'local'],
    ['deleted-many', [2, 3], 'remote'],
  ])
})

test('it is watched while anyone listens to saves or deletions, reads a list or reads a record', () => {
  const collection = create(buildGarden(1))
  const seen: boolean[] = []
  effect(() => void seen.push(collection.watching.value))
  collection.on('fetched', () => {})()
  const here = collection.where({})
  for (const start of [
    () => collection.on('saved', () => {}),
    () => collection.on('deleted-many', () => {}),
    () => effect(() => void here.value),
    () => effect(() => void collection.all.value),
    () => effect(() => void collection.get(1)),
    () => effect(() => void collection.get(7)),
  ]) {
    const stop = start()
    expect(collection.watching.value).toBe(true)
    stop()
    expect(collection.watching.value).toBe(false)
  }
  expect(seen).toHaveLength(13)
})

test('a change by someone else glows for two seconds, in its own row only', () => {
  vi.useFakeTimers()
  const collection = create(buildGarden(1), buildGarden(2))
  const seen: boolean[] = []
  let others = 0
  effect(() => void seen.push(collection.changed(1)))
  effect(() => {
    collection.changed(2)
    others++
  })
  collection.put([buildGarden(1, 'mine', 2)], 'local')
  collection.put([buildGarden(1, 'theirs', 3)], 'remote')
  vi.advanceTimersByTime(1500)
  collection.put([buildGarden(1, 'theirs again', 4)], 'remote')
  vi.advanceTimersByTime(1900)
  expect(seen).toEqual([false, true])
  vi.advanceTimersByTime(200)
  expect(seen).toEqual([false, true, false])
  expect(others).toBe(1)
})

test('while developing, writing to a held record throws', () => {
  const collection = create(buildGarden(1))
  const record = collection.peek(1)
  expect(() => record && (record.name = 'x')).toThrow(TypeError)
  expect(() => record?.tags.push({ id: 1, label: 'x' })).toThrow(TypeError)
})

test('a pending change that is shown anew stays below those that were made after it', () => {
  const collection = create(buildGarden(1, 'Held', 5))
  const naming = (name: string) => [
    { id: 1, layer: (base?: Garden) => base && { ...base, name: `${base.name} ${name}` } },
  ]
  for (const place of [3, 4, 5]) collection.overlay(place, naming(`${place}`))
  collection.lift(4)
  expect(collection.peek(1)?.name).toBe('Held 3 5')
  collection.overlay(4, naming('four'))
  expect(collection.peek(1)?.name).toBe('Held 3 four 5')
  expect([collection.base(1)?.name, collection.base(1, 4)?.name]).toEqual(['Held', 'Held 3'])
  for (const place of [3, 5, 4]) collection.lift(place)
  expect(collection.peek(1)?.name).toBe('Held')
})

test('a deletion outdates the version that is below a pending change of an earlier one', () => {
  const collection = create(buildGarden(1, 'Held', 5))
  collection.overlay(1, [{ id: 1, layer: (base) => base && { ...base, updated_at: at(3) } }])
  collection.remove([1])
  collection.put([buildGarden(1, 'Under way', 5)])
  expect(collection.peek(1)).toBeUndefined()
})
