import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Row } from '../db/rows.ts'
import { matchesAsking } from '../../core/query/matches.ts'
import type { AnyWhere, Op } from '../../core/query/where.ts'
import { entriesOf, undo, type HistoryEntry } from './history.ts'
import { passing, ruleFor, unresolvedRule } from '../resource/visibility.ts'
import { findRow, type Context } from '../context/context.ts'

interface Span {
  /** The history since the user could see the record, newest first. */
  readonly entries: HistoryEntry[]
  /** When the user's current view of the record began, in milliseconds; null when they cannot see it. */
  readonly since: number | null
}

type State = Readonly<Record<string, unknown>>

/**
 * The history of a visible record, back to when the user gained uninterrupted sight of it. Earlier states are rebuilt
 * from each entry's changes and checked against the entity's row rule. The entry that made the record visible comes
 * without its changes, because their old values predate that moment. Conditions on other records (a parent, a team)
 * hold from when the user gained sight of those; where that is unknown, the record counts as not visible.
 */
export async function whileVisible(ctx: Context, entity: Entity, row: Row): Promise<Span> {
  const spans = new Map<string, Promise<number | null>>()
  return span(ctx, entity, row, spans)
}

async function span(ctx: Context, entity: Entity, row: Row, spans: Map<string, Promise<number | null>>): Promise<Span> {
  const { catalog, db } = ctx
  const rule = await unresolvedRule(catalog, entity, ctx)
  const parentsSince: number[] = []

  async function sinceOf(parent: Entity, id: Id): Promise<number | null> {
    const key = `${parent.name} ${id}`
    const known = spans.get(key)
    if (known) return known
    const asked = (async () => {
      const seen = await passing(db, catalog, parent, [id], await ruleFor(catalog, parent, ctx))
      const found = seen.has(id) ? await findRow(ctx, parent, id) : undefined
      return found ? (await span(ctx, parent, found, spans)).since : null
    })()
    spans.set(key, asked)
    return asked
  }

  async function isWithin({ $op, entity: name, where }: Op, id: unknown, at: number): Promise<boolean> {
    if ($op !== 'within' || typeof id !== 'number') return false
    const parent = catalog.entity(String(name))
    const since = await sinceOf(parent, id)
    if (since === null) return false
    parentsSince.push(since)
    if (at < since) return false
    const found = where === undefined ? undefined : await findRow(ctx, parent, id)
    return where === undefined || (found !== undefined && holds(where as AnyWhere, found, at))
  }

  const holds = async (where: boolean | AnyWhere, state: State, at: number): Promise<boolean> =>
    (await matchesAsking(where, state, (op, value) => isWithin(op, value, at))) === true

  const entries: HistoryEntry[] = []
  let state: State = row
  let since = 0
  for (const entry of await entriesOf(db, entity, row.id)) {
    const at = Date.parse(entry.created_at)
    if (!(await holds(rule, state, at))) break
    since = at
    state = undo(state, [entry])
    if (entry.action !== 'created' && !(await holds(rule, state, at - 1))) {
      entries.push({ ...entry, changes: {} })
      break
    }
    entries.push(entry)
  }
  return { entries, since: Math.max(since, ...parentsSince) }
}
