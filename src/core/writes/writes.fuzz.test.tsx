import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CurrentUser } from '../access/access.ts'
import type { FromTab, ToTab } from './killable-tab.fixture.ts'
import { createStorage } from './storage.ts'
import { startWorld, type Network } from './world.fixture.ts'

let world: Awaited<ReturnType<typeof startWorld>>
const databases: string[] = []
beforeAll(async () => void (world = await startWorld()))
afterAll(() => {
  for (const name of databases) indexedDB.deleteDatabase(name)
})

type Step =
  | { kind: 'open' | 'kill' | 'save'; tab: 0 | 1 }
  | { kind: 'network'; network: Network; delay: number }
  | { kind: 'pass'; ms: number }

const tab = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('open' as const, 'kill' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      network: fc.constantFrom('on' as const, 'off' as const, 'lost' as const, 'down' as const),
      delay: fc.integer({ min: 0, max: 30 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 250 }) }) },
)
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A tab that can be ended in the middle of whatever it does. */
function openTab(database: string, user: CurrentUser, saved: (name: string, ok: boolean) => void) {
  const worker = new Worker(new URL('./killable-tab.fixture.ts', import.meta.url), { type: 'module' })
  const say = (words: ToTab) => worker.postMessage(words, { transfer: [] })
  worker.addEventListener('message', async ({ data }: MessageEvent<FromTab>) => {
    if (data.kind === 'saved') return saved(data.name, data.ok)
    const { id, path, init } = data
    const answer = await world.fetch(path, init).catch(() => null)
    say({ kind: 'answer', id, status: answer?.status ?? 0, body: (await answer?.text()) ?? '' })
  })
  say({ kind: 'open', database, user: JSON.stringify(user) })
  return {
    save: (name: string) => say({ kind: 'save', name }),
    kill: () => worker.terminate(),
  }
}

test('whatever fails and whenever a tab dies, what was accepted arrives exactly once and all else at most once', async () => {
  world.reset()
  await world.signIn('admin')
  const user = await world.ask<CurrentUser>('/api/user')
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 18 }), async (steps) => {
      const word = `Run${run++}x`
      const database = `outbox fuzz ${word}`
      databases.push(database)
      const accepted = new Set<string>()
      const refused: string[] = []
      const saved = (name: string, ok: boolean) => void (ok ? accepted.add(name) : refused.push(name))
      const open = () => openTab(database, user, saved)
      const tabs: [ReturnType<typeof open> | undefined, ReturnType<typeof open> | undefined] = [open(), undefined]
      let count = 0
      for (const one of steps) {
        if (one.kind === 'pass') await pass(one.ms)
        else if (one.kind === 'network') Object.assign(world, { network: one.network, delay: one.delay })
        else if (one.kind === 'open') tabs[one.tab] ??= open()
        else if (one.kind === 'save') tabs[one.tab]?.save(`${word} ${count++}`)
        else {
          tabs[one.tab]?.kill()
          tabs[one.tab] = undefined
        }
      }
      await pass(20)
      for (const one of tabs) one?.kill()
      Object.assign(world, { network: 'on', delay: 0 })
      const last = open()
      const storage = createStorage(database)
      await vi.waitFor(async () => expect(await storage.all(user.id)).toEqual([]), { timeout: 10_000, interval: 5 })
      last.kill()
      const there = (await world.named(word)).map(({ name }) => name)
      expect(there.length).toBe(new Set(there).size)
      expect([...accepted].filter((name) => !there.includes(name))).toEqual([])
      expect(refused).toEqual([])
    }),
    { numRuns: 25 },
  )
}, 120_000)
