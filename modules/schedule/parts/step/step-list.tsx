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
    <div role="table" aria-label={head} className={table} style={{ ['--columns' as string]: columns.length }}>
      <div role="row" className={headRow}>
        <span role="columnheader">{head}</span>
        {columns.map((day) => (
          <span key={day} role="columnheader" aria-label={formatWeekday(day)} title={formatWeekday(day)}>
            {formatWeekday(day).slice(0, 1)}
            <small>{Number(day.slice(8))}</small>
          </span>
        ))}
      </div>
      {groups.map(({ key, title, color, project_id, lines }) => {
        const ticked = lines.filter(isTicked)
        return (
          <div key={key} role="rowgroup">
            <div role="row" className={cx(groupRow, hueOf(color, project_id ?? 0))}>
              <span role="cell">
                <Checkbox
                  value={ticked.length === lines.length}
                  indeterminate={ticked.length > 0 && ticked.length < lines.length}
                  onChange={(on) => onTick(lines, on)}
                >
                  <b data-job={project_id !== null || undefined}>{title}</b>
                </Checkbox>
              </span>
              <small role="cell">{sumOf(lines)}</small>
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
  return (
    <div role="row" className={row} data-off={!isTicked || undefined}>
      <span role="cell" className={who}>
        <Checkbox value={isTicked} onChange={onTick}>
          {isPhase ? `${names.job(line.project_id)} · ${names.phase(line.phase_id)}` : names.person(line.user_id)}
        </Checkbox>
        <small data-conflict={note.isConflict || undefined}>{note.text}</small>
      </span>
      {isPhase || !columns.length ? (
        <small role="cell">{isPhase ? spanOf(line) : `${spanOf(line)}, ${plural(line.days.length, 'day')}`}</small>
      ) : (
        columns.map((day) => (
          <span role="cell" key={day}>
            <Square day={line.days.find(({ date }) => date === day)} />
          </span>
        ))
      )}
    </div>
  )
}

const Square = ({ day }: { day: StepDay | undefined }) => {
  if (!day) return null
  const { icon, says } = signs[day.is]
  const label = `${formatWeekday(day.date)}: ${says}`
  return (
    <span role="img" aria-label={label} title={label} className={square} data-is={day.is}>
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
const byDay = 'minmax(0, 1fr) repeat(var(--columns), 1.625rem)'
const table = css({
  marginInline: '-4',
  borderBlock: '1px solid {colors.line}',
  '& small': { fontSize: 'sm', color: 'muted' },
})
const headRow = css({
  ...cells,
  gridTemplateColumns: byDay,
  paddingBlock: '1.5',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'muted',
  '& span:not(:first-child)': { display: 'grid', justifyItems: 'center', lineHeight: 'tight' },
  '& small': { fontSize: '2xs', fontWeight: 'normal' },
})
const groupRow = css({
  ...cells,
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  minHeight: '9',
  background: 'soft',
  borderTop: '1px solid {colors.line}',
  '& b': { fontWeight: 'section' },
  '& b[data-job]': { borderInlineStart: '4px solid var(--hue)', paddingInlineStart: '2' },
})
const row = css({
  ...cells,
  gridTemplateColumns: byDay,
  minHeight: '9',
  borderTop: '1px solid {colors.line}',
  '&[data-off]': { color: 'muted' },
  '&[data-off] [data-is]': { opacity: 0.35 },
  '& > small': { gridColumn: '2 / -1', justifySelf: 'end' },
  '&:has(> small)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
})
const who = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  alignItems: 'center',
  columnGap: '2',
  paddingBlock: '1',
  minWidth: '0',
  '& small[data-conflict]': { color: 'conflict', fontWeight: 'strong' },
})
const square = css({
  display: 'grid',
  placeItems: 'center',
  width: '1.625rem',
  height: '1.625rem',
  borderRadius: 'sm',
  fontWeight: 'strong',
  color: 'primary',
  background: 'primary.soft',
  '& svg': { width: '14px', height: '14px' },
  '&[data-is=same], &[data-is=back], &[data-is=gone]': {
    color: 'muted',
    background: 'card',
    boxShadow: 'inset 0 0 0 1px {colors.line}',
  },
  '&[data-is=conflict]': {
    color: 'conflict',
    background: 'conflict.soft',
    boxShadow: 'inset 0 0 0 1.5px {colors.conflict.line}',
  },
})
