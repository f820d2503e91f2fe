import type { Id } from '#core/access/access.ts'
import { isObject } from '#lib/is-object.ts'
import type { Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { daysOf, type WorkDays } from './days-of.ts'

/** Where someone works, as it was or will be told. */
export interface Told {
  readonly user_id: Id
  readonly project_id: Id
  readonly phase_id: Id | null
  readonly start_date: Day
  readonly end_date: Day
  readonly days: readonly number[] | null
  readonly start_time: string | null
  readonly hours_per_day: number
  readonly lead: boolean
  readonly meeting_place: string | null
  readonly note: string | null
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Reads what was published, which is stored as JSON; null where there is nothing. */
export function toldIn(published: unknown): Told | null {
  if (!isObject(published)) return null
  const { user_id, project_id, phase_id, start_date, end_date, days, hours_per_day } = published
  if (typeof user_id !== 'number' || typeof project_id !== 'number') return null
  if (typeof start_date !== 'string' || typeof end_date !== 'string') return null
  return {
    user_id,
    project_id,
    phase_id: typeof phase_id === 'number' ? phase_id : null,
    start_date,
    end_date,
    days: Array.isArray(days) ? days.map(Number) : null,
    start_time: textIn(published.start_time),
    hours_per_day: typeof hours_per_day === 'number' ? hours_per_day : 8,
    lead: published.lead === true,
    meeting_place: textIn(published.meeting_place),
    note: textIn(published.note),
  }
}

export const daysTold = (told: Told | null, company: WorkDays): readonly Day[] => (told ? daysOf(told, company) : [])

const sameDay = (a: Told, b: Told): boolean =>
  a.user_id === b.user_id &&
  a.project_id === b.project_id &&
  a.start_time === b.start_time &&
  a.hours_per_day === b.hours_per_day &&
  a.lead === b.lead &&
  a.meeting_place === b.meeting_place &&
  a.note === b.note

/**
 * What of somebody's days differs beside which they are: `6:30 AM → 7:30 AM`. Nothing where there is nothing to compare.
 * @param usual when the company begins, which holds where no time is given
 */
export function differences(was: Told | null, now: Told | null, usual: string): string[] {
  if (!was || !now || was.user_id !== now.user_id || was.project_id !== now.project_id) return []
  const [before, after] = [formatTime(was.start_time ?? usual), formatTime(now.start_time ?? usual)]
  return [
    before === after ? [] : `${before} → ${after}`,
    was.hours_per_day === now.hours_per_day
      ? []
      : `${formatHours(was.hours_per_day)} h → ${formatHours(now.hours_per_day)} h`,
    was.lead === now.lead ? [] : now.lead ? 'leads now' : 'leads no longer',
    was.meeting_place === now.meeting_place
      ? []
      : now.meeting_place
        ? `meets at ${now.meeting_place}`
        : 'meets at the job',
    was.note === now.note ? [] : now.note ? 'another note' : 'no note',
  ].flat()
}

/** The days that differ between what was told and what will be, for anyone. */
export function touchedDays(was: Told | null, now: Told | null, company: WorkDays): Day[] {
  const [before, after] = [daysTold(was, company), daysTold(now, company)]
  if (!was || !now || !sameDay(was, now)) return [...new Set([...before, ...after])].toSorted()
  return [...before.filter((day) => !after.includes(day)), ...after.filter((day) => !before.includes(day))].toSorted()
}

/** What one person will be told about one assignment. */
export interface Change {
  readonly event_id: Id
  readonly kind: 'new' | 'changed' | 'removed'
  readonly was: Told | null
  readonly now: Told | null
  /** The days that differ, from today on. */
  readonly days: readonly Day[]
}

/** The parts of a draft that are published to people. */
export interface Drafted {
  readonly id: Id
  readonly removed: boolean
  readonly was: Told | null
  readonly now: Told | null
}

/** What each person will be told when drafts are published: only those whose days from today on differ. */
export function changesByPerson(drafts: readonly Drafted[], company: WorkDays, today: Day): Map<Id, Change[]> {
  const changes = new Map<Id, Change[]>()
  const add = (person: Id, change: Change) => {
    if (change.days.length) changes.set(person, [...(changes.get(person) ?? []), change])
  }
  for (const { id, removed, was, now: planned } of drafts) {
    const now = removed ? null : planned
    const coming = (from: Told | null, to: Told | null) => touchedDays(from, to, company).filter((day) => day >= today)
    if (was && now && was.user_id === now.user_id)
      add(now.user_id, { event_id: id, kind: 'changed', was, now, days: coming(was, now) })
    else {
      if (was) add(was.user_id, { event_id: id, kind: 'removed', was, now: null, days: coming(was, null) })
      if (now) add(now.user_id, { event_id: id, kind: 'new', was: null, now, days: coming(null, now) })
    }
  }
  return changes
}

/** How people are told beside the app, as `notification_methods` has it. */
export const methods = ['email', 'text'] as const
type Method = (typeof methods)[number]

/** Who will be told what by publishing, as the review before it shows. */
export interface Audience {
  readonly user_id: Id
  readonly name: string
  /** How beside the app. */
  readonly methods: readonly Method[]
  readonly changes: readonly Change[]
}
