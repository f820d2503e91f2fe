import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { heldChanges } from '#modules/time/held.ts'
import { timecards, timeEntries, type TimeEntry } from '#modules/time/entities.ts'
import { eventually } from '../../../tests/eventually.ts'
import { createHeldReport, type HeldReport } from './held.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
/** What was told of what is held, in order. */
let told: { device: string; changes: { count: number; refusal: string | null }[] }[] = []
const storage = new Map<string, string>()
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `held test ${count++}`
  world.reset()
  await world.signIn('foreman')
  Object.assign(world, { network: 'on', asked: [] })
  told = []
  storage.clear()
})
afterEach(() => indexedDB.deleteDatabase(database))

const report: HeldReport = {
  to: heldChanges,
  of: [
    { entity: timeEntries, person: 'user_id', day: 'date' },
    { entity: timecards, person: 'user_id', day: 'week_start' },
  ],
}
const network: typeof fetch = async (input, init = {}) => {
  const answer = await world.fetch(input, init)
  if (init.method === 'PUT' && answer.ok) told.push(JSON.parse(String(init.body)))
  return answer
}
async function tab(takes = true) {
  const opened = await openTab({
    fetch: network,
    database,
    entities: [timeEntries, timecards, heldChanges],
    report: (deps) =>
      createHeldReport({
        ...deps,
        report,
        takes: () => takes,
        storage: () => ({
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        }),
      }),
  })
  onTestFinished(() => opened.writes.dispose())
  return opened
}
type Tab = Awaited<ReturnType<typeof tab>>
/** Hours of the foreman's own that the server refuses: another day of a week that has none, without a code. */
async function refused({ api, session, writes }: Tab, date: string) {
  world.network = 'off'
  const user_id = session.user.peek()?.id ?? 0
  await api(timeEntries).save({ user_id, type: 'standard', project_id: 1, cost_code_id: 999_999, date, hours: 8 })
  world.network = 'on'
  await writes.wake()
  await eventually(() => expect(writes.items.value.at(-1)?.state).toBe('refused'))
}
const shown = () => world.ask<{ count: number; days: string[] }[]>('/api/held_changes')

test('what was refused is told as often as it changes, and that nothing is left (rule held-changes)', async () => {
  const one = await tab()
  await refused(one, '2020-03-09')
  await eventually(() => expect(told).toHaveLength(1))
  expect(told[0]?.changes).toMatchObject([
    { entity: 'time_entry', person: one.session.user.peek()?.id, count: 1, days: ['2020-03-09'] },
  ])
  expect(told[0]?.changes[0]?.refusal).toMatch(/./)
  await refused(one, '2020-03-10')
  await eventually(async () => expect(await shown()).toMatchObject([{ count: 2, days: ['2020-03-09', '2020-03-10'] }]))
  // Another round that changes nothing tells nothing.
  await one.writes.wake()
  expect(told).toHaveLength(2)
  for (const { at } of one.writes.items.peek()) await one.writes.discard(at)
  await eventually(async () => expect(await shown()).toEqual([]))
})

test('a later visit tells that nothing is left, where an earlier one told of something', async () => {
  const one = await tab()
  await refused(one, '2020-03-09')
  await eventually(() => expect(told).toHaveLength(1))
  world.network = 'off'
  await one.writes.discard(one.writes.items.peek()[0]?.at ?? 0)
  one.writes.dispose()
  world.network = 'on'
  await tab()
  await eventually(async () => expect(await shown()).toEqual([]))
})

test('what only lacks a network is not told, and a server that does not announce it is asked nothing', async () => {
  const one = await tab()
  world.network = 'off'
  const user_id = one.session.user.peek()?.id ?? 0
  await one.api(timeEntries).save({ user_id, type: 'shop', date: '2020-03-09', hours: 8 })
  expect(one.writes.items.peek()).toHaveLength(1)
  world.network = 'on'
  await one.writes.wake()
  await eventually(async () =>
    expect(await world.ask<TimeEntry[]>('/api/time_entries?from=2020-03-09&to=2020-03-09')).toHaveLength(1),
  )
  expect(told).toEqual([])
  one.writes.dispose()
  const two = await tab(false)
  await refused(two, '2020-03-09')
  expect(told).toEqual([])
  expect(world.asked.filter((one) => one.startsWith('PUT'))).toEqual([])
})
