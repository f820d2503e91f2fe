import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'

describe.each(enginesOfTier)('expired data on $engine', ({ openSample }) => {
  test('is deleted, and other data is kept', async () => {
    const clock = createTestClock()
    const database = await openSample(clock)
    const world = await createTestWorld({ database })
    const count = async (table: string) =>
      Number(
        (await sql<{ n: unknown }>`select count(*) as n from ${sql.table(table)}`.execute(database.kysely)).rows[0]?.n,
      )
    const admin = await world.signIn('admin@plumbline.test')
    await admin.post('/api/customers', { name: 'Once' }, { 'idempotency-key': 'old' })
    await admin.post('/api/users/3/reset_password')
    clock.pass({ days: 5 })
    await admin.post('/api/customers', { name: 'Twice' }, { 'idempotency-key': 'new' })
    await world.app.prune()
    expect([await count('idempotency_keys'), await count('links'), await count('sessions')]).toEqual([2, 0, 1])
    clock.pass({ days: 64 })
    await world.app.prune()
    expect([await count('idempotency_keys'), await count('sessions')]).toEqual([2, 0])
    clock.pass({ days: 23 })
    await world.app.prune()
    expect(await count('idempotency_keys')).toBe(1)
    await world.close()
  })
})
