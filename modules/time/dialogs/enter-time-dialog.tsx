import { computed } from '@preact/signals-react'
import { useMemo, useState, type FormEvent } from 'react'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Typed } from '#core/drafts/typed.ts'
import type { Waiting } from '#core/writes/mutation.ts'
import { messageOf } from '#core/resource/messages.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { overtimeSettings } from '../../overtime/entities.ts'
import { users } from '../../users/entities.ts'
import { timeEntries } from '../entities.ts'
import { refill, restore, typedOf } from '../parts/sheet/refill.ts'
import { createSheet, type Sheet } from '../parts/sheet/sheet.ts'
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
  // The project may have been another one when it was entered.
  const kept = useDraft([timeEntries.name, 'new', date ?? '', user_id ?? '', waiting?.at ?? ''], form)
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
    report(result, `${hoursOf(sheet)} h saved for ${peopleIn(filled.rows)}.`)
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
          <Button type="submit" form="enter-time" loading={saving}>
            Save
          </Button>
        </>
      }
    >
      <form id="enter-time" onSubmit={submit} noValidate className={body}>
        <Restored draft={kept} />
        <SheetHeadInputs sheet={sheet} />
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

/** The total hours and number of people. @useSignals */
const Sum = ({ sheet }: { sheet: Sheet }) => (
  <span className={sum} role="status">
    <b className={css({ fontSize: 'section', fontWeight: 'section' })}>{formatHours(sheet.hours.value)}</b> h ·{' '}
    {peopleIn(sheet.rows.value.filter(({ hours }) => (hours ?? 0) > 0))}
  </span>
)

/** @useSignals */
const Alert = ({ sheet }: { sheet: Sheet }) =>
  sheet.alert.value && (
    <p role="alert" className={alert}>
      <Icon name="circle-alert" size="sm" />
      {sheet.alert.value}
    </p>
  )

const body = css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3.5', alignContent: 'start' })
const sum = css({ flex: '1', whiteSpace: 'nowrap' })
const alert = css({ display: 'flex', alignItems: 'center', gap: '1.5', color: 'attention', fontWeight: 'strong' })
