import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { formatMonth, formatWeekday } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { previewUrl } from '../../attachments/entities.ts'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { dailyLogs, type DailyLog } from '../entities.ts'
import { hoursLabel } from '../layouts.ts'
import { Observed } from './observed.tsx'

const delayOf = ({ totals }: DailyLog) => totals?.delay_hours ?? 0

const Work = ({ log }: { log: DailyLog }) => (
  <span className={css({ display: 'block', truncate: true })}>
    {delayOf(log) > 0 && (
      <Tag small tone="attention">
        Delay {hoursLabel(delayOf(log))}
      </Tag>
    )}{' '}
    {!!log.totals?.injuries && (
      <Tag small tone="attention">
        Injury
      </Tag>
    )}{' '}
    {log.work_performed?.split('\n')[0] ||
      // Contacts do not read what was written.
      (log.totals && <span className={css({ color: 'muted' })}>Nothing written yet</span>)}
  </span>
)

/** @useSignals */
const Pictures = ({ of: { ids, count } }: { of: NonNullable<DailyLog['pictures']> }) => {
  const { api } = useServices()
  const shown = ids.slice(0, 2)
  return (
    <span className={css({ row: '1', justifyContent: 'flex-end' })}>
      {shown.map((id) => (
        <Picture
          key={id}
          src={api.urlOf(previewUrl({ id }, 320))}
          className={css({ boxSize: '7', objectFit: 'cover', borderRadius: 'sm', background: 'soft' })}
        />
      ))}
      {count > shown.length && <span className={css({ textStyle: 'note' })}>+{count - shown.length}</span>}
    </span>
  )
}

const columns: readonly Column<DailyLog>[] = [
  {
    key: 'date',
    header: 'Day',
    cell: ({ date }) => <b>{formatWeekday(date)}</b>,
    phoneCell: ({ date }) => formatWeekday(date),
    sortable: true,
    width: '7rem',
    phone: 'title',
  },
  {
    key: 'work_performed',
    header: 'Work performed',
    cell: (log) => <Work log={log} />,
    width: 'minmax(12rem, 3fr)',
    phone: 'sub',
  },
  {
    key: 'user_name',
    header: 'Written by',
    cell: ({ user_name }) => user_name,
    sortable: true,
    width: '6.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'weather_auto',
    header: 'Weather',
    cell: ({ weather_auto }) => weather_auto && <Observed of={weather_auto} />,
    width: '8.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'crew_total',
    header: 'Own crew',
    cell: ({ crew_total }) =>
      // Guests are not told; what is not told is not "none".
      crew_total && (crew_total.people > 0 ? `${crew_total.people}, ${hoursLabel(crew_total.hours)}` : '–'),
    align: 'end',
    width: '6rem',
    phone: 'hidden',
  },
  {
    key: 'workers',
    header: 'Others',
    cell: ({ totals }) => totals && (totals.workers || '–'),
    align: 'end',
    width: '4.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'pictures',
    header: 'Photos',
    cell: ({ pictures }) => !!pictures?.count && <Pictures of={pictures} />,
    align: 'end',
    width: '5.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'state',
    header: 'State',
    cell: (log) => (
      <span className={css({ row: '1.5', justifyContent: 'flex-end' })}>
        {log.shared_at && <Icon name="share" size="sm" label="Shared with the customer" />}
        <StateTag small entity={dailyLogs} record={log} />
      </span>
    ),
    align: 'end',
    width: '7.5rem',
    phone: 'end',
  },
]

const [all, drafts, delays, safety] = [
  { key: 'all', label: 'All', fits: () => true, empty: 'No daily logs yet.' },
  {
    key: 'drafts',
    label: 'Drafts',
    fits: ({ completed_at }: DailyLog) => completed_at === null,
    empty: 'Every log is complete.',
  },
  { key: 'delays', label: 'Delays', fits: (log: DailyLog) => delayOf(log) > 0, empty: 'No delays were noted.' },
  {
    key: 'safety',
    label: 'Safety',
    fits: ({ totals }: DailyLog) => (totals?.safety ?? 0) > 0,
    empty: 'Nothing was noted about safety.',
  },
] as const

/** The daily logs of a project by month, the last day first. */
export const logList: WorkListSpec<typeof dailyLogs> = {
  entity: dailyLogs,
  columns,
  views: [all, drafts, delays, safety],
  facets: [
    {
      name: 'of_month',
      label: 'Month',
      none: '',
      of({ date }) {
        const month = date.slice(0, 7)
        return { value: month, label: formatMonth(`${month}-01`), rank: -Date.parse(month) }
      },
    },
    'state',
    'user_id',
  ],
  group: 'of_month',
  sort: '-date',
  csv: {
    file: 'daily logs.csv',
    columns: [
      { name: 'date' },
      { name: 'work_performed' },
      { name: 'delays' },
      { name: 'notes' },
      { name: 'user_name', header: 'Written by' },
      { name: 'people', header: 'Own crew', write: ({ crew_total }) => crew_total?.people },
      { name: 'hours', header: 'Own hours', write: ({ crew_total }) => crew_total?.hours },
      { name: 'workers', header: 'Others on site', write: ({ totals }) => totals?.workers },
      { name: 'worker_hours', header: 'Their hours', write: ({ totals }) => totals?.worker_hours },
      { name: 'delay_hours', header: 'Delay hours', write: ({ totals }) => totals?.delay_hours },
      { name: 'injuries', header: 'Injuries', write: ({ totals }) => totals?.injuries },
      { name: 'completed_at', header: 'Completed at' },
    ],
  },
}

/** The same without the view of drafts, for people who only read logs: drafts are for those who write them. */
export const readLogs: WorkListSpec<typeof dailyLogs> = { ...logList, views: [all, delays, safety] }
