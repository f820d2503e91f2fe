import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Icon, type IconName } from '#ui/icon/icon.tsx'
import type { StepDay, StepLine } from '../../steps.ts'
import { hueOf } from '../board-look.ts'
import { daysDone, noteOf, peopleIn, plural, type Names } from './words.ts'

/** With more different days than these, lines say how many instead of which. */
const MOST_COLUMNS = 10
const signs: Readonly<Record<StepDay['is'], { icon?: IconName; says: string }>> = {
  new: { icon: 'plus', says: 'new' },
  moved: { icon: 'arrow-right', says: 'moved here' },
  changed: { icon: 'pencil', says: 'changed' },
  gone: { icon: 'minus', says: 'not any more' },
  back: { icon: 'undo-2', says: 'as published' },
  same: { says: 'the same' },
  conflict: { icon: 'x', says: 'left out' },
}

/** A project's lines, or all phases. */
export interface StepGroup {
  readonly key: string
  readonly title: string
  readonly color: number | null
  readonly project_id: Id | null
  readonly lines: readonly StepLine[]
}

/** What a step does, by job and person, with a square for each day; what is ticked is done. */
export const StepList = ({
  head,
  groups,
  names,
  isTicked,
  onTick,
}: {
  head: string
  groups: readonly StepGroup[]
  names: Names
  isTicked: (line: StepLine) => boolean
  onTick: (lines: readonly StepLine[], on: boolean) => void
}) => {
  const all = new Set(groups.flatMap(({ lines }) => lines.flatMap(({ days }) => days.map(({ date }) => date))))
  const columns = all.size > MOST_COLUMNS ? [] : [...all].toSorted()
  return (
    <div role="table" aria-label={head} className={table}>
      <div role="row" className={headRow} style={{ gridTemplateColumns: byDay(columns) }}>
        <span role="columnheader">{head}</span>
        {columns.map((day) => (
          <span
            key={day}
            role="columnheader"
            aria-label={formatWeekday(day)}
            title={formatWeekday(day)}
            className={dayName}
          >
            {formatWeekday(day).slice(0, 1)}
            <small className={css({ fontSize: '2xs' })}>{Number(day.slice(8))}</small>
          </span>
        ))}
      </div>
      {groups.map(({ key, title, color, project_id, lines }) => {
        const ticked = lines.filter(isTicked)
        return (
          <div key={key} role="rowgroup">
            <div
              role="row"
              className={cx(groupRow, hueOf(color, project_id ?? 0))}
              style={{ gridTemplateColumns: beside }}
            >
              <span role="cell">
                <Checkbox
                  value={ticked.length === lines.length}
                  indeterminate={ticked.length > 0 && ticked.length < lines.length}
                  onChange={(on) => onTick(lines, on)}
                >
                  <b
                    className={groupName}
                    style={
                      project_id === null ? {} : { borderInlineStart: '4px solid var(--hue)', paddingInlineStart: 8 }
                    }
                  >
                    {title}
                  </b>
                </Checkbox>
              </span>
              <small role="cell" className={quiet}>
                {sumOf(lines)}
              </small>
            </div>
            {lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                names={names}
                columns={columns}
                isTicked={isTicked(line)}
                onTick={(on) => onTick([line], on)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

const sumOf = (lines: readonly StepLine[]): string =>
  lines.some(({ kind }) => kind === 'phase')
    ? plural(lines.length, 'phase')
    : `${plural(peopleIn(lines), 'person', 'people')}, ${plural(daysDone(lines), 'day')}`

const Line = ({
  line,
  names,
  columns,
  isTicked,
  onTick,
}: {
  line: StepLine
  names: Names
  columns: readonly Day[]
  isTicked: boolean
  onTick: (on: boolean) => void
}) => {
  const note = noteOf(line, names)
  const isPhase = line.kind === 'phase'
  const isSaid = isPhase || !columns.length
  return (
    <div role="row" className={row} style={{ gridTemplateColumns: isSaid ? beside : byDay(columns) }}>
      <span role="cell" className={who}>
        <Checkbox value={isTicked} onChange={onTick}>
          {isPhase ? `${names.job(line.project_id)} · ${names.phase(line.phase_id)}` : names.person(line.user_id)}
        </Checkbox>
        <small className={note.isConflict ? inTheWay : quiet}>{note.text}</small>
      </span>
      {isSaid ? (
        <small role="cell" className={quiet}>
          {isPhase ? spanOf(line) : `${spanOf(line)}, ${plural(line.days.length, 'day')}`}
        </small>
      ) : (
        columns.map((day) => (
          <span role="cell" key={day}>
            <Square day={line.days.find(({ date }) => date === day)} isTicked={isTicked} />
          </span>
        ))
      )}
    </div>
  )
}

const Square = ({ day, isTicked }: { day: StepDay | undefined; isTicked: boolean }) => {
  if (!day) return null
  const { icon, says } = signs[day.is]
  const label = `${formatWeekday(day.date)}: ${says}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(square, looks[day.is])}
      style={isTicked ? {} : { opacity: 0.35 }}
    >
      {icon ? <Icon name={icon} size="sm" /> : '='}
    </span>
  )
}

/** First and last day of what is shown, of phases their own. */
function spanOf({ kind, from, to, days }: StepLine): string {
  const [first, last] = kind === 'phase' ? [from, to] : [days[0]?.date, days.at(-1)?.date]
  if (!first || !last) return ''
  return first === last ? formatWeekday(first) : `${formatWeekday(first)} – ${formatWeekday(last)}`
}

const cells = { display: 'grid', alignItems: 'center', columnGap: '1.5', paddingInline: '4' } as const
const table = css({ marginInline: '-4', borderBottom: '1px solid {colors.line}' })
const headRow = css({ ...cells, paddingBlock: '1.5', fontSize: 'xs', fontWeight: 'strong', color: 'muted' })
const dayName = css({ display: 'grid', justifyItems: 'center' })
const groupRow = css({
  ...cells,
  minHeight: '9',
  background: 'soft',
  borderTop: '1px solid {colors.line}',
})
const groupName = css({ fontWeight: 'section' })
const row = css({ ...cells, minHeight: '9', borderTop: '1px solid {colors.line}' })
const who = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1fr 1fr' },
  alignItems: 'center',
  columnGap: '2',
  paddingBlock: '1',
  minWidth: '0',
})
const quiet = css({ textStyle: 'note' })
const inTheWay = css({ textStyle: 'small', color: 'conflict', fontWeight: 'strong' })
const square = css({ center: true, boxSize: '6', borderRadius: 'sm', fontWeight: 'strong' })
const planned = css({ color: 'primary', background: 'primary.soft' })
const plain = css({ color: 'muted', border: '1px solid {colors.line}' })
const looks: Readonly<Record<StepDay['is'], string>> = {
  new: planned,
  moved: planned,
  changed: planned,
  gone: plain,
  back: plain,
  same: plain,
  conflict: css({ color: 'conflict', background: 'conflict.soft', border: '1px solid {colors.conflict.line}' }),
}
const beside = 'minmax(0, 1fr) auto'
const byDay = (columns: readonly Day[]) => `minmax(0, 1fr) repeat(${columns.length}, 1.625rem)`
