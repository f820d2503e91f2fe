import { memo } from 'react'
import type { Id } from '#core/access/access.ts'
import { same } from '#core/store/merge.ts'
import { css } from '#css/css'
import { formatWeekday, weekdayOf, type Day } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { BoardState } from './board.tsx'
import type { DayChecks } from './checks.ts'
import { plural } from '../step/words.ts'
import { HEAD, isWeekend, NAMES, scaled, type Columns } from '../layout.ts'

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S']
const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The days with how many people are on a job, and below them what is wrong. */
export const BoardHead = ({
  board: { days, today, checks, company },
  columns,
  people,
  onCheck,
}: {
  board: BoardState
  columns: Columns
  /** Whose rows are shown. */
  people: ReadonlySet<Id>
  onCheck: (day: Day) => void
}) => (
  <div role="rowgroup" className={headLook} style={{ width: NAMES + (columns.edges.at(-1) ?? 0) }}>
    <div role="row" className={rowLook} style={{ height: HEAD }}>
      <div role="columnheader" className={cornerLook} style={{ width: NAMES }}>
        <b>{plural(people.size, 'person', 'people')}</b>
        <small>hours, this week · next</small>
      </div>
      {days.map((day, at) => {
        const found = checks.value.get(day)
        const off = company.value.off.get(day)
        const short = company.value.short?.get(day)
        const isNarrow = isWeekend(day)
        return (
          <div
            key={day}
            role="columnheader"
            aria-label={formatWeekday(day)}
            className={dayLook}
            data-narrow={isNarrow || undefined}
            data-today={day === today.value || undefined}
            data-off={isNarrow || off !== undefined || undefined}
            style={{ width: widthOf(columns, at) }}
          >
            <b>{isNarrow ? letters[weekdayOf(day)] : `${names[weekdayOf(day)]} ${Number(day.slice(8))}`}</b>
            <small title={off ?? short?.name}>
              {isNarrow
                ? Number(day.slice(8))
                : (off ??
                  (short
                    ? `${formatNumber(short.hours)} h off`
                    : `${found?.working.filter((id) => people.has(id)).length ?? '–'} of ${people.size}`))}
            </small>
          </div>
        )
      })}
    </div>
    <div role="row" className={checksLook}>
      <div role="rowheader" className={checksName} style={{ width: NAMES }}>
        Checks
      </div>
      {days.map((day, at) => (
        <div key={day} role="gridcell" className={cellLook} style={{ width: widthOf(columns, at) }}>
          <Check found={checks.value.get(day)} day={day} isNarrow={widthOf(columns, at) < NARROW} onCheck={onCheck} />
        </div>
      ))}
    </div>
  </div>
)

/** Narrower days show how many alone, and the icon says what. */
const NARROW = scaled(68)
const widthOf = ({ edges }: Columns, at: number): number => (edges[at + 1] ?? 0) - (edges[at] ?? 0)

/** The worst that is wrong on a day. */
const Worst = ({
  found,
  day,
  isNarrow,
  onCheck,
}: {
  found: DayChecks | undefined
  day: Day
  isNarrow: boolean
  onCheck: (day: Day) => void
}) => {
  const worst = found && worstOf(found)
  if (!worst) return null
  return (
    <button
      type="button"
      className={checkLook}
      data-conflict={worst.isConflict || undefined}
      title={worst.says}
      aria-label={`${formatWeekday(day)}: ${worst.says}`}
      onClick={() => onCheck(day)}
    >
      <Icon name={worst.icon} size="sm" />
      <span>{isNarrow ? worst.short.replace(/ [a-z]+$/, '').replace('Ratio ', '') : worst.short}</span>
    </button>
  )
}

const Check = memo(Worst, same)

/** What is shown first of what is wrong on a day. */
export function worstOf({ double, declined, ratio, off, expired, gone }: DayChecks) {
  if (double.length)
    return { icon: 'users', short: `${double.length} double`, says: `${double.length} double-booked`, isConflict: true }
  if (declined.length)
    return { icon: 'x', short: `${declined.length} declined`, says: `${declined.length} declined`, isConflict: true }
  if (gone.length)
    return { icon: 'ban', short: `${gone.length} left`, says: `${gone.length} cannot be scheduled`, isConflict: true }
  if (off.length)
    return { icon: 'sun', short: `${off.length} off`, says: `${off.length} with time off`, isConflict: false }
  if (expired.length) {
    const says = `${expired.length} with an expired certification`
    return { icon: 'badge-check', short: `${expired.length} expired`, says, isConflict: false }
  }
  const [first] = ratio
  if (!first) return null
  const says = `Ratio ${first.trainees.length}:${first.journeymen}`
  return { icon: 'triangle-alert', short: says, says: `${says}, trainees outnumber journeymen`, isConflict: false }
}

const headLook = css({ position: 'sticky', top: '0', zIndex: 3, background: 'card' })
const rowLook = css({ display: 'flex', borderBottom: '1px solid {colors.line}' })
const stacked = { display: 'flex', flexDirection: 'column', justifyContent: 'center', flex: 'none' } as const
const small = { '& small': { fontSize: 'xs', color: 'muted', truncate: true } } as const
const cornerLook = css({
  ...stacked,
  ...small,
  position: 'sticky',
  left: '0',
  zIndex: 1,
  paddingInline: '3',
  background: 'card',
  borderInlineEnd: '1px solid {colors.line}',
  fontSize: 'sm',
  '& b': { fontWeight: 'section' },
})
const dayLook = css({
  ...stacked,
  ...small,
  minWidth: '0',
  paddingInline: '1.5',
  borderInlineEnd: '1px solid {colors.line}',
  fontSize: 'sm',
  '& b': { fontWeight: 'section', whiteSpace: 'nowrap' },
  '&[data-narrow]': { alignItems: 'center', paddingInline: '0', color: 'muted' },
  '&[data-off]': { background: 'soft' },
  '&[data-today]': { background: 'primary.soft', color: 'primary' },
})
const checksLook = css({
  display: 'flex',
  height: '1.5rem',
  background: 'paper',
  borderBottom: '1px solid {colors.line}',
})
const checksName = css({
  position: 'sticky',
  left: '0',
  zIndex: 1,
  flex: 'none',
  paddingInline: '3',
  lineHeight: '1.4375rem',
  background: 'paper',
  borderInlineEnd: '1px solid {colors.line}',
  fontSize: 'xs',
  fontWeight: 'strong',
  color: 'muted',
})
const cellLook = css({ flex: 'none', overflow: 'hidden', borderInlineEnd: '1px solid {colors.line}' })
const checkLook = css({
  row: '1',
  boxSize: 'full',
  paddingInline: '1',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  fontSize: '2xs',
  fontWeight: 'strong',
  '& svg': { boxSize: '12px' },
  color: 'attention',
  background: 'attention.soft',
  cursor: 'pointer',
  '&[data-conflict]': { color: 'conflict', background: 'conflict.soft' },
})
