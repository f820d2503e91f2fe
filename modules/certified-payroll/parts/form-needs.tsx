import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { useToday } from '#blocks/today/today.ts'
import type { Day } from '#lib/days.ts'
import { daysPast } from '#lib/due.ts'
import { hrefOf, type CertifiedWeek } from '../week.ts'
import { isToDo, useWeeks } from './use-weeks.ts'

/** The certified payrolls that wait for whoever may make them, a line for each job. @useSignals */
export default function FormNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { data } = useWeeks()
  const today = useToday()
  const jobs = Map.groupBy(data?.filter(isToDo) ?? [], ({ project_id }) => project_id)
  usePut(put, data && [...jobs.values()].map((weeks) => needOf(weeks, today)))
  return null
}

/** What the weeks of a job need. */
export function needOf(weeks: readonly CertifiedWeek[], today: Day): Need {
  const [first] = weeks
  const overdue = weeks.flatMap((week) => (week.late ? daysPast(week.due_on, today) : []))
  const late = overdue.length
  const changed = weeks.filter(({ state }) => state === 'changed').length
  const due = weeks.length - changed
  const detail = [due && `${due} due`, changed && `${changed} changed since signed`].filter(Boolean).join(', ')
  return {
    key: `certified ${first?.project_id}`,
    icon: 'file-text',
    title: 'Certified payroll',
    detail: `${first?.project} · ${detail}`,
    ...(late > 0 && { late: `${late} late`, overdue: Math.max(...overdue) }),
    rank: late > 0 ? 'late' : 'soon',
    href: first && weeks.length === 1 ? hrefOf(first) : '/certified_payroll',
    label: 'Open',
  }
}
