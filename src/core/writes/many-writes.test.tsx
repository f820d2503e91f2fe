import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

/** `VITE_WRITES_MANY=10000` for the long run. */
const MANY = Number(import.meta.env.VITE_WRITES_MANY ?? 400)
const DATABASE = 'many writes'

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
  world.reset()
  await world.signIn('admin')
})
afterAll(() => void indexedDB.deleteDatabase(DATABASE))

test(
  'many kept changes are read from the device once, not once for each that is made or sent',
  { tags: 'whole' },
  async () => {
    const tab = await openTab({ fetch: world.fetch, database: DATABASE })
    await eventually(() => expect(tab.writes.items.value).toEqual([]))
    world.network = 'off'
    const whole = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    for (let at = 0; at < MANY; at++) {
      const saved = await tab.api(customers).save({ name: `Row ${at}` })
      if (!saved.ok) throw new Error(saved.message)
    }
    expect(tab.writes.count()).toBe(MANY)
    world.network = 'on'
    await tab.writes.wake()
    await eventually(() => expect(tab.writes.items.value).toEqual([]))
    expect((await world.named('Row')).length).toBe(MANY)
    expect(whole.mock.calls.length).toBeLessThan(20)
    tab.writes.dispose()
  },
)
