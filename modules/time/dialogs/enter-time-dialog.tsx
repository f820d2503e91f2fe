import { computed } from '@preact/signals-react'
import { useMemo, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { DraftOffer } from '#blocks/drafts/draft-offer.tsx'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Typed } from '#core/drafts/typed.ts'
import type { Waiting } from '#core/writes/mutation.ts'
import { messageOf } from '#core/resource/messages.ts'
import { formatWeekday, weekdayOf, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { projects } from '../../projects/entities.ts'
import { overtimeSettings } from '../../overtime/entities.ts'
import { users } from '../../users/entities.ts'
import { daySignatures, timeEntries } from '../entities.ts'
import { nameOf, refill, restore, typedOf } from '../parts/sheet/refill.ts'
import { countedHours, createSheet, type Sheet } from '../parts/sheet/sheet.ts'
import { SheetHeadInputs } from '../parts/sheet/sheet-head.tsx'
import { SheetMembers } from '../parts/sheet/sheet-members.tsx'
import { SheetRows } from '../parts/sheet/sheet-rows.tsx'

export interface EnterTimeProps {
  /** The project selected at first. */
  project_id?: Id | null
  date?: Day
  /** The person on the first line. Defaults to the current user, if they track time. */
  user_id?: Id
  /** The hours on that line, such as those that were planned; nothing was typed while they stand there. */
  hours?: number | null
  /** A refused or unsent change from the outbox, to be corrected and sent again. */
  waiting?: Waiting<typeof timeEntries>
  onClose: () => void
}

/** Enter Time (rule enter-time): one line for each person, saved in one transaction. @useSignals */
export const EnterTimeDialog = ({
  project_id = null,
  date,
  user_id,
  hours = null,
  waiting,
  onClose,
}: EnterTimeProps) => {
  const { api, session, store } = useServices()
  const report = useOutcome()
  const may = useMay()
  const [, navigate] = useLocation()
  const today = useToday()
  const overtime = useQuery(overtimeSettings).items
  const me = session.user.value
  const own = me ? store.of(users).peek(me.id) : undefined
  const tracks = own?.track_time ?? me?.track_time
  const [sheet, form] = useMemo(
    () => {
      const preset = waiting?.drafts[0]?.project_id ?? project_id
      const made = createSheet(
        { project_id: preset, date: date ?? today, own: user_id ?? (me && tracks ? me.id : null), hours },
        () => overtime.peek()[0]?.peek().zero_hour_per_diem ?? false,
      )
      if (waiting) refill(made, waiting)
      const [head, rows] = [made.head.peek(), made.rows.peek()]
      const typed = computed(() =>
        made.head.value === head && made.rows.value === rows ? null : typedOf(made.head.value, made.rows.value),
      )
      return [
        made,
        { typed, restore: (before: Typed) => restore(made, before), reset: () => made.show(head, rows) },
      ] as const
    },
    // The sheet is created once, from the initial props; later props must not discard what was entered.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  // What is entered belongs to its people, day and job: a form that is opened for others offers it and shows its own.
  const opened = useMemo(() => Date.now(), [])
  const place = waiting ? [timeEntries.name, 'new', '', '', waiting.at] : [timeEntries.name, 'new', '', '', '', opened]
  const kept = useDraft(place, form, waiting ? undefined : isNew)
  const leave = () => {
    kept.end()
    onClose()
  }
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => {
    // The dialog stays open while saving, since it shows the errors if the save is refused.
    if (saving) return
    if (sheet.dirty.peek() && form.typed.peek()) setAsking(true)
    else leave()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const filled = saving ? null : sheet.drafts()
    if (!filled) return
    setSaving(true)
    const result = await api(timeEntries).saveMany(filled.drafts, waiting && { instead: waiting.at })
    setSaving(false)
    if (!result.ok) return sheet.refuse(filled.rows, result.errors, messageOf(result, Object.keys(result.errors)))
    const others = filled.rows.find((row) => row.user_id !== me?.id)
    report(
      result,
      `${hoursOf(sheet)} h saved for ${peopleIn(filled.rows)}.`,
      others && may(daySignatures, 'create')
        ? { label: 'Have the crew sign', onClick: () => navigate(`/time/sign?day=${sheet.head.peek().date}`) }
        : undefined,
    )
    leave()
  }
  return (
    <Dialog
      open
      onClose={close}
      tall
      size="lg"
      title={`${formatWeekday(sheet.head.value.date)} Time Entry`}
      footer={
        <>
          <Sum sheet={sheet} />
          <Save sheet={sheet} preset={project_id} saving={saving} />
        </>
      }
    >
      <form id="enter-time" onSubmit={submit} noValidate className={body}>
        <Restored draft={kept} />
        <DraftOffer draft={kept} nameOf={(typed) => nameOf(typed, (id) => store.of(projects).peek(id)?.number)} />
        <SheetHeadInputs sheet={sheet} />
        <SameForAll sheet={sheet} />
        <SheetRows sheet={sheet} />
        <Alert sheet={sheet} />
        <SheetMembers sheet={sheet} />
      </form>
      <ConfirmDialog
        open={asking}
        title="Discard what you entered?"
        message="It has not been saved."
        confirm="Discard"
        cancel="Keep entering"
        danger
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  )
}

export default EnterTimeDialog

const hoursOf = (sheet: Sheet) => formatHours(sheet.hours.peek())
const peopleIn = (rows: readonly { user_id: Id }[]) => {
  const people = new Set(rows.map(({ user_id }) => user_id)).size
  return people === 1 ? '1 person' : `${people} people`
}

/** Forms for new time, those of earlier versions among them, but not those that correct what waits to be sent. */
const isNew = ([entity, id, , , at]: readonly unknown[]) => entity === timeEntries.name && id === 'new' && at === ''

/**
 * Saves; a day that is not today or no weekday, and a job that is not the one of the page, are named, so that nobody's
 * hours are saved on another day or job than was meant. @useSignals
 */
const Save = ({ sheet, preset, saving }: { sheet: Sheet; preset: Id | null; saving: boolean }) => {
  const { store } = useServices()
  const today = useToday()
  const { date, project_id, type } = sheet.head.value
  const isOther = type === 'standard' && preset !== null && project_id !== null && project_id !== preset
  const isUnusual = isOther || date !== today || weekdayOf(date) % 6 === 0
  const job = type === 'standard' && project_id !== null ? store.of(projects).get(project_id)?.number : undefined
  return (
    <Button type="submit" form="enter-time" loading={saving}>
      {isUnusual ? ['Save', job && `on ${job}`, `for ${formatWeekday(date)}`].filter(Boolean).join(' ') : 'Save'}
    </Button>
  )
}

/** Gives everyone the hours and code of the first line that has hours, and says so while none has. @useSignals */
const SameForAll = ({ sheet }: { sheet: Sheet }) => {
  const rows = sheet.rows.value
  if (rows.length < 2) return null
  const from = rows.find((row) => countedHours(row) > 0)
  return (
    <div className={same}>
      <Button variant="outline" icon="arrow-down" disabled={!from} onClick={sheet.fillDown}>
        Same for all
      </Button>
      <span className={css({ textStyle: 'note' })}>
        {from ? 'The hours and code of the first line with hours.' : 'Enter the hours of one person first.'}
      </span>
    </div>
  )
}

/** The total hours and number of people. @useSignals */
const Sum = ({ sheet }: { sheet: Sheet }) => {
  const people = useDerived(() => peopleIn(sheet.rows.value.filter(({ hours }) => (hours ?? 0) > 0)), [sheet])
  return (
    <span className={sum} role="status">
      <b className={css({ fontSize: 'section', fontWeight: 'section' })}>{formatHours(sheet.hours.value)}</b> h ·{' '}
      {people}
    </span>
  )
}

/** @useSignals */
const Alert = ({ sheet }: { sheet: Sheet }) =>
  sheet.alert.value && (
    <p role="alert" className={alert}>
      <Icon name="circle-alert" size="sm" />
      {sheet.alert.value}
    </p>
  )

const body = css({ column: '3.5', alignContent: 'start' })
const sum = css({ flex: '1', whiteSpace: 'nowrap' })
const same = css({ wrap: '2.5' })
const alert = css({ row: '1.5', color: 'attention', fontWeight: 'strong' })
