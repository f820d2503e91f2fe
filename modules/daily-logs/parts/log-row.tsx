import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { addDays, formatWeekday } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { previewUrl } from '../../attachments/entities.ts'
import { dailyLogs, type DailyLog } from '../entities.ts'
import type { LogDay, LoggedDay } from '../days.ts'
import { hoursLabel } from './layouts.ts'
import { mainSky, rainOf, skyIcons, windOf } from './weather-strip.tsx'

const short = (date: string) => {
  const [weekday, rest = ''] = formatWeekday(date).split(', ')
  return `${weekday} ${rest.split(' ')[1] ?? ''}`
}
const near = (date: string, today: string) =>
  date === today ? 'Today' : date === addDays(today, -1) ? 'Yesterday' : ''
const people = (count: number) => (count === 1 ? '1 person has' : `${count} people have`)

/** A day in the list: its log, or that there is none. */
export const LogRow = ({
  day: { date, log, time },
  today,
  mayStart,
  busy,
  onStart,
}: {
  day: LogDay<LoggedDay>
  today: string
  mayStart: boolean
  busy: boolean
  onStart: () => void
}) => {
  const { store } = useServices()
  const item = log && store.of(dailyLogs).item(log.id)
  if (item) return <Logged item={item} today={today} />
  return (
    <div className={row}>
      <When date={date} today={today} />
      <span className={css({ gridArea: 'text', minWidth: '0' })}>
        <b className={css({ color: 'attention' })}>No log.</b>{' '}
        {time && `${people(time.people)} ${hoursLabel(time.hours)} on this day.`}
      </span>
      {mayStart && (
        <span className={css({ gridArea: 'state', justifySelf: 'end' })}>
          <Button variant="outline" loading={busy} onClick={onStart} aria-label={`Start ${short(date)}`}>
            Start
          </Button>
        </span>
      )}
    </div>
  )
}

const When = ({ date, today }: { date: string; today: string }) => (
  <span className={css({ gridArea: 'day' })}>
    <b className={css({ display: 'block' })}>{short(date)}</b>
    <span className={css({ textStyle: 'note' })}>{near(date, today)}</span>
  </span>
)

/** @useSignals */
const Logged = memo(({ item, today }: { item: ReadonlySignal<DailyLog>; today: string }) => {
  const log = useRecord(item)
  return (
    <a
      href={`/projects/${log.project_id}/daily_logs/${log.id}`}
      className={row}
      data-today={log.date === today || undefined}
    >
      <When date={log.date} today={today} />
      <LogText log={log} />
      {log.weather_auto && (
        <span className={desk}>
          <span className={css({ row: '1.5' })}>
            <Icon name={skyIcons[mainSky(log.weather_auto)]} size="sm" />
            {Math.round(log.weather_auto.temperature_high_f)}° / {Math.round(log.weather_auto.temperature_low_f)}°
          </span>
          <small className={second}>
            {rainOf(log.weather_auto) > 0
              ? `${formatNumber(rainOf(log.weather_auto), 2, 2)} in`
              : `Wind ${Math.round(windOf(log.weather_auto))}, dry`}
          </small>
        </span>
      )}
      <span className={desk}>
        {log.crew_total && log.crew_total.people > 0 && (
          <>
            <b>{log.crew_total.people}</b> own, {hoursLabel(log.crew_total.hours)}
          </>
        )}
        {log.totals && log.totals.workers > 0 && <small className={second}>{log.totals.workers} others</small>}
      </span>
      <Pictures log={log} />
      <span className={css({ gridArea: 'state', justifySelf: 'end', display: 'inline-flex', gap: '1' })}>
        <WaitingTag entity={dailyLogs} id={log.id} />
        <StateTag entity={dailyLogs} record={log} />
      </span>
    </a>
  )
})

const LogText = ({ log }: { log: DailyLog }) => (
  <span className={css({ gridArea: 'text', minWidth: '0' })}>
    <span className={line}>
      {log.totals && log.totals.delay_hours > 0 && (
        <Tag tone="attention">Delay {hoursLabel(log.totals.delay_hours)}</Tag>
      )}{' '}
      {log.work_performed?.split('\n')[0] ||
        // Contacts do not read what was written.
        (log.totals && <span className={css({ color: 'muted' })}>Nothing written yet</span>)}
    </span>
    <span className={second}>
      {[log.user_name, log.shared_at && 'shared with customer', log.totals?.injuries && 'injury']
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)

/** @useSignals */
const Pictures = ({ log: { pictures } }: { log: DailyLog }) => {
  const { api } = useServices()
  const shown = pictures?.ids.slice(0, 2) ?? []
  const more = (pictures?.count ?? 0) - shown.length
  return (
    <span className={css({ display: { base: 'none', lg: 'flex' }, gap: '1' })}>
      {shown.map((id) => (
        <Picture key={id} src={api.urlOf(previewUrl({ id }, 320))} className={thumb} />
      ))}
      {more > 0 && <span className={rest}>+{more}</span>}
    </span>
  )
}

const row = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '4.5rem minmax(0, 1fr) auto',
    lg: '5.5rem minmax(0, 1fr) 8rem 9rem auto 6rem',
  },
  gridTemplateAreas: { base: '"day text state"', lg: '"day text . . . state"' },
  alignItems: 'center',
  columnGap: '3',
  minHeight: '4.5rem',
  paddingInline: { base: '3.5', sm: '4' },
  paddingBlock: '2.5',
  '&:is(a):hover': { background: 'soft' },
  '&[data-today]': { boxShadow: 'inset 3px 0 0 {colors.primary}' },
})
const line = css({ display: 'block', truncate: true })
const second = css({ display: 'block', textStyle: 'note' })
const desk = css({ display: { base: 'none', lg: 'block' }, textStyle: 'small' })
const thumb = css({ boxSize: '9', objectFit: 'cover', borderRadius: 'md', background: 'soft' })
const rest = css({ center: true, boxSize: '9', borderRadius: 'md', background: 'soft', textStyle: 'note' })
