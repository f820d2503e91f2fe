import { sql } from 'kysely'
import type { CurrentUser } from '#core/access/access.ts'
import type { createTestWorld } from '../harness.ts'
import type { Client } from '../harness.ts'

export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>

/** One person of each role and kind of guest in the sample company. */
export const people = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
export type Person = (typeof people)[number]
export type Asker = Person | 'nobody'
export const askers: readonly Asker[] = [...people, 'nobody']

/** Signs everyone in. Hostile requests may deactivate, rename or sign out people, so they can be restored. */
export async function createCast(world: TestWorld) {
  const { kysely } = world.app.services.database
  const clients = new Map<Asker, Client & { user?: CurrentUser }>([['nobody', world.client()]])
  for (const person of people) clients.set(person, await world.signIn(`${person}@plumbline.test`))
  await world.client().get('/sanctum/csrf-cookie')
  const clientOf = (asker: Asker) => {
    const client = clients.get(asker)
    if (!client) throw new Error(`${asker} is not in the cast.`)
    return client
  }
  const ids = people.flatMap((person) => clientOf(person).user?.id ?? [])
  const rowsNow = async () =>
    (await sql<Record<string, unknown>>`select * from users where id in (${sql.join(ids)}) order by id`.execute(kysely))
      .rows
  const before = await rowsNow()
  const asTheyWere = JSON.stringify(before)

  return {
    clientOf,
    userOf(person: Person): CurrentUser {
      const { user } = clientOf(person)
      if (!user) throw new Error(`${person} is nobody.`)
      return user
    },
    /** Restores everyone's record, and signs in again who was signed out. */
    async restore() {
      if (JSON.stringify(await rowsNow()) !== asTheyWere)
        for (const { id, ...columns } of before) {
          const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
          await sql`update users set ${sql.join(sets)} where id = ${id}`.execute(kysely)
        }
      for (const person of people) {
        const client = clientOf(person)
        if ((await client.get('/api/user')).status === 200) continue
        client.cookies.set('plumbline_session', await world.app.sessions.create(client.user?.id ?? 0))
        await client.get('/sanctum/csrf-cookie')
      }
      const nobody = clientOf('nobody')
      if ((await nobody.get('/api/user')).status === 200) nobody.cookies.clear()
      if (!nobody.cookies.size) await nobody.get('/sanctum/csrf-cookie')
    },
  }
}
export type Cast = Awaited<ReturnType<typeof createCast>>
