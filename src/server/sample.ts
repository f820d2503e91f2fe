import type { App } from './app.ts'
import { sql } from 'kysely'
import type { Sample } from './define-server.ts'
import { tellStory } from './sample-story.ts'
import { transact } from './context/transact.ts'
import { nothingSaved } from './files/file-store.ts'
import { isPicture } from './files/sniff.ts'

/**
 * A small pseudo-random generator, so that the sample company is the same on every machine. Each module has its own,
 * seeded by its name: how many numbers a module draws may depend on the day, and must not affect the other modules.
 */
function createPick(module: string) {
  let state = 2166136261
  for (const letter of module) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Seeds the sample company in one transaction, each module after those it depends on. */
export async function seedSample({ services, system, hasher }: App, password: string): Promise<void> {
  const parts = new Map(
    await Promise.all(
      services.catalog.samples.map(async ({ id, load }): Promise<[string, Sample]> => [id, (await load()).sample]),
    ),
  )
  const order: string[] = []
  const visit = (id: string) => {
    if (order.includes(id)) return
    for (const before of parts.get(id)?.after ?? []) visit(before)
    order.push(id)
  }
  for (const id of parts.keys()) visit(id)
  // One hash for all users: they share the password, and hashing is slow on purpose.
  const hash = await hasher.hash(password)
  await transact(services, { user: system, seeding: true }, async (ctx) => {
    const setPassword = async (user: number) => {
      await sql`insert into credentials (user_id, password_hash) values (${user}, ${hash})`.execute(ctx.db)
    }
    const { store } = services.incoming
    const keepFile = async (name: string, mime: string, bytes: Uint8Array) => {
      const path = store.newPath()
      const file = await store.open(path, nothingSaved)
      try {
        await file.write(bytes)
        await file.save(true)
        await store.finish(path, file.saved)
      } finally {
        await file.close()
      }
      return { name, mime, path, size: bytes.byteLength, image: isPicture(mime) }
    }
    for (const id of order)
      await parts.get(id)?.seed(ctx, { pick: createPick(id), story: tellStory, setPassword, keepFile })
  })
}

/** True for a database without users. */
export async function isEmpty({ services }: App): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(services.catalog.entity('user').table)} limit 1`.execute(
    services.database.kysely,
  )
  return rows.length === 0
}
