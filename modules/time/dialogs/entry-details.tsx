import type { ReactNode } from 'react'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { css } from '#css/css'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import type { EntrySplit } from '#lib/overtime/split-week.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { timeEntries, type TimeEntry } from '../entities.ts'
import { typeLabels } from '../parts/labels.ts'

/** One entry as it was entered, for those who may not change it. */
export const EntryDetails = ({
  entry,
  paid,
  onClose,
}: {
  entry: TimeEntry
  paid: EntrySplit | undefined
  onClose: () => void
}) => {
  const { project, cost_code, type, hours, per_diem, notes, creator_name, reviewed_at } = entry
  const overtime = paid && paid.overtime + paid.double > 0 ? formatHours(paid.overtime + paid.double) : null
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Hours', formatHours(hours)],
    ['Overtime', overtime],
    ['Why', paid?.reason],
    ['Type', typeLabels[type]],
    ['Project', project && `${project.number} ${project.name}`],
    ['Cost code', cost_code && costCodeLabel(cost_code)],
    ['Per diem', per_diem && 'Yes'],
    ['Notes', notes],
    ['Entered by', creator_name],
    ['Reviewed', reviewed_at && 'Yes'],
  ]
  return (
    <Dialog open onClose={onClose} title={formatWeekday(entry.date)} size="sm">
      <dl className={list}>
        {facts.map(([term, value]) =>
          value ? (
            <div key={term} className={css({ display: 'contents' })}>
              <dt className={css({ color: 'muted' })}>{term}</dt>
              <dd className={css({ overflowWrap: 'anywhere' })}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Offered entity={timeEntries} verb="history">
        <History entity={timeEntries} record={entry} />
      </Offered>
    </Dialog>
  )
}

const list = css({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '4', rowGap: '2' })
