import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { plannedNames, type Kind } from './kinds.ts'

/** An event with its values by name; the fields of other kinds are missing or null. */
export interface Planned {
  readonly kind?: Kind
  readonly published?: Readonly<Record<string, unknown>> | null
  readonly removed?: boolean
}

/** What is planned of an event: what will be published. */
export function planOf(event: Planned): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(event))
  return Object.fromEntries(plannedNames[event.kind ?? 'phase'].map((name) => [name, values.get(name) ?? null]))
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
/** Engines return the properties of JSON in different orders. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The names of the planned fields that differ from what was published; all of them before that. */
export function changedIn(event: Planned): string[] {
  const { published } = event
  const plan = planOf(event)
  return Object.keys(plan).filter((name) => !published || !same(plan[name] ?? null, published[name] ?? null))
}

/** Whether an event differs from what was published. */
export const isDraft = (event: Planned): boolean =>
  !event.published || event.removed === true || changedIn(event).length > 0

const dayIn = (value: unknown): Day | null => (typeof value === 'string' ? value : null)
const idIn = (value: unknown): Id | null => (typeof value === 'number' ? value : null)

/** Whether an event is a draft, and whose. */
export const draftedBy = (id: Id, draft: boolean) => ({ draft, drafted_id: draft ? id : null })

/** A change with what follows from it: calendar events are published at once, others are drafts while they differ. */
export function settled<C extends object>(
  event: Planned,
  change: C,
  { user, now }: { readonly user: { readonly id: Id }; readonly now: string },
) {
  const wanted: Planned = { ...event, ...change }
  if (wanted.kind !== 'calendar') return { ...change, ...draftedBy(user.id, isDraft(wanted)) }
  const published = planOf(wanted)
  if (wanted.published && !changedIn(wanted).length) return { ...change, draft: false }
  return { ...change, published, published_id: user.id, published_at: now, draft: false, ...toldOf(published) }
}

/** What was published, as the columns that conditions look at. */
export const toldOf = (published: Readonly<Record<string, unknown>>) => ({
  told_user_id: idIn(published.user_id),
  told_project_id: idIn(published.project_id),
  told_from: dayIn(published.start_date),
  told_to: dayIn(published.end_date),
})
