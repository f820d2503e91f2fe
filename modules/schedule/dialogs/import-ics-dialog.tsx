import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import { choiceOptions } from '#lib/choice-label.ts'
import { MOST_TEXT_BYTES, tooLarge } from '#lib/file-size.ts'
import { decodeText } from '#lib/csv.ts'
import { formatWeekday } from '#lib/days.ts'
import { deviceZone, formatMoment } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { projects } from '../../projects/entities.ts'
import { calendarTypes, scheduleEvents, type CalendarType } from '../entities.ts'
import { readIcs, type IcsEvent, type ReadIcs } from '../ics.ts'

const MOST = 500
const MOST_TITLE = 255

/** Adds the events of an .ics file to the calendar. @useSignals */
export const ImportIcsDialog = ({ onClose }: { onClose: () => void }) => {
  const services = useServices()
  const { api, settings } = services
  const [found, setFound] = useState<ReadIcs | null>(null)
  const [type, setType] = useState<CalendarType>('meeting')
  const [project, setProject] = useState<number | null>(null)
  const [busy, during] = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  async function read(file: File | undefined) {
    if (!file) return
    const isTooLarge = file.size > MOST_TEXT_BYTES
    setProblem(isTooLarge ? tooLarge(MOST_TEXT_BYTES) : null)
    if (isTooLarge) return setFound(null)
    const zone = settings.peek().time_zone ?? deviceZone
    setFound(readIcs(decodeText(await file.arrayBuffer()), zone))
  }
  async function save() {
    const drafts = (found?.events ?? []).slice(0, MOST).map((event) => draftOf(event, type, project))
    const result = await during(api(scheduleEvents).saveMany(drafts))
    if (!result.ok) return toastFailure(result)
    offer(services, `${drafts.length} added.`, [result])
    onClose()
  }
  const events = found?.events ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import a calendar"
      main={
        <Button loading={busy} disabled={!events.length} onClick={() => void save()}>
          {events.length ? `Add ${Math.min(events.length, MOST)}` : 'Add'}
        </Button>
      }
    >
      <div className={css({ stack: '3' })}>
        <Field label="File">
          <input
            type="file"
            accept=".ics,text/calendar"
            aria-label="File"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </Field>
        {problem && <p role="alert">{problem}</p>}
        {found && events.length === 0 && <p role="alert">There are no events in this file.</p>}
        {events.length > 0 && (
          <>
            <Field label="Type">
              <Select value={type} options={choiceOptions(calendarTypes)} onChange={(next) => next && setType(next)} />
            </Field>
            <Field label="Project">
              <RecordPicker entity={projects} value={project} onChange={setProject} placeholder="None" />
            </Field>
            {found && <Notes found={found} />}
            <ul className={list}>
              {events.slice(0, MOST).map((event, at) => (
                <li key={`${event.uid} ${at}`}>
                  <b>{event.title}</b> {whenText(event)}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

const Notes = ({ found: { events, unread, repeated } }: { found: ReadIcs }) => (
  <>
    {unread > 0 && <p>{unread} without a start cannot be added.</p>}
    {repeated > 0 && <p>{repeated} repeat; only the first of each is added.</p>}
    {events.length > MOST && <p>The first {MOST} are added.</p>}
  </>
)

const whenText = ({ when }: IcsEvent): string =>
  'starts_at' in when ? formatMoment(when.starts_at) : formatWeekday(when.start_date)

const draftOf = ({ title, location, when }: IcsEvent, type: CalendarType, project_id: number | null) => ({
  kind: 'calendar' as const,
  title: title.slice(0, MOST_TITLE),
  location: location?.slice(0, MOST_TITLE) ?? null,
  type,
  project_id,
  all_day: !('starts_at' in when),
  ...when,
})

const list = css({ stack: '1', maxHeight: '16rem', overflowY: 'auto', fontSize: 'sm', '& b': { fontWeight: 'strong' } })
