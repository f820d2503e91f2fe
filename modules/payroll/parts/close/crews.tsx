import { memo, useCallback, useMemo, useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import { useShared } from '#blocks/query/use-shared.ts'
import { useSelection } from '#blocks/work-list/use-selection.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { useLatest } from '#ui/latest/use-latest.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import type { RowKey } from '#ui/table/lines.ts'
import { Table } from '#ui/table/table.tsx'
import { usePhone } from '#ui/table/use-width.ts'
import { useApproval } from '../../../time/components.ts'
import { timecards } from '../../../time/entities.ts'
import { crewsOf, exceptionsByWeek, exceptionsText, isApproved, isClear, type CrewsBy } from '../../closing.ts'
import type { ClosingWeek, WeekException } from '../../entities.ts'
import { sumHours } from '../../rows.ts'
import { useColumns, type Row } from './crew-columns.tsx'
import { useCrewGroups } from './crew-groups.tsx'
import { useSignals } from '#blocks/query/use-signals.ts'

const ways = [
  { value: 'lead', label: 'By lead' },
  { value: 'job', label: 'By job' },
  { value: 'person', label: 'By person' },
] as const
const idOf = ({ timecard_id }: ClosingWeek) => timecard_id
const toApprove = ({ timecard_id: id, user_id, name, hours, paid }: ClosingWeek) => ({
  id,
  user_id,
  name,
  hours: paid && hours,
  overtime: paid ? paid.overtime + paid.double : 0,
})

/**
 * Everyone's weeks in crews, with how they are paid. Ticked ones, a crew or all are approved together, as far as they have
 * no exception (rule payroll-exceptions). Of another answer, what differs renders. @useSignals
 */
export const Crews = ({
  weeks,
  exceptions,
}: {
  weeks: readonly ClosingWeek[]
  exceptions: readonly WeekException[]
}) => {
  const mayApprove = useMay()(timecards, 'approve')
  const phone = usePhone()
  const approval = useApproval()
  const [by, setBy] = useState<CrewsBy>('lead')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const against = useMemo(() => exceptionsByWeek(exceptions), [exceptions])
  const textOf = (...ids: Id[]) => exceptionsText(ids.flatMap((id) => against.get(id) ?? []))
  const rows = useShared(weeks.map((week): Row => ({ ...week, exceptions: textOf(idOf(week)) })))
  const items = useSignals(rows, idOf)
  const clear = (own: readonly ClosingWeek[]) => own.filter((week) => isClear(week, against.get(week.timecard_id)))
  const crews = useMemo(() => crewsOf(rows, by), [rows, by])
  const selection = useSelection(useMemo(() => crews.flatMap((crew) => crew.weeks.map(idOf)), [crews]))
  const tickedOf = (own: readonly ClosingWeek[]) => {
    const ticks = clear(own).map(({ timecard_id }) => selection.ids.has(timecard_id))
    if (!ticks.length) return undefined
    return ticks.every(Boolean) || (own.some(({ timecard_id }) => selection.ids.has(timecard_id)) ? 'some' : false)
  }
  const columns = useColumns(rows)
  const byId = new Map<Id, (typeof items)[number]>(items.map((item, at) => [rows[at]?.timecard_id ?? 0, item]))
  const itemsOf = (own: readonly ClosingWeek[]) => own.flatMap((week) => byId.get(week.timecard_id) ?? [])
  // Weeks stay ticked as they are approved, and are chosen no longer.
  const ticked = weeks.filter((week) => selection.ids.has(week.timecard_id) && !isApproved(week))
  const chosen = ticked.length ? ticked : weeks
  const ready = clear(chosen)
  const approve = useLatest((crew: string | null) => {
    if (crew !== null) {
      const own = crews.find(({ name }) => name === crew)?.weeks ?? []
      return approval.begin(clear(own).map(toApprove))
    }
    const left = chosen === weeks ? [] : chosen.filter((week) => !clear([week]).length)
    approval.begin(ready.map(toApprove), left.length ? `Left out: ${left.map(({ name }) => name).join(', ')}.` : '')
  })
  const groups = useCrewGroups(
    by === 'person'
      ? []
      : crews.map((crew) => ({
          crew,
          problems: textOf(...crew.weeks.map(idOf)),
          rows: itemsOf(crew.weeks),
          ticked: mayApprove ? tickedOf(crew.weeks) : undefined,
          isFolded: !unfolded.has(crew.name),
        })),
    { by, phone, onApprove: mayApprove ? approve : null },
  )
  const selectCrew = useLatest((crew: string, on: boolean) => {
    const own = crews.find(({ name }) => name === crew)?.weeks ?? []
    const ids = [...selection.ids].filter((id) => !own.some(({ timecard_id }) => timecard_id === id))
    selection.put([...ids, ...(on ? clear(own).map(idOf) : [])])
  })
  const selectAll = useLatest((on: boolean) => selection.put(on ? clear(rows).map(idOf) : []))
  const select = useMemo(() => selectBy(selection.select), [selection.select])
  const fold = useCallback((name: string) => setUnfolded((before) => before.symmetricDifference(new Set([name]))), [])
  const people = new Set(weeks.map(({ user_id }) => user_id)).size
  return (
    <section id="crews" className={section} aria-label="Crews">
      <div className={bar}>
        <h2 className={css({ textStyle: 'section' })}>
          Crews{' '}
          <span className={quiet}>
            {people} {people === 1 ? 'person' : 'people'} · {formatHours(sumHours(weeks.map(({ hours }) => hours)))} h
          </span>
        </h2>
        <Ways value={by} onChange={setBy} />
        {mayApprove && ready.length > 0 && (
          <ApproveAll count={ready.length} loading={approval.busy} onApprove={approve} />
        )}
      </div>
      <Table
        aria-label="Weeks"
        density="compact"
        columns={columns}
        rowKey={idOf}
        rowHref={hrefOf}
        {...(by === 'person'
          ? { rows: itemsOf(crews.flatMap((crew) => crew.weeks)) }
          : {
              rows: [],
              groups,
              onFold: fold,
            })}
        {...(mayApprove && {
          selection: {
            has: (id: RowKey) => selection.ids.has(Number(id)),
            nameOf,
            onSelect: select,
            onSelectGroup: selectCrew,
            all: tickedOf(rows) ?? false,
            onAll: selectAll,
          },
        })}
      />
      {approval.asked}
    </section>
  )
}

/** What they are put together by, which does not render for other hours. */
const Ways = memo(({ value, onChange }: { value: CrewsBy; onChange: (by: CrewsBy) => void }) => (
  <Segmented aria-label="Crews" value={value} onChange={onChange} options={ways} />
))

interface ApproveProps {
  count: number
  loading: boolean
  onApprove: (crew: null) => void
}
const ApproveAll = memo(({ count, loading, onApprove }: ApproveProps) => (
  <Button icon="check" loading={loading} onClick={() => onApprove(null)}>
    Approve {count}
  </Button>
))

const nameOf = ({ name }: Row) => name
const selectBy = (of: (id: Id, on: boolean, range: boolean) => void) => (id: RowKey, on: boolean, range: boolean) =>
  of(Number(id), on, range)
const hrefOf = ({ week_start, user_id }: Row) => `/timecard?week=${week_start}&user=${user_id}`

const section = css({ column: '2', minWidth: '0', scrollMarginTop: '16' })
const bar = css({ wrap: '2.5', justifyContent: 'space-between' })
const quiet = css({ textStyle: 'note', fontWeight: 'regular' })
