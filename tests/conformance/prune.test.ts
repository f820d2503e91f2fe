import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'

describe.each(enginesOfTier)('expired data on $engine', ({ openSample }) => {
  test('is deleted, and other data is kept', async () => {
    let now = new Date('2026-11-20T12:00:00Z')
    const database = await openSample()
    const world = await createTestWorld({ database, now: () => now })
    const count = async (table: string) =>
      Number(
        (await sql<{ n: unknown }>`select count(*) as n from ${sql.table(table)}`.execute(database.kysely)).rows[0]?.n,
      )
    const admin = await world.signIn('admin@plumbline.test')
    await admin.post('/api/customers', { name: 'Once' }, { 'idempotency-key': 'old' })
    await admin.post('/api/users/3/reset_password')
    now = new Date('2026-11-25T12:00:00Z')
    await admin.post('/api/customers', { name: 'Twice' }, { 'idempotency-key': 'new' })
    await world.app.prune()
    expect([await count('idempotency_keys'), await count('links'), await count('sessions')]).toEqual([2, 0, 1])
    now = new Date('2027-01-28T12:00:00Z')
    await world.app.prune()
    expect([await count('idempotency_keys'), await count('sessions')]).toEqual([2, 0])
    now = new Date('2027-02-20T12:00:00Z')
    await world.app.prune()
    expect(await count('idempotency_keys')).toBe(1)
    await world.close()
  })
})
