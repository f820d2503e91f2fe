import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '../access/access.ts'
import { openKillable } from './open-killable.fixture.ts'
import { createStorage } from './storage.ts'
import { startWorld, type Network } from './world.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

/** `VITE_WRITES_RUNS=1000` for the long run. */
const RUNS = Number(import.meta.env.VITE_WRITES_RUNS ?? 25)

let world: Awaited<ReturnType<typeof startWorld>>
const databases: string[] = []
beforeAll(async () => void (world = await startWorld()))
afterAll(() => {
  for (const name of databases) indexedDB.deleteDatabase(name)
})

type Step =
  | { kind: 'open' | 'kill' | 'save' | 'edit' | 'delete'; tab: 0 | 1 }
  | { kind: 'network'; network: Network; delay: number }
  | { kind: 'pass'; ms: number }

const tab = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('save' as const, 'save' as const, 'edit' as const, 'edit' as const, 'delete' as const),
      tab,
    }),
  },
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

/** What is known of a record by what its tabs were told. */
interface Expected {
  tab: object
  made: boolean
  /** Commands whose outcome is not known: their tab was killed, or is still at it. */
  open: number
  phone: string | null
  /** Its deletion has begun: an edit after it would be refused, rightly. */
  deleting: boolean
  gone: boolean
}

test(
  'whatever fails and whenever a tab dies, all that was accepted is done once, in order, and nothing else twice',
  async () => {
    world.reset()
    await world.signIn('admin')
    const user = await world.ask<CurrentUser>('/api/user')
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 22 }), async (steps) => {
        const word = `Run${run++}x`
        const database = `writes fuzz ${word}`
        databases.push(database)
        const records = new Map<string, Expected>()
        const refused: string[] = []
        const open = () => openKillable(world, database, user)
        const tabs: [ReturnType<typeof open> | undefined, ReturnType<typeof open> | undefined] = [open(), undefined]
        let count = 0
        const command = (where: ReturnType<typeof open>, kind: 'save' | 'edit' | 'delete') => {
          const name =
            kind === 'save'
              ? `${word} ${count++}`
              : [...records].findLast(([, one]) => one.tab === where && one.made && !one.deleting)?.[0]
          if (name === undefined) return
          const known = records.get(name) ?? {
            tab: where,
            made: false,
            open: 0,
            phone: null,
            deleting: false,
            gone: false,
          }
          records.set(name, known)
          known.open++
          known.deleting ||= kind === 'delete'
          const phone_number = `1509555${String(1000 + count++)}`
          where.do({ kind, name, phone_number }, ({ ok, status }) => {
            known.open--
            if (!ok) return refused.push(`${kind} ${name}: ${status}`)
            if (kind === 'save') known.made = true
            if (kind === 'edit') known.phone = phone_number
            if (kind === 'delete') known.gone = true
            return undefined
          })
        }
        for (const one of steps) {
          if (one.kind === 'pass') await pass(one.ms)
          else if (one.kind === 'network') Object.assign(world, { network: one.network, delay: one.delay })
          else if (one.kind === 'open') tabs[one.tab] ??= open()
          else if (one.kind === 'kill') {
            tabs[one.tab]?.kill()
            tabs[one.tab] = undefined
          } else {
            const where = tabs[one.tab]
            if (where) command(where, one.kind)
          }
        }
        await pass(20)
        for (const one of tabs) one?.kill()
        Object.assign(world, { network: 'on', delay: 0 })
        const last = open()
        const storage = createStorage(database)
        await eventually(async () => expect(await storage.all(user.id)).toEqual([]))
        last.kill()
        const saved = await world.named(word)
        const there = new Map(saved.map((one) => [one.name, one]))
        expect(saved.length).toBe(there.size)
        expect(refused).toEqual([])
        for (const [name, { made, open: unknown, phone, gone }] of records) {
          if (!made || unknown) continue
          expect([name, there.has(name)]).toEqual([name, !gone])
          if (!gone) expect([name, there.get(name)?.phone_number]).toEqual([name, phone])
        }
      }),
      { numRuns: RUNS },
    )
  },
  Math.max(240_000, RUNS * 3000),
)
