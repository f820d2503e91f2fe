import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import {
  anyOf,
  beside,
  between,
  not,
  onceKey,
  refuse,
  type Ctx,
  type Serving,
  type Where,
} from '#server/define-server.ts'
import { daySignatures, isSame, NO_LINES, type DaySignature } from '../day-signatures.ts'
import { seesAllTime, timeEntries } from '../entities.ts'
import { ledDays } from '../led.ts'
import { lockTime } from './lock.ts'

const NOT_ALL_SEEN = 'This day has hours that you do not see: it is signed with someone who sees them all.'

interface Place {
  readonly user_id: Id
  readonly date: Day
}

/** Who sees all hours of a day sees what was signed of it: by leading or entering them, and by having held the phone. */
function visible({ user }: Ctx): true | Where<DaySignature> {
  if (seesAllTime(user)) return true
  return anyOf<DaySignature>(
    { user_id: user.id },
    { holder_id: user.id },
    { entered_id: user.id },
    { user_id: beside(ledDays, 'user_id', { leader_id: user.id }, { from: 'date', days: 1, day: 'date' }) },
  )
}

/** A signature of what the day no longer says is kept, and void from the start: it says so where it is looked for. */
export const serving: Serving<typeof daySignatures> = {
  visible,
  async derive({ user_id = 0, date = '', lines = [] }, _, ctx) {
    await lockTime([user_id], ctx)
    const entries = await ctx.all(timeEntries, { user_id, date })
    const [first, ...others] = new Set(entries.map(({ creator_id }) => creator_id))
    return {
      entered_id: others.length ? null : (first ?? null),
      voided_at: isSame(lines, entries) ? null : ctx.now,
    }
  },
  async validate({ user_id = 0, date = '' }, before, { count, shown }) {
    if (before) return
    const there = await count(timeEntries, { user_id, date })
    if (!there) refuse(NO_LINES)
    if ((await shown(timeEntries, { user_id, date })).length < there) refuse(NOT_ALL_SEEN)
  },
  /** What is signed again replaces what was signed before. */
  async afterSave({ id, user_id, date, voided_at }, before, ctx) {
    if (before || voided_at !== null) return
    for (const older of await ctx.all(daySignatures, { user_id, date, voided_at: null, id: not(id) }))
      await ctx.save(daySignatures, { id: older.id, voided_at: ctx.now })
  },
}

const keyOf = (user_id: Id) => onceKey<Map<Day, readonly DaySignature[]>>(`signed days of ${user_id}`)
const knownOf = (user_id: Id, ctx: Ctx) => ctx.once(keyOf(user_id), () => new Map<Day, readonly DaySignature[]>())

/** Reads which of these days are signed, in one query for all people. */
export async function prefetchSigned(places: readonly Place[], ctx: Ctx): Promise<void> {
  const missing = places.filter(({ user_id, date }) => !knownOf(user_id, ctx).has(date))
  const days = missing.map(({ date }) => date).toSorted()
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return
  const people = [...new Set(missing.map(({ user_id }) => user_id))]
  const found = await ctx.all(daySignatures, { user_id: people, date: between(first, last), voided_at: null })
  for (const { user_id, date } of missing)
    knownOf(user_id, ctx).set(
      date,
      found.filter((one) => one.user_id === user_id && one.date === date),
    )
}

/** Ends the signatures of days whose hours are others now; whoever changes hours holds the time of their person. */
export async function voidDays(places: readonly Place[], ctx: Ctx): Promise<void> {
  await prefetchSigned(places, ctx)
  for (const { user_id, date } of places) {
    const known = knownOf(user_id, ctx)
    for (const { id } of known.get(date) ?? []) await ctx.save(daySignatures, { id, voided_at: ctx.now })
    known.set(date, [])
  }
}
