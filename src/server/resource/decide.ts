import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { lookupIn } from '../../core/query/lookup.ts'
import { some, type Op } from '../../core/query/where.ts'
import { matches } from '../../core/query/matches.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList, type Executor } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { Catalog } from './catalog.ts'
import type { Rule } from './visibility.ts'

/** Rules in one statement; each is a column of its result. */
const MOST_RULES = 200
/** With more records that name a value than this, the database decides. */
const MOST_NAMING = 200

/**
 * Which of these rows match each rule, by the rule's key. Rules about the rows themselves, about records they
 * refer to and about records that name them are decided in memory, whatever their number; all others in one query per {@link MOST_RULES}.
 * @param rows live records with all stored fields
 */
export async function decide(
  db: Executor,
  catalog: Catalog,
  entity: Entity,
  rules: ReadonlyMap<string, Rule>,
  rows: readonly Row[],
): Promise<Map<string, Set<Id>>> {
  const matched = new Map([...rules.keys()].map((key) => [key, new Set<Id>()]))
  const known = new Map<string, Map<Id, Row | null>>()
  const naming = new Map<string, readonly Row[] | null>()
  let open = [...rules].flatMap(([key, rule]) => rows.map((row) => ({ key, rule, row })))
  for (;;) {
    const missing = new Map<string, Set<Id>>()
    const missingNaming = new Map<string, [Op, unknown]>()
    const lookup = lookupIn(
      (name, id) => {
        const found = known.get(name)?.get(Number(id))
        if (found === undefined) missing.set(name, (missing.get(name) ?? new Set()).add(Number(id)))
        return found
      },
      (op, value) => {
        const question = `${String(op.entity)} ${String(op.lines)} ${String(op.ref)} ${String(value)}`
        const found = naming.get(question)
        if (found === undefined) missingNaming.set(question, [op, value])
        return found ?? undefined
      },
    )
    open = open.filter(({ key, rule, row }) => {
      const answer = matches(rule, row, lookup)
      if (answer === true) matched.get(key)?.add(row.id)
      return answer === 'unknown'
    })
    if (!open.length) return matched
    if (!missing.size && !missingNaming.size) break
    for (const [name, ids] of missing) {
      const target = catalog.entity(name)
      const named = inList(catalog.dialect, sql.ref('t.id'), [...ids])
      const found = await selectRows(db, catalog, target, { where: sql`${named} and ${alive()}` })
      const records = known.get(name) ?? new Map<Id, Row | null>()
      for (const id of ids) records.set(id, null)
      for (const row of found) records.set(row.id, row)
      known.set(name, records)
    }
    for (const [question, [op, value]] of missingNaming) {
      const owner = catalog.entity(String(op.entity))
      const named = condition(catalog, owner, { [String(op.lines)]: some({ [String(op.ref)]: value }) })
      const page = { limit: MOST_NAMING + 1, offset: 0 }
      const found = await selectRows(db, catalog, owner, { where: sql`${named} and ${alive()}`, page })
      naming.set(question, found.length > MOST_NAMING ? null : found)
    }
  }
  await askDatabase(open)
  return matched

  async function askDatabase(questions: typeof open) {
    const asked = [...new Map(questions.map(({ key, rule }) => [key, rule]))]
    const ids = [...new Set(questions.map(({ row }) => row.id))]
    for (let from = 0; from < asked.length; from += MOST_RULES) {
      const part = asked.slice(from, from + MOST_RULES)
      const columns = part.map(
        ([, rule], at) =>
          sql`case when ${condition(catalog, entity, rule, { few: true })} then 1 else 0 end as ${sql.ref(`r${at}`)}`,
      )
      const { rows: found } = await sql<
        Record<string, unknown>
      >`select t.id, ${sql.join(columns)} from ${sql.table(entity.table)} as t where ${inList(catalog.dialect, sql.ref('t.id'), ids)} and ${alive()}`.execute(
        db,
      )
      for (const row of found)
        for (const [at, [key]] of part.entries()) if (Number(row[`r${at}`]) === 1) matched.get(key)?.add(Number(row.id))
    }
  }
}
