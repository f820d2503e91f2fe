import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { sampleSqlite } from '../sample.ts'
import { createTestWorld } from '../harness.ts'

describe('the daily backup', () => {
  // Its time follows from the calendar alone, not from the engine.
  const clock = createTestClock('2027-03-10 08:00')
  let made = 0
  let world: Awaited<ReturnType<typeof createTestWorld>>
  beforeAll(async () => {
    world = await createTestWorld({ database: await sampleSqlite(clock), backUp: async () => void made++ })
  })
  afterAll(() => world.close())
  const change = async (to: Record<string, unknown>) =>
    (await world.signIn('admin@plumbline.test')).patch('/api/company_settings/1', to)
  /** How many are made until this time of a day in Los Angeles. */
  const by = async (day: string, time: string) => {
    clock.moveTo(day, time)
    await world.app.runDaily()
    await world.app.jobs.drain()
    return made
  }

  test('is made once a day from the hour on that the company says, in its time zone', async () => {
    // Unless it says so at six in the morning, in Los Angeles.
    expect(await by('2027-03-10', '05:59')).toBe(0)
    expect(await by('2027-03-10', '06:00')).toBe(1)
    expect(await by('2027-03-10', '23:59')).toBe(1)
    expect((await change({ backup_hour: 20 })).data.backup_hour).toBe(20)
    expect(await by('2027-03-11', '19:59')).toBe(1)
    expect(await by('2027-03-11', '20:00')).toBe(2)
    // Eleven at night in New York is eight in the evening in Los Angeles.
    await change({ backup_hour: 23, time_zone: 'America/New_York' })
    expect(await by('2027-03-12', '19:59')).toBe(2)
    expect(await by('2027-03-12', '20:00')).toBe(3)
    const refused = await change({ backup_hour: 24 })
    expect([refused.status, refused.data.errors]).toEqual([422, { backup_hour: ['Daily backup must be 23 or less.'] }])
  })

  test('is made on the days when the clocks change, once, whether they skip its hour or repeat it', async () => {
    // 2:00 to 3:00 is skipped on March 14, 2027, and 1:00 to 2:00 comes twice on November 7.
    made = 0
    await change({ backup_hour: 2, time_zone: 'America/Los_Angeles' })
    expect(await by('2027-03-13', '02:00')).toBe(1)
    expect(await by('2027-03-14', '01:59')).toBe(1)
    expect(await by('2027-03-14', '03:00')).toBe(2)
    expect(await by('2027-03-15', '02:00')).toBe(3)
    await change({ backup_hour: 1 })
    expect(await by('2027-11-07', '00:59')).toBe(3)
    expect(await by('2027-11-07', '01:00')).toBe(4)
    clock.pass({ minutes: 60 })
    expect(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric' }).format(clock.now()),
    ).toBe('1 AM')
    await world.app.runDaily()
    await world.app.jobs.drain()
    expect(await by('2027-11-07', '12:00')).toBe(4)
    expect(await by('2027-11-08', '01:00')).toBe(5)
  })
})
