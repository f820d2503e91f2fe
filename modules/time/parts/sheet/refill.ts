import type { Waiting } from '#core/writes/mutation.ts'
import { restorable, type Typed } from '#core/drafts/typed.ts'
import type { Id } from '#core/access/access.ts'
import { messageOf } from '#core/resource/messages.ts'
import { formatMonthDay } from '#lib/days.ts'
import { timeEntries } from '../../entities.ts'
import { projectOf, type EntryDraft, type Sheet, type SheetHead, type SheetRow } from './sheet.ts'

/** Fills a sheet with a change from the outbox as it was entered, with the server's errors if it was refused. */
export function refill(
  sheet: Sheet,
  { drafts, refused }: Pick<Waiting<typeof timeEntries>, 'drafts' | 'refused'>,
): void {
  const [first] = drafts
  if (!first) return
  const { type = 'standard', project_id = null, per_diem = false } = first
  for (const { key } of sheet.rows.peek()) sheet.remove(key)
  sheet.setHead({ type })
  sheet.setHead({ project_id, per_diem, ...(first.date && { date: first.date }) })
  sheet.add(
    drafts.map(({ user_id = 0, hours, cost_code_id = null, project_id: own = null, per_diem: isPaid = false }) => ({
      user_id,
      cost_code_id,
      per_diem: isPaid,
      ...(hours !== undefined && { hours }),
      project_id: own === project_id ? null : own,
    })),
  )
  for (const [at, { key }] of sheet.rows.peek().entries()) sheet.setRow(key, { notes: drafts[at]?.notes ?? '' })
  if (refused) sheet.refuse(sheet.rows.peek(), refused.errors, messageOf(refused, Object.keys(refused.errors)))
}

/** What is entered on a sheet, as the device keeps it: one draft of an entry for each line, complete or not. */
export const typedOf = (head: SheetHead, rows: readonly SheetRow[]): Typed => ({
  values: {
    lines: rows.map(({ key: _, error: __, ...line }) => ({ ...head, ...line, project_id: projectOf(line, head) })),
  },
})

/** What a draft holds in words: `26-001, 5 people, 11/24`. */
export function nameOf({ values: { lines } }: Typed, numberOf: (project: Id) => string | undefined): string {
  const drafts = Array.isArray(lines) ? lines.map((line): EntryDraft => restorable(timeEntries.fields, line)) : []
  const jobs = new Set(drafts.flatMap(({ project_id }) => (project_id ? (numberOf(project_id) ?? 'a job') : [])))
  const people = new Set(drafts.flatMap(({ user_id }) => user_id ?? [])).size
  const [day] = drafts.flatMap(({ date }) => date ?? [])
  return [...jobs, people === 1 ? '1 person' : `${people} people`, day && formatMonthDay(day)]
    .filter(Boolean)
    .join(', ')
}

/** Fills a sheet with what was entered on an earlier visit. */
export function restore(sheet: Sheet, { values: { lines } }: Typed): void {
  const drafts = Array.isArray(lines) ? lines.map((line): EntryDraft => restorable(timeEntries.fields, line)) : []
  refill(sheet, { drafts: drafts.filter(({ user_id }) => user_id !== undefined), refused: null })
}
