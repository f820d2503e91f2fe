import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { anyOf, beside, not, refuse, type Ctx, type Serving, type Where } from '#server/define-server.ts'
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

const nameOf = ({ user_id, date }: Place) => `${user_id} on ${date}`

/** Which of these days are signed, read in one query for all that are not known in the transaction. */
export async function signaturesOf(places: readonly Place[], ctx: Ctx) {
  const known = ctx.once('signed days', () => new Map<string, readonly { id: Id }[]>())
  const open = places.filter((place) => !known.has(nameOf(place)))
  if (!open.length) return known
  const [user_id, date] = [open.map((place) => place.user_id), open.map((place) => place.date)]
  const where = { user_id: [...new Set(user_id)], date: [...new Set(date)], voided_at: null }
  const found = Map.groupBy(await ctx.pick(daySignatures, ['id', 'user_id', 'date'], where), nameOf)
  for (const place of open) known.set(nameOf(place), found.get(nameOf(place)) ?? [])
  return known
}

/** Ends the signatures of days whose hours are others now; whoever changes hours holds the time of their person. */
export async function voidDays(places: readonly Place[], ctx: Ctx): Promise<void> {
  const known = await signaturesOf(places, ctx)
  for (const place of places) {
    for (const { id } of known.get(nameOf(place)) ?? []) await ctx.save(daySignatures, { id, voided_at: ctx.now })
    known.set(nameOf(place), [])
  }
}
