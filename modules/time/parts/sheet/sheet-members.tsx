import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices, type Services } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { css } from '#css/css'
import { addDays } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { SelectManyDialog } from '#ui/select-dialog/select-many-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { Id } from '#core/access/access.ts'
import { crews, type Crew } from '../../../crews/entities.ts'
import { CrewDialog } from '../../../crews/index.ts'
import { projects } from '../../../projects/entities.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { useKnown } from '#blocks/record-picker/known-records.tsx'
import { users, type User } from '../../../users/entities.ts'
import { timeEntries } from '../../entities.ts'
import { sheetFills } from '../../index.ts'
import { linesOf, type NewRow, type Sheet, type SheetHead } from './sheet.ts'
import { useEntries } from './use-day.ts'

/** How many days back "Yesterday" looks for the last day worked. */
const DAYS_BACK = 7

const licenseOf = ({ license }: User) => choiceLabel(license)
const tracks = ({ active, track_time }: User) => active && track_time

const dependsOn = [timeEntries, crews]

/** Buttons that add lines: people, one's crew, a saved one, or those of the last day worked. @useSignals */
export const SheetMembers = ({ sheet }: { sheet: Sheet }) => {
  const services = useServices()
  const { api, session, store } = services
  const [open, setOpen] = useState<'people' | Crew | 'new crew'>()
  const [busy, during] = useBusy()
  const { items } = useQuery(users, { filters: { status: 'active', track_time: true }, ask: false })
  const saved = useRecords(useQuery(crews).items)
  const options = useKnown(users, { only: tracks, hint: licenseOf })
  const { project_id, date, type } = sheet.head.value
  const entries = useEntries(date, date).value
  const me = session.user.value?.id
  const project = project_id === null ? undefined : store.of(projects).get(project_id)
  const rows = sheet.rows.value
  const there = new Set(rows.map(({ user_id }) => user_id))
  const busyToday = new Set(entries.map(({ user_id }) => user_id))
  const people = new Map(useRecords(items).map((one) => [one.id, one]))
  /** Those of a list who track time, are not on the sheet and have no time that day yet. */
  const missingOf = (lines: readonly { user_id: Id }[]) =>
    lines.flatMap(({ user_id }) =>
      people.has(user_id) && !there.has(user_id) && !busyToday.has(user_id) ? user_id : [],
    )
  const addAll = (ids: readonly Id[]) => sheet.add(ids.map((user_id) => ({ user_id })))
  // Where nobody is known to be one's crew, the project's team is offered.
  const { data: ours } = useAsked(() => api(timeEntries).ask<Id[]>('crew', { day: date }), `crew on ${date}`, dependsOn)
  const crew = missingOf(ours?.length ? ours.map((user_id) => ({ user_id })) : (project?.project_users ?? []))
  const offered = options.value.filter(({ value }) => !there.has(value))
  const own = saved.filter(({ user_id }) => user_id === me)
  const others = saved.filter((crew) => crew.user_id !== me && missingOf(crew.crew_users).length > 0)

  /** The last day worked by those whom this person enters time for, who have none on the sheet's day. */
  async function copyYesterday() {
    const [answer, day] = await during(fetchDays(services, sheet.head.peek()))
    if (!answer.ok || !day.ok) return void toast.error('The last day could not be loaded.')
    const entered = new Set(day.data.map(({ user_id }) => user_id))
    const mine = answer.data.filter(({ user_id, creator_id }) => creator_id === me || isOurs(user_id))
    const lines = linesOf(mine, project_id)
    const filled = new Set(sheet.rows.peek().flatMap(({ user_id, hours }) => (hours === null ? [] : user_id)))
    const missing = lines.filter(({ user_id }) => people.has(user_id) && !filled.has(user_id) && !entered.has(user_id))
    if (!lines.length) return void toast.error('There is no time in the week before to copy.')
    if (!missing.length) return void toast.success('Everyone of that day has time already.')
    fill(missing)
  }

  const isOurs = (user_id: Id) => user_id === me || !!ours?.includes(user_id)
  const isOpen = (user_id: Id) =>
    people.has(user_id) &&
    !busyToday.has(user_id) &&
    !sheet.rows.peek().some((row) => row.user_id === user_id && row.hours !== null)
  /** Lines that are all on one job make it the sheet's. */
  function fill(lines: readonly NewRow[]) {
    for (const row of sheet.rows.peek()) if (row.hours === null) sheet.remove(row.key)
    const [job, ...others] = new Set(lines.map((line) => line.project_id ?? null))
    const isOne = project_id === null && job && !others.length && !sheet.rows.peek().length
    if (isOne) sheet.setHead({ project_id: job })
    sheet.add(isOne ? lines.map((line) => ({ ...line, project_id: null })) : lines)
  }

  return (
    <div className={buttons}>
      {type === 'standard' && <SlotOutlet slot={sheetFills} props={{ date, project_id, isOpen, isOurs, fill }} />}
      {own.map((crew) => {
        const ids = missingOf(crew.crew_users)
        return (
          ids.length > 0 && (
            <Button key={crew.id} variant="outline" size="lg" icon="users" onClick={() => addAll(ids)}>
              {crew.name} ({ids.length})
            </Button>
          )
        )
      })}
      {crew.length > 0 && (
        <Button variant="outline" size="lg" icon="users" onClick={() => addAll(crew)}>
          Add crew ({crew.length})
        </Button>
      )}
      <Button variant="outline" size="lg" icon="user-plus" onClick={() => setOpen('people')}>
        Add member
      </Button>
      <Button variant="outline" size="lg" icon="copy" loading={busy} onClick={() => void copyYesterday()}>
        Yesterday
      </Button>
      {(rows.length > 1 || saved.length > 0) && (
        <Crews own={own} others={others} onAdd={(crew) => addAll(missingOf(crew.crew_users))} onOpen={setOpen} />
      )}
      {open === 'people' && (
        <SelectManyDialog
          open
          title="Add member"
          options={offered.toSorted((a, b) => Number(isOurs(b.value)) - Number(isOurs(a.value)))}
          empty="Everyone who tracks time is there."
          confirm={(count) => (count === 1 ? 'Add 1 person' : `Add ${count} people`)}
          onSelect={(ids) => {
            addAll(ids)
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'new crew' && <CrewDialog people={[...there]} onClose={() => setOpen(undefined)} />}
      {typeof open === 'object' && <CrewDialog record={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** What was entered in the days before, as far as it may be copied, and whatever there is on the day itself. */
const fetchDays = ({ api }: Services, { date, type, project_id }: SheetHead) =>
  Promise.all([
    api(timeEntries).fetchAll({
      from: addDays(date, -DAYS_BACK),
      to: addDays(date, -1),
      type,
      ...(project_id !== null && { project_id }),
    }),
    api(timeEntries).fetchAll({ from: date, to: date }),
  ])

interface CrewsProps {
  own: readonly Crew[]
  others: readonly Crew[]
  onAdd: (crew: Crew) => void
  onOpen: (open: Crew | 'new crew') => void
}

/** Adds the crews of others, and keeps one's own. */
const Crews = ({ own, others, onAdd, onOpen }: CrewsProps) => {
  const saved: MenuItem[] = [
    ...others.map((crew): MenuItem => ({ label: crew.name, icon: 'users', onSelect: () => onAdd(crew) })),
    ...own.map((crew): MenuItem => ({ label: `Edit ${crew.name}`, icon: 'pencil', onSelect: () => onOpen(crew) })),
  ]
  return (
    <Menu
      label="Crews"
      trigger={
        <Button variant="outline" size="lg" icon="chevron-down">
          Crews
        </Button>
      }
      items={[
        ...saved,
        { label: 'Save as crew', icon: 'plus', separated: saved.length > 0, onSelect: () => onOpen('new crew') },
      ]}
    />
  )
}

/** A crew's name takes the lines that it needs. */
const buttons = css({
  stack: '2.5',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(10rem, 100%), 1fr))',
  '& > button': {
    height: 'auto',
    minHeight: '12',
    minWidth: '0',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    textAlign: 'start',
  },
})
