import { effect } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { beds, buildBed, buildGarden, gardens, type Bed } from './garden.fixture.ts'
import { createStore } from './store.ts'

/** Beds 1 to 2,100 of 300 gardens, and how often each garden's group was read and each bed's key asked for. */
function opened() {
  const store = createStore([gardens, beds])
  const collection = store.of(beds)
  let asked = 0
  const groups = store.groups({ entity: beds, order: { column: 'id' } }, ({ garden_id }) => {
    asked++
    return garden_id
  })
  collection.put(Array.from({ length: 2100 }, (_, at) => buildBed(at + 1, Math.floor(at / 7) + 1)))
  const read = new Map<number, number>()
  for (let garden = 1; garden <= 301; garden++)
    effect(() => {
      void groups.of(garden).value
      read.set(garden, (read.get(garden) ?? 0) + 1)
    })
  let lists = 0
  effect(() => {
    void groups.keys.value
    lists++
  })
  asked = 0
  return {
    store,
    groups,
    change: (...changed: Bed[]) => collection.put(changed, 'remote'),
    remove: (...ids: number[]) => collection.remove(ids, 'remote'),
    ids: (garden: number) => groups.of(garden).value.map(({ id }) => id),
    again: () => [...read].flatMap(([garden, times]) => (times > 1 ? [garden] : [])),
    lists: () => lists,
    asked: () => asked,
  }
}
const later = (bed: Bed): Bed => ({ ...bed, updated_at: '2027-01-01T00:00:00.000Z' })

test('a changed record is read again by its own group alone, and no other is asked for its key', () => {
  const { change, groups, again, asked, lists } = opened()
  change(later(buildBed(8, 2, 99)))
  expect(again()).toEqual([2])
  expect(groups.of(2).value[0]?.row).toBe(99)
  expect([asked(), lists()]).toEqual([1, 1])
})

test('a record that gets another key moves, and stands where its list has it', () => {
  const { change, ids, again, lists } = opened()
  change(later(buildBed(8, 3)))
  expect(again()).toEqual([2, 3])
  expect([ids(2)[0], ids(3)[0]]).toEqual([9, 8])
  expect(lists()).toBe(1)
})

test('keys change only with a first record and with the last one', () => {
  const { change, remove, groups, ids, again, lists } = opened()
  change(buildBed(2101, 2))
  expect([ids(2).at(-1), lists()]).toEqual([2101, 1])
  change(buildBed(2102, 301))
  expect(lists()).toBe(2)
  remove(2102)
  expect([lists(), groups.keys.value.has(301), ids(301).length]).toEqual([3, false, 0])
  expect(again()).toEqual([2, 301])
})

test('many changes at once, and those nobody watched, are followed', () => {
  const { store, change, ids } = opened()
  change(...Array.from({ length: 100 }, (_, at) => later(buildBed(at + 1, 300))))
  expect([ids(1), ids(300).length]).toEqual([[], 107])
  const unwatched = store.groups({ entity: beds, where: { garden_id: 5 } }, ({ row }) => row)
  expect(unwatched.of(1).peek()).toEqual([])
  change(buildBed(3001, 5, 1))
  change(buildBed(3002, 6, 1))
  expect(
    unwatched
      .of(1)
      .peek()
      .map(({ id }) => id),
  ).toEqual([3001])
})

test('a record is in several groups, or in none', () => {
  const store = createStore([gardens, beds])
  const byTag = store.groups({ entity: gardens }, ({ name, tags }) =>
    name === 'Hidden' ? null : tags.map(({ label }) => label),
  )
  const tags = (...labels: string[]) => labels.map((label, at) => ({ id: at + 1, label }))
  store.of(gardens).put([
    { ...buildGarden(1), tags: tags('herbs', 'roses') },
    { ...buildGarden(2), tags: tags('roses') },
    { ...buildGarden(3, 'Hidden'), tags: tags('roses') },
  ])
  expect([...byTag.keys.value].sort()).toEqual(['herbs', 'roses'])
  expect(byTag.of('roses').value.map(({ id }) => id)).toEqual([1, 2])
})
