import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { timeEntries } from './entities.ts'
import { once, remember } from './transaction-cache.ts'

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
  readonly hours: number
  /** The project and code of each standard entry; of two on the same code, twice. */
  readonly works: readonly string[]
}
const nothing: Booked = { hours: 0, works: [] }
const keyOf = ({ user_id, date }: Place) => `booked of ${user_id} on ${date}`
export const workOf = ({ project_id, cost_code_id }: Pick<Entry, 'project_id' | 'cost_code_id'>): string =>
  `${project_id} ${cost_code_id}`

const plus = ({ hours, works }: Booked, entry: Entry): Booked => ({
  hours: hours + entry.hours,
  works: entry.type === 'standard' ? [...works, workOf(entry)] : works,
})
function minus({ hours, works }: Booked, entry: Entry): Booked {
  const at = entry.type === 'standard' ? works.indexOf(workOf(entry)) : -1
  return { hours: hours - entry.hours, works: at < 0 ? works : works.toSpliced(at, 1) }
}

export const bookedOn = (place: Place, ctx: Ctx): Promise<Booked> =>
  once(ctx, keyOf(place), async () => (await entriesOf([place], ctx)).reduce(plus, nothing))

/** Counts an accepted entry, in place of what it was before. */
export async function book(entry: Entry, before: Entry | null, ctx: Ctx): Promise<void> {
  if (before) await remember(ctx, keyOf(before), minus(await bookedOn(before, ctx), before))
  await remember(ctx, keyOf(entry), plus(await bookedOn(entry, ctx), entry))
}

/** Reads the days of many people in one query, for `bookedOn`. */
export async function prefetchBooked(places: readonly Place[], ctx: Ctx): Promise<void> {
  if (!places.length) return
  const byPlace = Map.groupBy(await entriesOf(places, ctx), keyOf)
  for (const place of places) void remember(ctx, keyOf(place), (byPlace.get(keyOf(place)) ?? []).reduce(plus, nothing))
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
