import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Filter } from '#core/query/filters.ts'
import type { Entity } from '#core/entity/entity.ts'
import { matches } from '#core/query/matches.ts'
import { anyOf, between, within, type AnyWhere } from '#core/query/where.ts'
import { condition } from '#server/db/conditions.ts'
import type { Database } from '#server/db/database.ts'
import { isDue, nextInTurn, oldest } from '#server/jobs/next-job.ts'
import { loadModules } from '#server/modules.ts'
import { createCatalog, type Catalog } from '#server/resource/catalog.ts'
import { runningClock } from '../clock/clock.ts'
import { engines } from '../engines.ts'

const manager = { id: 2, role: 'project_manager', permissions: {} } as never

describe.each(engines)('how $engine finds rows', ({ engine, openSample }) => {
  let database: Database
  let catalog: Catalog
  beforeAll(async () => {
    database = await openSample()
    catalog = createCatalog(database.dialect, await loadModules())
  })
  afterAll(() => database.close())

  /** The steps of a statement where there are too many rows to look at all of them. */
  const stepsOf = (statement: RawBuilder<unknown>): Promise<string> =>
    database.kysely.transaction().execute(async (db) => {
      if (engine === 'SQLite') {
        const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(db)
        return rows.map(({ detail }) => detail).join('\n')
      }
      await sql`set local enable_seqscan = off`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const rowsOf = (entity: Entity, where: AnyWhere, given: AnyWhere = {}) =>
    sql`select t.id from ${sql.table(entity.table)} as t where t.deleted_at is null and ${condition(catalog, entity, where, { given })}`
  const filterOf = (entity: Entity, name: string): Filter => {
    const found = entity.filters[name]
    if (!found) throw new Error(`"${entity.name}" has no filter "${name}".`)
    return found
  }

  test('the next of tens of thousands of heavy jobs, by stepping from person to person', async () => {
    const now = runningClock.now()
    const due = isDue('heavy', now)
    const steps = await stepsOf(nextInTurn(database, { lane: 'heavy' }, due, now))
    for (const index of ['jobs_waiting_index', 'jobs_turns_index', 'jobs_running_index']) expect(steps).toContain(index)
    // From one kind of a person to the next, and not through all that the person waits for.
    if (engine === 'SQLite') expect(steps).toContain('(lane=? AND user_id=? AND kind>?)')
    expect(steps).not.toMatch(/SCAN (jobs|one|job)\b|Seq Scan|DISTINCT/)
    // What was asked for by nobody in turn is read in its order.
    expect(await stepsOf(oldest(database, due))).toContain('jobs_lane_due_index')
  })

  test('what is anybody’s by one of several refs, by the index of each', async () => {
    const rfis = catalog.entity('rfi')
    const steps = await stepsOf(rowsOf(rfis, filterOf(rfis, 'view').where('mine', { user: manager })))
    for (const index of ['rfis_user_id_index', 'rfis_assigned_id_index', 'distributions_user_id_index'])
      expect(steps).toContain(index)
    expect(steps).not.toMatch(/SCAN (t|t_any)\b|Seq Scan/)
  })

  test('one of hundreds of alternatives, by the ref that each of them names', async () => {
    const weeks = catalog.entity('timecard')
    const many = anyOf<object>(
      ...Array.from({ length: 1200 }, (_, at) => ({
        user_id: 3 + (at % 3),
        week_start: between(runningClock.day(-at), runningClock.day(-at)),
      })),
    )
    expect(await stepsOf(rowsOf(weeks, many))).not.toMatch(/SCAN t\b|Seq Scan/)
    const { rows } = await rowsOf(weeks, many).execute(database.kysely)
    type Week = { user_id: number; week_start: string }
    const weeksOf = sql<Week>`select user_id, cast(week_start as text) as week_start from timecards where deleted_at is null`
    const all = await weeksOf.execute(database.kysely)
    const matching = all.rows.filter((row) => matches(many, { ...row, user_id: Number(row.user_id) }) === true)
    expect(matching.length).toBeGreaterThan(0)
    expect(rows).toHaveLength(matching.length)
  })

  test('alternatives that cannot match are not looked for', async () => {
    const messages = catalog.entity('message')
    const of = (name: string) => ({
      messageable_type: catalog.entity(name).table,
      messageable_id: within(catalog.entity(name)),
    })
    const seen = (name: string) => ({ ...of(name), messageable_id: { ...of(name).messageable_id, rule: true } })
    const either = anyOf<object>(seen('rfi'), seen('task'))
    expect(await stepsOf(rowsOf(messages, either))).toMatch(/\btasks/)
    const given = { messageable_type: 'rfis', messageable_id: [1, 2] }
    expect(await stepsOf(rowsOf(messages, either, given))).not.toMatch(/\btasks/)
  })

  test('what is counted on a record, without reading a row that does not count', async () => {
    if (engine === 'PostgreSQL') {
      // Of a few rows it takes any index; this one it has.
      const known = sql<{
        indexdef: string
      }>`select indexdef from pg_indexes where indexname = 'rfis_open_rfis_count_index'`
      const [index] = (await known.execute(database.kysely)).rows
      return expect(index?.indexdef).toMatch(/\(project_id.*\) WHERE .*deleted_at IS NULL.*resolved_at IS NULL/)
    }
    const counted = sql`select t.project_id, count(*) from rfis as t where t.project_id in (1, 2) and t.deleted_at is null and ${condition(catalog, catalog.entity('rfi'), { resolved_at: null })} group by t.project_id`
    return expect(await stepsOf(counted)).toContain('COVERING INDEX rfis_open_rfis_count_index')
  })

  test('what lasts until a day or longer, by that day', async () => {
    const events = catalog.entity('schedule_event')
    const from = filterOf(events, 'from').where(runningClock.day(-1), { user: manager })
    expect(await stepsOf(rowsOf(events, from))).toMatch(/schedule_events_(end_date|told_to)_index/)
  })
})
