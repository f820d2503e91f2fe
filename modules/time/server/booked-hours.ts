import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { timeEntries } from '../entities.ts'

interface Place {
  readonly user_id: Id
  readonly date: Day
}
/** What of an entry counts on its day. */
interface Entry extends Place {
  readonly hours: number
  readonly type: string
  readonly project_id: Id | null
  readonly cost_code_id: Id | null
}
/** A person's day, including the entries that the transaction has accepted but not stored yet. */
interface Booked {
  hours: number
  /** The project and code of each standard entry; of two on the same code, twice. */
  readonly works: string[]
}
const placeOf = ({ user_id, date }: Place) => `${user_id} on ${date}`
const keyOf = (place: Place) => `booked of ${placeOf(place)}`
export const workOf = ({ project_id, cost_code_id }: Pick<Entry, 'project_id' | 'cost_code_id'>): string =>
  `${project_id} ${cost_code_id}`

function add(day: Booked, entry: Entry): Booked {
  day.hours += entry.hours
  if (entry.type === 'standard') day.works.push(workOf(entry))
  return day
}
function take(day: Booked, entry: Entry): void {
  day.hours -= entry.hours
  const at = entry.type === 'standard' ? day.works.indexOf(workOf(entry)) : -1
  if (at >= 0) day.works.splice(at, 1)
}
const dayOf = (entries: readonly Entry[]) => entries.reduce(add, { hours: 0, works: [] })

export const bookedOn = (place: Place, ctx: Ctx): Promise<Readonly<Booked>> => bookedAt(place, ctx)
const bookedAt = (place: Place, ctx: Ctx): Promise<Booked> =>
  ctx.once(keyOf(place), async () => dayOf(await entriesOf([place], ctx)))

/** Counts an accepted entry, in place of what it was before. */
export async function book(entry: Entry, before: Entry | null, ctx: Ctx): Promise<void> {
  if (before) take(await bookedAt(before, ctx), before)
  add(await bookedAt(entry, ctx), entry)
}

/** Reads the days of many people in one query, for `bookedOn`. */
export async function prefetchBooked(places: readonly Place[], ctx: Ctx): Promise<void> {
  if (!places.length) return
  const byPlace = Map.groupBy(await entriesOf(places, ctx), placeOf)
  for (const place of places) void ctx.once(keyOf(place), async () => dayOf(byPlace.get(placeOf(place)) ?? []))
}

/** The entries of these people from the first of the days to the last. */
async function entriesOf(places: readonly Place[], ctx: Ctx): Promise<Entry[]> {
  const days = places.map(({ date }) => date).toSorted()
  const people = [...new Set(places.map(({ user_id }) => user_id))]
  return ctx.pick(timeEntries, ['user_id', 'date', 'hours', 'type', 'project_id', 'cost_code_id'], {
    user_id: people,
    date: between(days.at(0) ?? null, days.at(-1) ?? null),
  })
}
