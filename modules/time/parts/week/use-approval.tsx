import { useState, type ReactNode } from 'react'
import { useEach } from '#blocks/batch/use-each.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatHours, roundHours } from '#lib/numbers.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { timecards } from '../../entities.ts'

/** A week that is approved with others; its hours are null where they are not known as a whole. */
export interface ToApprove {
  readonly id: Id
  readonly user_id: Id
  readonly name: string
  readonly hours: number | null
  readonly overtime: number
}

const nameOf = ({ name }: ToApprove) => name

/** Approves weeks together, after naming their people, hours and overtime (rule payroll-exceptions). Render `asked`. */
export function useApproval(): {
  begin: (weeks: readonly ToApprove[], besides?: string) => void
  busy: boolean
  asked: ReactNode
} {
  const resource = useResource(timecards)
  const { busy, each } = useEach<ToApprove>({ noun: ['week', 'weeks'], nameOf })
  const [asking, setAsking] = useState<{ weeks: readonly ToApprove[]; besides: string } | null>(null)
  async function approve(weeks: readonly ToApprove[]) {
    await each(weeks, 'approved', ({ id }) => resource.act(id, 'approve'))
    setAsking(null)
  }
  return {
    begin: (weeks, besides = '') => setAsking({ weeks, besides }),
    busy: busy && !asking,
    asked: asking && (
      <ConfirmDialog
        open
        title={questionOf(asking.weeks)}
        message={[`${namesOf(asking.weeks)}: approved weeks are locked and ready for payroll.`, asking.besides]
          .filter(Boolean)
          .join(' ')}
        confirm="Approve"
        loading={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => void approve(asking.weeks)}
      />
    ),
  }
}

const namesOf = (weeks: readonly ToApprove[]) => [...new Set(weeks.map(nameOf))].join(', ')

/** "281.50 h, 12.00 overtime"; empty where the hours are not known. */
export function hoursOf(weeks: readonly ToApprove[]): string {
  if (weeks.some(({ hours }) => hours === null)) return ''
  const hours = roundHours(weeks.reduce((sum, one) => sum + (one.hours ?? 0), 0))
  const overtime = roundHours(weeks.reduce((sum, one) => sum + one.overtime, 0))
  return `${formatHours(hours)} h${overtime ? `, ${formatHours(overtime)} overtime` : ''}`
}

/** "Approve 7 people, 281.50 h, 12.00 overtime?" */
export function questionOf(weeks: readonly ToApprove[]): string {
  const people = new Set(weeks.map(({ user_id }) => user_id)).size
  const named = `${people} ${people === 1 ? 'person' : 'people'}`
  return `Approve ${[named, hoursOf(weeks)].filter(Boolean).join(', ')}?`
}
