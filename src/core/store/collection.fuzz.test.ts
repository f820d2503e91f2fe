import { batch, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderBy, orderOf } from '../entity/order.ts'
import { between, not, within } from '../query/where.ts'
import { createCollection } from './collection.ts'
import { buildGarden, gardens, type Garden } from './garden.fixture.ts'
import type { Items } from './records.ts'
import { slice } from './slice.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { runs } from '../../../tests/tier.ts'

type Sent = { id: number; name: string; size: number; second: number }
type Step =
  | { do: 'put'; records: Sent[] }
  | { do: 'remove'; ids: number[] }
  | { do: 'sent'; size: number }
  | { do: 'batch'; steps: Step[] }

const id = fc.integer({ min: 1, max: 50 })
const sent = fc.record({
  id,
  name: fc.constantFrom('ash', 'Birch', 'cedar', 'élm', 'fir'),
  size: fc.nat(5),
  second: fc.nat(30),
})
const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), records: fc.array(sent, { maxLength: 6 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      records: fc.array(sent, { minLength: 33, maxLength: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), ids: fc.array(id, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sent' as const), size: fc.nat(5) }) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: simple },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('batch' as const), steps: fc.array(simple, { maxLength: 4 }) }) },
)

const order = orderOf(gardens)
const record = ({ id, name, size, second }: Sent): Garden => ({ ...buildGarden(id, name, second), size })

/** What a collection is to do, in the plainest words: everything filtered and sorted, every time. */
function createModel() {
  const held = new Map<number, Garden>()
  const deleted = new Map<number, string>()
  return {
    put(given: Garden) {
      const { id, updated_at } = given
      if (updated_at <= (deleted.get(id) ?? '')) return
      if (updated_at < (held.get(id)?.updated_at ?? '')) return
      deleted.delete(id)
      held.set(id, given)
    },
    remove(id: number) {
      const moment = held.get(id)?.updated_at ?? deleted.get(id) ?? runningClock.now().toISOString()
      deleted.set(id, moment)
      held.delete(id)
    },
    list: (test: (garden: Garden) => boolean = () => true) => [...held.values()].filter(test).sort(order),
  }
}

const values = (list: ReadonlySignal<Items<Garden>>) => list.value.map((item) => item.value)

test('whatever happens, in batches or not, every list is what filtering and sorting everything would give', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, watched) => {
      const collection = createCollection<Garden>(order, { refs: new Set(['size']) })
      const model = createModel()
      const least = signal(2)
      const large = collection.where({ size: between(3, null) }, { order: orderBy('size', 'desc') })
      // Found through the index: these are treated as refs.
      const few = collection.where({ size: [1, 4], name: not('cedar') })
      // Whether these match depends on records that are not here; the server decided.
      const sent = collection.where({ size: within(gardens) }, { sent: (id) => id > least.peek() * 10, epoch: least })
      const odd = collection.where({ id: Array.from({ length: 25 }, (_, at) => at * 2 + 1) })
      const first = slice(collection.all, () => 3)
      const final = slice(
        odd,
        () => 2,
        () => true,
      )
      // Read or unread in between, as on screen and off it.
      const stop = watched
        ? effect(() => void [large.value, few.value, sent.value, odd.value, first.value, final.value])
        : () => {}
      const run = (step: Step): void => {
        if (step.do === 'batch') return batch(() => step.steps.forEach(run))
        if (step.do === 'sent') least.value = step.size
        else if (step.do === 'put') {
          collection.put(step.records.map(record))
          step.records.map(record).forEach(model.put)
        } else {
          collection.remove(step.ids)
          step.ids.forEach(model.remove)
        }
      }
      for (const each of steps) {
        run(each)
        if (!watched && each.do === 'remove') continue
        expect(values(collection.all)).toEqual(model.list())
        expect(values(large)).toEqual(model.list(({ size }) => size >= 3).sort(orderBy('size', 'desc')))
        expect(values(few)).toEqual(model.list(({ size, name }) => (size === 1 || size === 4) && name !== 'cedar'))
        expect(values(sent)).toEqual(model.list(({ id }) => id > least.value * 10))
        expect(values(odd)).toEqual(model.list(({ id }) => id % 2 === 1))
        expect(values(first)).toEqual(model.list().slice(0, 3))
        expect(values(final)).toEqual(
          model
            .list(({ id }) => id % 2 === 1)
            .slice(-2)
            .reverse(),
        )
      }
      for (let id = 1; id <= 50; id++) expect(collection.get(id)).toEqual(model.list().find((each) => each.id === id))
      stop()
    }),
    { numRuns: runs(300) },
  )
})

test('a list is the same array as long as nothing moves in it', () => {
  const collection = createCollection<Garden>(order)
  collection.put(['ash', 'birch', 'cedar'].map((name, index) => buildGarden(index + 1, name)))
  const small = collection.where({ size: between(null, 4) })
  const top = slice(collection.all, () => 2)
  const before = [collection.all.value, small.value, top.value]
  collection.put([{ ...buildGarden(2, 'birch', 2), size: 3 }])
  collection.put([buildGarden(3, 'Cedar', 3)])
  expect(collection.all.value).toBe(before[0])
  expect(small.value).toBe(before[1])
  expect(top.value).toBe(before[2])
  collection.put([buildGarden(3, 'aspen', 4)])
  expect(collection.all.value.map((item) => item.value.name)).toEqual(['ash', 'aspen', 'birch'])
})

test('one changed record is one signal written, and an equal one none', () => {
  const collection = createCollection<Garden>(order)
  collection.put([1, 2, 3].map((id) => ({ ...buildGarden(id), tags: [{ id: 1, label: 'dry' }] })))
  const runs = new Map<number, number>()
  const count = (key: number) => runs.set(key, (runs.get(key) ?? 0) + 1)
  for (const item of collection.all.value) effect(() => void count(item.value.id))
  effect(() => {
    collection.get(2)
    count(20)
  })
  effect(() => {
    collection.get(9)
    count(90)
  })
  runs.clear()
  collection.put([1, 2, 3].map((id) => ({ ...buildGarden(id), tags: [{ id: 1, label: 'dry' }] })))
  expect(runs.size).toBe(0)
  collection.put([buildGarden(2, 'Orchard', 2), buildGarden(3, 'x', 0)])
  expect([...runs]).toEqual([
    [2, 1],
    [20, 1],
  ])
  runs.clear()
  collection.put([buildGarden(9)])
  expect([...runs]).toEqual([[90, 1]])
})
