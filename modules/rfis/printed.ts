import { stateOf } from '#core/entity/workflow.ts'
import { formatDay } from '#lib/days.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { printedDay } from '#lib/pdf/printed-day.ts'
import type { Printed } from '#lib/pdf/record-pdf.ts'
import { numberOf } from '../work-items/entities.ts'
import { rfis, type Rfi } from './entities.ts'

export const scheduleLabel = (days: number | null): string =>
  days === null ? '' : days === 0 ? 'None' : `+${days} ${days === 1 ? 'day' : 'days'}`

/** "Resolved 11/20/26 by Ana Reyes". */
function statusOf(rfi: Rfi, zone?: string): string {
  const label = rfis.workflow.states[stateOf(rfis.workflow, rfi)]?.label
  const [at, name] = rfi.resolved_at ? [rfi.resolved_at, rfi.resolved_name] : [null, null]
  return [label, printedDay(at, zone), name && `by ${name}`].filter(Boolean).join(' ')
}

/**
 * What a PDF of an RFI says.
 * @param distribution the names of the people on it
 * @param zone an IANA name, which decides the day of a moment; by default this device's
 */
export const printedRfi = (rfi: Rfi, distribution: readonly string[], zone?: string): Printed => ({
  name: `RFI ${numberOf(rfi)}`,
  facts: [
    { label: 'Status', value: statusOf(rfi, zone) },
    { label: 'Asked by', value: rfi.user_name },
    { label: 'Assigned to', value: rfi.assigned_name },
    { label: 'Distribution', value: distribution.join(', ') },
    { label: 'Sent', value: printedDay(rfi.sent_at, zone) },
    { label: 'Due', value: rfi.due_date && formatDay(rfi.due_date) },
    { label: 'Cost impact', value: choiceLabel(rfi.cost_impact) },
    { label: 'Schedule impact', value: scheduleLabel(rfi.schedule_impact_days) },
  ],
  head: 'Question',
  text: rfi.question,
})
