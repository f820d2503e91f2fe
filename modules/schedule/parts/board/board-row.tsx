import { memo, useMemo } from 'react'
import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import type { Store } from '#core/store/store.ts'
import { same } from '#core/store/merge.ts'
import { steady } from '#core/store/watched.ts'
import { addDays, formatWeekday, timeIn, type Day } from '#lib/days.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { deviceZone, formatTime } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { projects, type Project } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { scheduleEvents } from '../../entities.ts'
import { askedOf, chipsOf, datedOf, hoursIn, type Chip, type Dated } from './chips-of.ts'
import { hoursOff } from '../../company-days.ts'
import { chip as look, hueOf } from '../board-look.ts'
import type { BoardState } from './board.tsx'
import { NAMES, ROW, scaled, type Columns } from '../layout.ts'

type Asked = ReturnType<typeof askedOf>[number]

interface RowProps {
  board: BoardState
  person: number
  top: number
  line: number
  columns: Columns
  /** The first days of this week and of the next, for the hours beside the name. */
  weeks: readonly [Day, Day, Day]
}

/** A person's line of the board; it is painted again when an event of that person changes. */
export const BoardRow = memo(({ board, person, top, line, columns, weeks }: RowProps) => {
  const { store } = useServices()
  const known = store.of(users).get(person)
  const { chips, dated, asked, hours } = useMemo(
    () => paintedOf(board, store, { person, columns, weeks }),
    [board, store, person, columns, weeks],
  ).value
  return (
    <div role="row" aria-rowindex={line + 2} className={rowLook} style={{ top, height: ROW }}>
      <div role="rowheader" className={nameLook} style={{ width: NAMES }}>
        <Avatar name={known?.name ?? ''} size="sm" decorative />
        <span className={nameText} title={known?.name}>
          {known?.name}
        </span>
        <span className={hoursLook} title="Hours this week and next">
          {hours.map((sum) => (sum ? String(sum) : '–')).join(' · ')}
        </span>
      </div>
      {dated.map((one) => (
        <EventChip key={one.key} dated={one} columns={columns} />
      ))}
      {asked.map((one) => (
        <RequestChip key={one.id} asked={one} columns={columns} />
      ))}
      {chips.map((face) => (
        <AssignmentChip key={face.key} columns={columns} face={face} />
      ))}
    </div>
  )
})

/** What is painted of a person, which is new only where it differs. */
function paintedOf(
  { company, ratio, index }: BoardState,
  store: Store,
  { person, columns: { days }, weeks: [first, second, end] }: Pick<RowProps, 'person' | 'columns' | 'weeks'>,
) {
  const [from, to] = [days[0] ?? '', days.at(-1) ?? '']
  return steady(() => {
    const assignments = index.assignmentsOf(person)
    const trainee = days.filter((day) => ratio.value.has(`${person} ${day}`))
    const chips = chipsOf(assignments, company.value, from, to)
    return {
      asked: askedOf(index.askedOf(person), chips, from, to),
      chips: chips.map((chip) =>
        faceOf(
          chip,
          store.of(projects).get(chip.event.project_id ?? 0),
          store.of(scheduleEvents).changed(chip.event.id),
          trainee.some((day) => day >= chip.from && day <= chip.to),
        ),
      ),
      dated: datedOf(index.datedOf(person), from, to),
      hours: [
        hoursIn(assignments, company.value, first, addDays(second, -1)),
        hoursIn(assignments, company.value, second, addDays(end, -1)),
      ],
    }
  })
}

/** Where the days from one to another are. */
function placeOf({ days, edges }: Columns, from: Day, to: Day) {
  const [start, end] = [days.indexOf(from), days.indexOf(to)]
  const left = edges[Math.max(start, 0)] ?? 0
  return { left: NAMES + left + 2, width: (edges[end + 1] ?? left) - left - 4 }
}

/** Where what takes a day is in its row, and where what takes some hours is, below the day's work. */
const whole = { top: scaled(4) }
const strip = { top: scaled(23), height: scaled(12), zIndex: 1 }

/** A calendar event of the person: grey for days off; one of some hours leaves room for the work of the day. @useSignals */
const Calendar = ({ dated: { event, from, to, isOff }, columns }: { dated: Dated; columns: Columns }) => {
  const { settings } = useServices()
  const zone = settings.value.time_zone ?? deviceZone
  const hours = [event.starts_at, event.ends_at].flatMap((at) =>
    at === null ? [] : formatTime(timeIn(zone, new Date(at))),
  )
  const some = hoursOff(event)
  const isPart = !event.all_day || (isOff && some !== null)
  const off = isOff && !hours.length && some !== null ? `${formatNumber(some)} h` : ''
  // Only who plans reads what it is for.
  const title = event.off_kind ? choiceLabel(event.off_kind) : event.title
  const label = [title, hours.join(' – '), off].filter(Boolean).join(' ')
  return (
    <div
      role="gridcell"
      className={look()}
      data-away={isOff || undefined}
      data-dated={!isOff || undefined}
      data-half={isPart ? 1 : undefined}
      style={{ ...placeOf(columns, from, to), ...(isPart ? strip : whole) }}
      title={label}
    >
      <em>{label}</em>
    </div>
  )
}

const EventChip = memo(Calendar)

/** Time off that the person asks for, which leads to where it is answered. */
const Request = ({ asked: { id, from, to, says, isStrip }, columns }: { asked: Asked; columns: Columns }) => (
  <div
    role="gridcell"
    className={look()}
    data-asked=""
    data-half={isStrip ? 1 : undefined}
    style={{ ...placeOf(columns, from, to), ...(isStrip ? strip : whole) }}
  >
    <a href={`/schedule/time-off/${id}`} title={says} aria-label={says}>
      Asked
    </a>
  </div>
)

const RequestChip = memo(Request, same)

/** About how many pixels a sign, an icon and the edges of a chip take. */
const [SIGN, ICON, EDGES] = [scaled(62) / 10, scaled(18), scaled(18)]

/** What is painted of an assignment, which is compared by content. */
const faceOf = (
  { event: { id, removed, draft, lead }, ...chip }: Chip,
  project: Project | undefined,
  isChanged: boolean,
  isRatio: boolean,
) => ({
  ...chip,
  id,
  removed,
  draft,
  lead,
  isRatio,
  /** Whether someone else has just changed it. */
  isChanged,
  project: project && { id: project.id, number: project.number, name: project.name, color: project.color },
})

const Assignment = ({ face, columns }: { face: ReturnType<typeof faceOf>; columns: Columns }) => {
  const { half, from, to, reply, project, isChanged, isRatio, ...event } = face
  const place = placeOf(columns, from, to)
  const isConflict = half !== null || reply === 'declined'
  const name = project ? `${project.number} ${project.name}` : 'Another project'
  const state = [
    event.removed ? 'will be removed' : event.draft ? 'draft' : null,
    half === null ? null : 'double-booked',
    reply === 'confirmed' ? 'confirmed' : reply === 'declined' ? 'declined' : null,
    isRatio ? 'trainees outnumber journeymen' : null,
    event.lead ? 'lead' : null,
  ].filter(Boolean)
  const mark =
    half !== null
      ? 'users'
      : reply === 'confirmed'
        ? 'check'
        : reply === 'declined'
          ? 'x'
          : isRatio
            ? 'triangle-alert'
            : null
  // What does not fit as a whole is left out rather than cut; all of it is in the label.
  const room = place.width - EDGES - (mark ? ICON : 0) - (project?.number.length ?? 1) * (SIGN + 0.9)
  const hasFlag = event.lead && half === null && room >= ICON
  const hasName = half === null && room - (hasFlag ? ICON : 0) >= (project?.name.length ?? 0) * SIGN
  const span = from === to ? formatWeekday(from) : `${formatWeekday(from)} – ${formatWeekday(to)}`
  return (
    <div
      role="gridcell"
      data-event={event.id}
      data-from={from}
      data-starts={face.startsHere || undefined}
      data-ends={face.endsHere || undefined}
      data-draft={event.draft || undefined}
      data-removed={event.removed || undefined}
      data-conflict={isConflict || undefined}
      data-warn={(isRatio && !isConflict) || undefined}
      data-half={half ?? undefined}
      data-changed={isChanged || undefined}
      aria-label={[name, span, ...state].join(', ')}
      title={`${name}\n${span}`}
      className={cx(look(), hueOf(project?.color, project?.id))}
      style={{ ...place, ...(half === null ? whole : { top: scaled(half === 1 ? 18 : 2) }) }}
    >
      {hasFlag && <Icon name="flag" />}
      <b>{project?.number ?? '—'}</b>
      {hasName && <em>{project?.name}</em>}
      {mark && (
        <span data-end="">
          <Icon name={mark} />
        </span>
      )}
    </div>
  )
}

const AssignmentChip = memo(Assignment)

const rowLook = css({
  position: 'absolute',
  left: '0',
  right: '0',
  contain: 'layout style',
  borderBottom: '1px solid {colors.line}',
})
const nameLook = css({
  position: 'sticky',
  left: '0',
  zIndex: 2,
  row: '2',
  height: 'full',
  paddingInline: '3',
  background: 'card',
  borderInlineEnd: '1px solid {colors.line}',
  fontSize: 'sm',
})
const nameText = css({
  flex: '1',
  minWidth: '0',
  fontWeight: 'strong',
  truncate: true,
})
const hoursLook = css({ fontSize: 'xs', color: 'muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
