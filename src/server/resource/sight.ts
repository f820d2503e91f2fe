import type { Entity, RecordOf } from '../../core/entity/entity.ts'
import type { By, Read, Sight } from '../../core/entity/rules.ts'
import { matches } from '../../core/query/matches.ts'
import { anyOf } from '../../core/query/where.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'

type Values = Readonly<Record<string, unknown>>

/** What a transaction has read for its rules of one entity, by the condition, until a record of that entity changes. */
export interface Seen {
  readonly rows: Map<string, Row | undefined>
  /** How many of the transaction's events were considered. */
  considered: number
}

/** Who asks, for rules that read nothing. */
export const byOf = ({ user, now, warn }: Context): By => ({
  user,
  now,
  warn: (code, message) => void warn(code, message),
})

/** What the rules of both sides see on the server: what their `reads` asked for. */
export const sightOf = (ctx: Context): Sight => ({
  ...byOf(ctx),
  // Safe because a condition on an entity finds records of that entity.
  one: <E extends Entity>(entity: E, where: object) =>
    ctx.seen.get(entity)?.rows.get(JSON.stringify(where)) as RecordOf<E> | undefined,
})

/** Reads what the rules need of these records, given their values after the change, in one query per entity. */
export async function readFor(
  ctx: Context,
  entity: Entity,
  all: readonly { readonly values: Values; readonly before: Row | null }[],
): Promise<Sight> {
  const { reads } = entity.rules
  if (!reads) return sightOf(ctx)
  const asked = Map.groupBy(
    all.flatMap(({ values, before }) => reads(values, before)),
    ({ entity: target }: Read) => target,
  )
  for (const [target, questions] of asked) {
    const seen = seenOf(ctx, target)
    const open = new Map(questions.map(({ where }) => [JSON.stringify(where), where]))
    for (const key of seen.rows.keys()) open.delete(key)
    if (!open.size) continue
    const found = await ctx.all(target, anyOf(...open.values()))
    for (const [key, where] of open)
      seen.rows.set(
        key,
        found.find((row) => matches(where, row) === true),
      )
  }
  return sightOf(ctx)
}

/** What was read of an entity, unless the transaction has changed a record of it since. */
function seenOf(ctx: Context, entity: Entity): Seen {
  const known = ctx.seen.get(entity)
  const isCurrent = known && !ctx.events.slice(known.considered).some((event) => event.entity === entity)
  const seen: Seen = isCurrent ? known : { rows: new Map(), considered: 0 }
  seen.considered = ctx.events.length
  ctx.seen.set(entity, seen)
  return seen
}
