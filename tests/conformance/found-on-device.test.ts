import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOnDevice } from '#blocks/find/on-device.ts'
import { createStore, isRecord } from '#core/store/store.ts'
import { createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite() })
})
afterAll(async () => {
  expect(world.errors).toEqual([])
  await world.close()
})

/** Kinds whose collections can be asked for whole, and have no texts in records of their own. */
const kinds = ['rfi', 'punch_item', 'task', 'customer', 'user', 'extra_work'] as const

test('a device that has all records finds those that the server finds, by number, words and their beginnings (rule find)', async () => {
  const manager = await world.signIn('manager@plumbline.test')
  const { entities } = world.app.services.catalog
  const store = createStore(entities)
  const known = new Map(entities.map((entity) => [entity.name, entity]))
  const jobs = known.get('project')
  for (const name of [...kinds, 'project']) {
    const entity = known.get(name)
    if (!entity) throw new Error(name)
    const { data } = await manager.get(`/${entity.root ?? entity.endpoint}?status=all`)
    store.of(entity).put(data.filter(isRecord), 'remote')
  }
  let found = 0
  for (const text of [
    'panel',
    'Feeder',
    'RFI 13',
    '#7',
    'lp-2',
    'LP2',
    'feeder stage',
    'jumper canyon',
    'school',
    'ort',
    'zzz',
  ])
    for (const kind of kinds) {
      const entity = known.get(kind)
      if (!entity) throw new Error(kind)
      const { data } = await manager.get(`/api/search?q=${encodeURIComponent(text)}&kinds[]=${kind}`)
      const server: number[] = data.items.map(({ id }: { id: number }) => id)
      const own = findOnDevice({ store, user: manager.user, jobs, near: new Set() }, entity, text)
      const device = own.map(({ item }) => item.id)
      // The device tells six of each kind, the best ones.
      expect(device.toSorted(), `${text}: ${kind}`).toEqual(server.slice(0, 6).toSorted())
      found += device.length
    }
  expect(found).toBeGreaterThan(20)
})
