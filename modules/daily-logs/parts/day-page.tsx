import { useState } from 'react'
import { useLocation } from 'wouter'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { SaveStatusContext, useSaveStatus } from '#blocks/autosave/use-autosave.ts'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { staff } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Card } from '#ui/card/card.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { dailyLogs, type DailyLog } from '../entities.ts'
import { contact, reopensLogs } from '../guards.ts'
import { dayParts } from '../index.ts'
import { CrewSection } from './crew-section.tsx'
import { DayFoot } from './day-foot.tsx'
import { DayMessages } from './day-messages.tsx'
import { DayIndex } from './day-index.tsx'
import { DayTools } from './day-tools.tsx'
import { EntrySection } from './entry-section.tsx'
import { useIndex } from './use-index.ts'
import { hoursLabel } from '../layouts.ts'
import { formatTime } from '#lib/moments.ts'
import { joinWords } from '#lib/join-words.ts'
import { PhotosSection } from './photos-section.tsx'
import { Section } from './section.tsx'
import { LogText } from './text-section.tsx'
import { useDay, useSums, type Day } from './use-day.ts'
import { WeatherStrip } from './weather-strip.tsx'

/** A day's log on one scrolling page, saved while it is typed. @useSignals */
export const DayPage = ({ log }: { log: DailyLog }) => {
  const { session } = useServices()
  const [, navigate] = useLocation()
  const [removing, setRemoving] = useState(false)
  const status = useSaveStatus()
  const day = useDay(log)
  const list = `/projects/${log.project_id}/daily_logs`
  const user = session.user.value
  const isOutside = contact(user)
  const to = (other: DailyLog | null) => (other ? `${list}/${other.id}` : null)
  return (
    <ParentScope project_id={log.project_id} daily_log_id={log.id}>
      <SaveStatusContext value={status}>
        <Page
          title={
            <span className={css({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '2.5' })}>
              {formatWeekday(log.date)} <StateTag entity={dailyLogs} record={log} />{' '}
              <WaitingTag entity={dailyLogs} id={log.id} />
            </span>
          }
          sub={isOutside ? undefined : log.user_name}
          crumbs={
            <Breadcrumb
              items={[
                { href: `/projects/${log.project_id}`, label: joinWords(log.project_number, log.project_name) },
                { href: list, label: 'Daily Logs' },
              ]}
            />
          }
          actions={
            <>
              <Step href={to(day.previous)} icon="chevron-left" label="Day before" />
              <Step href={to(day.next)} icon="chevron-right" label="Day after" />
              {!isOutside && <DayTools day={day} {...(reopensLogs(user) && { onDelete: () => setRemoving(true) })} />}
            </>
          }
        >
          {log.completed_at && (
            <p className={notice} role="status">
              {isOutside || !log.completed_name
                ? 'This daily log is complete.'
                : `Completed by ${log.completed_name}.${reopensLogs(user) ? ' Reopen it to make changes.' : ''}`}
            </p>
          )}
          {!isOutside && day.query.state.value === 'never' ? (
            <NotLoaded failure={day.query.failure.value} retry={day.query.ask} />
          ) : (
            <Sections day={day} isOutside={isOutside} isStaff={staff(user)} />
          )}
          <DayFoot day={day} />
          {removing && (
            <DeleteRecord
              entity={dailyLogs}
              record={log}
              onClose={() => setRemoving(false)}
              onDeleted={() => navigate(list, { replace: true })}
            />
          )}
        </Page>
      </SaveStatusContext>
    </ParentScope>
  )
}

/** The index, which renders for what it counts. @useSignals */
const Index = ({ day }: { day: Day }) => <DayIndex items={useIndex(day)} />

/** The sections: those of the working day beside photos, trouble and history; on a phone one after another. @useSignals */
const Sections = ({ day, isOutside, isStaff }: { day: Day; isOutside: boolean; isStaff: boolean }) => {
  const { log } = day
  const { companies, workers, worker_hours, delay_hours: delayed } = useSums(day)
  if (isOutside)
    return (
      <div className={css({ stack: '3', maxWidth: 'dialog.lg', minHeight: '55dvh', alignContent: 'start' })}>
        <EntrySection day={day} type="manpower" />
        <EntrySection day={day} type="delivery" />
        <EntrySection day={day} type="safety" />
        <EntrySection day={day} type="note" />
      </div>
    )
  return (
    <div className={columns}>
      <Index day={day} />
      <div className={column}>
        {(day.mayEdit || log.work_performed) && (
          <Section id="work" icon="pencil" title="Work performed">
            <LogText
              day={day}
              name="work_performed"
              label="Work performed"
              placeholder="What was done today. The keyboard’s microphone types for you."
            />
          </Section>
        )}
        <CrewSection day={day} />
        <SlotOutlet slot={dayParts} props={{ log }} />
        <EntrySection
          day={day}
          type="manpower"
          note={companies ? `${workers} workers, ${hoursLabel(worker_hours)}` : ''}
        />
        <EntrySection
          day={day}
          type="weather"
          note={
            log.weather_auto
              ? `observed until ${formatTime(log.weather_auto.observed_at)}, ${log.weather_auto.source}`
              : ''
          }
        >
          {log.weather_auto && <WeatherStrip weather={log.weather_auto} />}
        </EntrySection>
        <EntrySection day={day} type="equipment" />
        <EntrySection day={day} type="delivery" />
        <EntrySection day={day} type="visitor" />
      </div>
      <div className={column}>
        <PhotosSection day={day} />
        <EntrySection day={day} type="delay" note={delayed ? hoursLabel(delayed) : ''}>
          {log.delays && <LogText day={day} name="delays" label="Delays" placeholder="" rows={2} />}
        </EntrySection>
        <EntrySection day={day} type="safety" />
        <EntrySection day={day} type="note">
          {isStaff && (day.mayEdit || log.notes) && (
            <LogText day={day} name="notes" label="Notes" placeholder="For our own people only." rows={2} />
          )}
        </EntrySection>
        {isStaff && <DayMessages day={day} />}
        {isStaff && (
          <Offered entity={dailyLogs} verb="history">
            <Card>
              <details>
                <summary className={css({ textStyle: 'bar' })}>History</summary>
                <History entity={dailyLogs} record={log} />
              </details>
            </Card>
          </Offered>
        )}
      </div>
    </div>
  )
}

const Step = ({ href, icon, label }: { href: string | null; icon: string; label: string }) =>
  href && (
    <LinkButton variant="outline" href={href} aria-label={label} icon={icon}>
      {null}
    </LinkButton>
  )

const columns = css({
  stack: '3',
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    lg: 'min(12.25rem, 16vw) minmax(0, 1fr) min(19.75rem, 25vw)',
  },
  alignItems: 'start',
})
const column = css({ stack: '3', minWidth: '0' })
const notice = css({
  marginBottom: '4',
  paddingInline: '3.5',
  paddingBlock: '2.5',
  background: 'soft',
  color: 'muted',
  borderRadius: 'lg',
  fontWeight: 'strong',
})
