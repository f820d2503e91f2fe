import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { previewEngine } from '#server/previews/engine.ts'
import { setOf } from '../drawings.fixture.ts'
import { engines } from '../engines.ts'
import { eventually } from '../eventually.ts'
import { upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { isBrief } from '../tier.ts'

const postgres = engines.find(({ engine }) => engine === 'PostgreSQL')
/** A number that nothing else locks. */
const GATE = 4711

test.runIf(postgres && !isBrief)(
  'a drawing set whose last two pages end at the same moment is under review then',
  async () => {
    if (!postgres) return
    const database = await postgres.openSample()
    const world = await createTestWorld({ database, previews: previewEngine() })
    onTestFinished(() => world.close())
    const { kysely } = database
    const admin = await world.signIn('admin@plumbline.test')
    const sent = await upload(admin, '/api/projects/1/drawings', {
      file: ['Set.pdf', setOf({ number: 'E1.1' }, { number: 'E1.2' })],
    })
    expect(sent.status).toBe(201)
    // Two workers take pages of one person one after the other; several processes may take them at once, as of the server's.
    await sql`create function of_server() returns trigger language plpgsql as $$ begin new.user_id = 0; return new; end $$`.execute(
      kysely,
    )
    await sql`create trigger of_server before insert on jobs for each row when (new.kind = 'drawing-page') execute function of_server()`.execute(
      kysely,
    )
    // Each has saved its page, and looked for others, before either commits; or waits for the other to.
    await sql`create function gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(GATE)}); return new; end $$`.execute(
      kysely,
    )
    await sql`create constraint trigger gate after update on drawing_revisions deferrable initially deferred for each row when (old.state = 'reading' and new.state <> 'reading') execute function gate()`.execute(
      kysely,
    )
    await kysely.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${GATE})`.execute(db)
      const drained = world.app.jobs.drain()
      await eventually(async () => {
        const { rows } = await sql<{
          n: unknown
        }>`select count(*) as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          db,
        )
        expect(Number(rows[0]?.n)).toBe(2)
      })
      await sql`select pg_advisory_unlock(${GATE})`.execute(db)
      await drained
    })
    const { data } = await admin.get(`/api/drawings/${sent.data.id}`)
    expect(data).toMatchObject({ pages: 2, state: 'review' })
  },
)
