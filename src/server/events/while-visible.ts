import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Row } from '../db/rows.ts'
import { isOp, isSome, type AnyWhere, type Op } from '../where.ts'
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

  async function isWithin({ entity: name, where }: Op, id: unknown, at: number): Promise<boolean> {
    const parent = catalog.entity(String(name))
    if (typeof id !== 'number') return false
    const since = await sinceOf(parent, id)
    if (since === null) return false
    parentsSince.push(since)
    if (at < since) return false
    const found = where === undefined ? undefined : await findRow(ctx, parent, id)
    return where === undefined || (found !== undefined && holds(where as AnyWhere, found, at))
  }

  async function holds(where: boolean | AnyWhere, state: State, at: number): Promise<boolean> {
    if (typeof where === 'boolean') return where
    for (const [key, test] of Object.entries(where)) if (!(await passes(key, test, state, at))) return false
    return true
  }

  async function passes(key: string, test: unknown, state: State, at: number): Promise<boolean> {
    const every = (rules: unknown) => Promise.all((rules as AnyWhere[]).map((one) => holds(one, state, at)))
    if (key === '$either') return (await every(test)).includes(true)
    if (key === '$all') return !(await every(test)).includes(false)
    if (test === undefined) return true
    const value = state[key] ?? null
    if (isSome(test)) {
      const lines = (value as State[] | null) ?? []
      const some = await Promise.all(lines.map((line) => holds(test.$some, line, at)))
      return some.includes(true)
    }
    if (Array.isArray(test)) return test.includes(value)
    if (!isOp(test)) return value === test
    switch (test.$op) {
      case 'not':
        return value !== test.value
      case 'between':
        return (
          value !== null &&
          (test.from === null || (value as number) >= (test.from as number)) &&
          (test.to === null || (value as number) <= (test.to as number))
        )
      case 'within':
        return isWithin(test, value, at)
      default:
        return false
    }
  }

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
