import { formatCsv } from '#lib/csv.ts'
import type { Day } from '#lib/days.ts'
import { replyOn } from '../answers.ts'
import { daysOf, hoursOn, type WorkDays } from '../days-of.ts'
import type { Assignment } from '../entities.ts'

const HEADER = [
  'date',
  'name',
  'employee_code',
  'license',
  'project_number',
  'project',
  'phase',
  'start_time',
  'hours',
  'lead',
  'meeting_place',
  'note',
  'state',
  'answer',
]

export interface CsvNames {
  person(id: number): { name: string; employee_code?: string | null; license: string | null } | undefined
  project(id: number | null): { number: string; name: string } | undefined
  phase(id: number | null): string | undefined
}

/** Assignments from one day to another as CSV, one line for each person and day. */
export function assignmentsCsv(
  assignments: readonly Assignment[],
  { from, to }: { from: Day; to: Day },
  company: WorkDays,
  start_time: string,
  names: CsvNames,
): string {
  const rows = assignments.flatMap((event) => {
    if (event.removed) return []
    const person = names.person(event.user_id)
    const project = names.project(event.project_id)
    return daysOf(event, company)
      .filter((day) => day >= from && day <= to)
      .map((day) => [
        day,
        person?.name,
        person?.employee_code,
        person?.license,
        project?.number,
        project?.name,
        names.phase(event.phase_id),
        event.start_time ?? start_time,
        hoursOn(event.hours_per_day, day, company),
        event.lead ? 'yes' : '',
        event.meeting_place,
        event.note,
        event.draft ? 'draft' : 'published',
        event.draft ? '' : replyOn(event.answers, day),
      ])
  })
  const text = (value: unknown) => String(value ?? '')
  const sorted = rows.toSorted((a, b) => (`${text(a[0])} ${text(a[1])}` < `${text(b[0])} ${text(b[1])}` ? -1 : 1))
  return formatCsv([HEADER, ...sorted])
}
