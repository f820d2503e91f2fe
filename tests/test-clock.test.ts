import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { nothingSaved } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { clockOf, ZONE } from './clock/clock.ts'
import { storeOn } from './clock/store-on.ts'
import { createTestClock } from './clock/test-clock.ts'
import { createTestWorld } from './harness.ts'
import { sampleSqlite } from './sample.ts'
import { dayIn } from '#lib/days.ts'
import { isBrief } from './tier.ts'

describe('the clock of a test world', () => {
  test('stands where the run began until it is moved', () => {
    const clock = createTestClock()
    expect(clock.now()).toEqual(new Date(inject('clockStart')))
    expect(clock.day()).toBe(dayIn(ZONE, new Date(inject('clockStart'))))
    clock.pass({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 })
    expect(clock.now().getTime() - clock.start.getTime()).toBe(93_784_005)
    clock.pass({ days: -1 })
    expect(clock.now().getTime() - clock.start.getTime()).toBe(7_384_005)
  })

  test('begins and moves at times of the company’s zone, on days on which the clocks change too', () => {
    const clock = createTestClock('2027-03-13 23:30')
    expect([clock.now().toISOString(), clock.day(), clock.day(1)]).toEqual([
      '2027-03-14T07:30:00.000Z',
      '2027-03-13',
      '2027-03-14',
    ])
    clock.moveTo(clock.day(1), '03:00')
    expect(clock.now().toISOString()).toBe('2027-03-14T10:00:00.000Z')
  })

  test.runIf(!isBrief)('is told by the server, and the company was seeded by it', async () => {
    const clock = createTestClock('2028-02-29 19:00')
    const world = await createTestWorld({ database: await sampleSqlite(clock) })
    onTestFinished(() => world.close())
    expect(world.clock).toBe(clock)
    const admin = await world.signIn('admin@plumbline.test')
    const { data: logs } = await admin.get('/api/daily_logs')
    const days = logs.map(({ date }: { date: string }) => date).sort()
    // It is March in Greenwich.
    expect(days.at(-1)).toBe('2028-02-29')
    clock.pass({ days: 366 })
    expect((await admin.get('/api/user')).status).toBe(401)
  })

  test('is given once: a company that was seeded by one takes no other', async () => {
    const database = await sampleSqlite(createTestClock())
    onTestFinished(() => database.close())
    await expect(createTestWorld({ database, clock: createTestClock() })).rejects.toThrow('openSample alone')
  })

  test('dates files by when they were last opened, wherever it has gone since', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-dated-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    let now = new Date('2031-05-05T15:00:00Z')
    const store = storeOn(
      clockOf(() => now),
      folderStore(folder),
    )
    const path = store.newPath()
    const put = async (size: number) => {
      const file = await store.open(path, nothingSaved)
      await file.write(new Uint8Array(size))
      await file.close()
    }
    const days = async () => {
      const all = []
      for await (const { written_at } of store.list()) all.push(written_at?.slice(0, 10))
      return all
    }
    await put(1)
    now = new Date('2031-06-05T15:00:00Z')
    expect(await days()).toEqual(['2031-05-05'])
    await put(2)
    expect(await days()).toEqual(['2031-06-05'])
  })
})
