import { effect } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { beds, buildBed, buildGarden, buildPlant, gardens, plants } from './garden.fixture.ts'
import { createStore } from './store.ts'

test('a removed parent takes along what is nested below it, and that may come back with it', () => {
  const store = createStore([gardens, beds, plants])
  store.of(gardens).put([buildGarden(1), buildGarden(2)])
  store.of(beds).put([buildBed(1, 1), buildBed(2, 1), buildBed(3, 2)])
  store.of(plants).put([buildPlant(1, 1), buildPlant(2, 3)])
  const heard: unknown[] = []
  store.of(beds).on('deleted-many', (payload) => heard.push(payload))
  store.of(plants).on('deleted', (payload) => heard.push(payload))
  store.of(gardens).remove([1], 'remote')
  expect(store.of(beds).all.value.map((bed) => bed.value.id)).toEqual([3])
  expect(store.of(plants).all.value.map((plant) => plant.value.id)).toEqual([2])
  expect(heard).toMatchObject([
    { id: 1, source: 'remote' },
    { ids: [1, 2], source: 'remote' },
  ])
  store.of(beds).put([buildBed(1, 1)])
  expect(store.of(beds).peek(1)?.garden_id).toBe(1)
})

test('embedded records live in their own collection, the record that brought them keeps their ids', () => {
  const store = createStore([gardens, beds])
  // As the wire sends it; the description types the field as what is held.
  const sent = { ...buildGarden(1), bed_ids: [buildBed(4, 1), buildBed(5, 1)] as unknown as number[] }
  store.of(gardens).put([sent])
  expect(store.of(gardens).peek(1)?.bed_ids).toEqual([4, 5])
  expect(store.of(beds).all.value.map((bed) => bed.value.id)).toEqual([5, 4])
  const before = store.of(gardens).peek(1)
  store.of(gardens).put([sent])
  expect(store.of(gardens).peek(1)).toBe(before)
})

test('clearing empties every collection, tells its readers and forgets its deletions', () => {
  const store = createStore([gardens, beds])
  store.of(gardens).put([buildGarden(1), buildGarden(2)])
  store.of(gardens).remove([2])
  const seen: unknown[] = []
  const here = store.of(gardens).where({})
  effect(() => void seen.push([here.value.length, store.of(gardens).get(1)?.id, store.cleared.value]))
  store.clear()
  expect(seen).toEqual([
    [1, 1, 0],
    [0, undefined, 1],
  ])
  store.of(gardens).put([buildGarden(2)])
  expect(here.value).toHaveLength(1)
})

test('a collection is found by its entity and by its name, and an unknown one is refused by name', () => {
  const store = createStore([gardens])
  expect(store.byName('garden')).toBe(store.of(gardens))
  expect(store.byName('bed')).toBeUndefined()
  expect(() => store.of(beds)).toThrow('The store holds no "bed"')
})
