import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Catalog } from '../resource/catalog.ts'
import { copyDatabase, differencesIn, holdsCompany, tallyOf, tablesIn, type Tallies } from './copy-database.ts'
import { prepareTables } from '../db/prepare-tables.ts'
import { beginCopy, endCopy, unfinishedCopy } from './unfinished.ts'

/** Changes with every save, so that a copy which was broken off goes on only if nothing was saved since. */
async function stateOf(database: Database): Promise<string> {
  if (!(await tablesIn(database)).includes('events')) return 'nothing'
  const { rows } = await sql<{ last: unknown }>`select coalesce(max(id), 0) as last from events`.execute(
    database.kysely,
  )
  return `company at event ${Number(rows[0]?.last)}`
}

/**
 * Copies a company from one engine to the other, and compares the copies. Run again after it was broken off, it goes on.
 * No server may use the source meanwhile: what is saved then is not in the copy.
 * Run again after it was finished, it finds that all is there.
 * @throws with a sentence for the operator, when there is another company at the target or the copies differ
 */
export async function moveCompany(
  from: Database,
  to: Database,
  catalog: Catalog,
  onTable: (table: string, rows: number) => void,
): Promise<Tallies> {
  if (!(await holdsCompany(from))) throw new Error('there is no company to move.')
  const broken = await unfinishedCopy(to)
  if (broken === null && (await holdsCompany(to))) {
    // Whoever's command was killed in its last moment cannot know that it was done.
    const there = await tallyOf(to)
    if (differencesIn(await tallyOf(from), there).length) throw new Error('there is a company at the target already.')
    return there
  }
  await prepareTables(from, catalog)
  await prepareTables(to, catalog)
  const state = await stateOf(from)
  await beginCopy(to, state)
  const tallies = await copyDatabase(from, to, { resume: broken === state, onTable })
  const differences = differencesIn(tallies, await tallyOf(to))
  if (differences.length) throw new Error(`the copies differ: ${differences.join('; ')}.`)
  await endCopy(to)
  return tallies
}
