import { useMemo, useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import { useSelection } from '#blocks/work-list/use-selection.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import type { Column } from '#ui/table/column.ts'
import type { RowKey } from '#ui/table/lines.ts'
import { Table } from '#ui/table/table.tsx'
import { usePhone } from '#ui/table/use-width.ts'
import { useApproval } from '../../../time/components.ts'
import { timecards, type Totals } from '../../../time/entities.ts'
import { crewsOf, exceptionsByWeek, exceptionsText, isClear, type ClosingCrew, type CrewsBy } from '../../closing.ts'
import type { ClosingWeek, WeekException } from '../../entities.ts'
import { sumHours } from '../../rows.ts'
import { useSignals } from './use-signals.ts'
import { WeekState } from './week-state.tsx'

const ways = [
  { value: 'lead', label: 'By lead' },
  { value: 'job', label: 'By job' },
  { value: 'person', label: 'By person' },
] as const
const unnamed: Record<CrewsBy, string> = { lead: 'No foreman', job: 'No job', person: '' }
/** A row: a week with what stands against approving it. */
type Row = ClosingWeek & { readonly exceptions: string }
const idOf = ({ timecard_id }: ClosingWeek) => timecard_id
const toApprove = ({ timecard_id: id, user_id, name, hours, paid }: ClosingWeek) => ({
  id,
  user_id,
  name,
  hours,
  overtime: paid.overtime + paid.double,
})

/**
 * Everyone's weeks in crews, with how they are paid. Ticked ones, a crew or all are approved together, as far as they have
 * no exception (rule payroll-exceptions). @useSignals
 */
export const Crews = ({
  weeks,
  exceptions,
}: {
  weeks: readonly ClosingWeek[]
  exceptions: readonly WeekException[]
}) => {
  const may = useMay()
  const phone = usePhone()
  const approval = useApproval()
  const [by, setBy] = useState<CrewsBy>('lead')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const against = useMemo(() => exceptionsByWeek(exceptions), [exceptions])
  const rows = useMemo(
    () => weeks.map((week): Row => ({ ...week, exceptions: exceptionsText(against.get(week.timecard_id) ?? []) })),
    [weeks, against],
  )
  const items = useSignals(rows, idOf)
  const clear = (own: readonly ClosingWeek[]) => own.filter((week) => isClear(week, against.get(week.timecard_id)))
  const crews = useMemo(() => crewsOf(weeks, by), [weeks, by])
  const isFolded = (crew: ClosingCrew) => by !== 'person' && !unfolded.has(crew.name)
  const shown = crews.flatMap((crew) => (isFolded(crew) ? [] : crew.weeks.map(idOf)))
  const selection = useSelection(shown)
  const isMany = new Set(weeks.map(({ week_start }) => week_start)).size > 1
  const columns = useMemo(() => columnsOf(isMany, weeks), [isMany, weeks])
  const byId = new Map<Id, (typeof items)[number]>(items.map((item) => [item.peek().timecard_id, item]))
  const itemsOf = (own: readonly ClosingWeek[]) => own.flatMap((week) => byId.get(week.timecard_id) ?? [])
  const mayApprove = may(timecards, 'approve')
  const chosen = selection.ids.size ? weeks.filter(({ timecard_id }) => selection.ids.has(timecard_id)) : weeks
  const ready = clear(chosen)
  const approve = (own: readonly ClosingWeek[]) => {
    const left = chosen === weeks ? [] : chosen.filter((week) => !clear([week]).length)
    const besides = left.length ? `Left out: ${left.map(({ name }) => name).join(', ')}.` : ''
    approval.begin(own.map(toApprove), own === ready ? besides : '')
  }
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
        <Segmented aria-label="Crews" value={by} onChange={setBy} options={ways} />
        {mayApprove && ready.length > 0 && (
          <Button icon="check" loading={approval.busy} onClick={() => approve(ready)}>
            Approve {ready.length}
          </Button>
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
              groups: crews.map((crew) => ({
                key: crew.name,
                label: crew.name || unnamed[by],
                note: noteOf(
                  crew,
                  by,
                  phone,
                  exceptionsText(crew.weeks.flatMap((week) => against.get(idOf(week)) ?? [])),
                ),
                // A heading on a phone is lower than a button under a thumb.
                tools: mayApprove && !phone && clear(crew.weeks).length > 0 && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Approve ${clear(crew.weeks).length}: ${crew.name || unnamed[by]}`}
                    onClick={() => approve(clear(crew.weeks))}
                  >
                    Approve {clear(crew.weeks).length}
                  </Button>
                ),
                isFolded: isFolded(crew),
                rows: itemsOf(crew.weeks),
              })),
              onFold: (name: string) => setUnfolded((before) => before.symmetricDifference(new Set([name]))),
            })}
        {...(mayApprove && {
          selection: {
            has: (id: RowKey) => selection.ids.has(Number(id)),
            nameOf,
            onSelect: select(selection.select),
            all: shown.length > 0 && selection.ids.size === shown.length ? true : selection.ids.size ? 'some' : false,
            onAll: selection.selectAll,
          },
        })}
      />
      {approval.asked}
    </section>
  )
}

const nameOf = ({ name }: Row) => name
const select = (of: (id: Id, on: boolean, range: boolean) => void) => (id: RowKey, on: boolean, range: boolean) =>
  of(Number(id), on, range)
const hrefOf = ({ week_start, user_id }: Row) => `/timecard?week=${week_start}&user=${user_id}`

const kinds = [
  { key: 'regular', label: 'REG' },
  { key: 'overtime', label: 'OT' },
  { key: 'double', label: 'DT' },
  { key: 'vacation', label: 'VAC' },
  { key: 'per_diem_days', label: 'Per diem' },
] as const satisfies readonly { key: keyof Totals; label: string }[]
type Kind = (typeof kinds)[number]['key']
const sumOf = (weeks: readonly ClosingWeek[], kind: Kind) => sumHours(weeks.map(({ paid }) => paid[kind]))
const written = (kind: Kind, figure: number) => (kind === 'per_diem_days' ? String(figure) : formatHours(figure))

/** "26-041 · 4 people · 148.00 REG · 3.50 OT · 1 missing". */
function noteOf({ weeks }: ClosingCrew, by: CrewsBy, phone: boolean, problems: string) {
  const people = new Set(weeks.map(({ user_id }) => user_id)).size
  const jobs = [...new Set(weeks.flatMap(({ job }) => job || []))].sort()
  const figures = kinds.flatMap(({ key, label }) => {
    const figure = sumOf(weeks, key)
    return figure ? [`${written(key, figure)} ${key === 'per_diem_days' ? label.toLowerCase() : label}`] : []
  })
  // A phone has room for what stands against approving.
  const long = [
    ...(by === 'lead' ? [jobs.join(', ')] : []),
    `${people} ${people === 1 ? 'person' : 'people'}`,
    ...figures,
  ]
  const told = phone ? [String(people)] : long
  return (
    <>
      {told.filter(Boolean).join(' · ')}
      {problems && <span className={css({ color: 'attention', fontWeight: 'strong' })}> · {problems}</span>}
    </>
  )
}

const columnsOf = (isMany: boolean, weeks: readonly ClosingWeek[]): Column<Row>[] => [
  {
    key: 'name',
    header: 'Person',
    cell: ({ name, week_start }) => (
      <span>
        <b>{name}</b> {isMany && formatMonthDay(week_start)}
      </span>
    ),
    width: 'minmax(9rem, 1.4fr)',
    phone: 'title',
    foot: () => 'Total',
  },
  ...kinds.map(({ key, label }): Column<Row> => ({
    key,
    header: label,
    cell: ({ paid }) => (
      <span data-zero={!paid[key] || undefined} className={css({ '&[data-zero]': { color: 'faint' } })}>
        {written(key, paid[key])}
      </span>
    ),
    phoneCell: ({ paid }) => paid[key] > 0 && `${written(key, paid[key])} ${label}`,
    align: 'end',
    width: 'minmax(4rem, 5rem)',
    phone: 'sub',
    foot: () => written(key, sumOf(weeks, key)),
  })),
  {
    key: 'state',
    header: 'State',
    cell: (week) => <WeekState week={week} exceptions={week.exceptions} />,
    width: 'minmax(9rem, 1.2fr)',
    phone: 'end',
  },
]

const section = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2',
  minWidth: '0',
  scrollMarginTop: '16',
})
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2.5',
})
const quiet = css({ textStyle: 'small', color: 'muted', fontWeight: 'regular' })
