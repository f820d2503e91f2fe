import { expect, onTestFinished, test } from 'vitest'
import { weekdayOf } from '#lib/days.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { isBrief } from '../tier.ts'

async function seededOn(clock: ReturnType<typeof createTestClock>) {
  const world = await createTestWorld({ database: await sampleSqlite(clock) })
  onTestFinished(() => world.close())
  return world.signIn('admin@plumbline.test')
}

test.runIf(!isBrief)(
  'on New Year’s Eve the sample company is of the old year, though the new one has begun in Greenwich',
  async () => {
    const admin = await seededOn(createTestClock('2027-12-31 19:00'))
    const { data: projects } = await admin.get('/api/projects?status=all')
    // Some jobs are of the year before.
    const years = new Set(projects.map(({ number }: { number: string }) => number.slice(0, 3)))
    expect(years).toEqual(new Set(['26-', '27-']))
    const { data: drawings } = await admin.get('/api/drawings')
    const received: string[] = drawings.map((set: { received_on: string }) => set.received_on)
    // The last bulletin came three days before.
    expect(received.toSorted().at(-1)).toBe('2027-12-28')
    const { data: tasks } = await admin.get('/api/tasks')
    // Tomorrow is a holiday and a Saturday.
    expect(tasks.find(({ title }: { title: string }) => title === 'Set boxes, stage wall').due_date).toBe('2028-01-03')
  },
)

test.runIf(!isBrief)('on New Year’s Day the sample company’s agreements are signed', async () => {
  const clock = createTestClock('2027-01-01 08:00')
  const admin = await seededOn(clock)
  const { data: agreements } = await admin.get('/api/work_schedule_agreements')
  expect(agreements.length).toBeGreaterThan(0)
  for (const { signed_on } of agreements) expect(signed_on < clock.day()).toBe(true)
})

test.runIf(!isBrief).each([
  ['Thanksgiving', '2026-11-24 08:00', '2026-11-26'],
  ['Labor Day', '2027-09-01 08:00', '2027-09-06'],
] as const)('nobody of the sample company meets, inspects or delivers on %s', async (_, today, holiday) => {
  const admin = await seededOn(createTestClock(today))
  const { data } = await admin.get('/api/schedule_events?kind=calendar')
  const planned: { type: string; start_date: string }[] = data
  const days = planned.flatMap(({ type, start_date }) =>
    ['meeting', 'inspection', 'delivery'].includes(type) ? [start_date] : [],
  )
  expect(days).toHaveLength(5)
  expect(days).not.toContain(holiday)
  expect(days.filter((day) => weekdayOf(day) % 6 === 0)).toEqual([])
})
