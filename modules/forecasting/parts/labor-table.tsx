import type { KeyboardEvent } from 'react'
import { css } from '#css/css'
import { formatMonthDay } from '#lib/days.ts'
import { formatSigned } from '#lib/numbers.ts'
import { arrow } from '#ui/drag/arrow.ts'
import { licenses } from '../../schedule/entities.ts'
import { licenseNames, supplyOf, type LaborWeek, type Shown, type Supply } from './labor.ts'

/** What is left of the available people: negative as soon as a license is short, whatever others have to spare. */
const leftOf = ({ need, available, gap }: Supply) => (gap > 0 ? -gap : available - need)

/** The figures of the chart, a column for each week. */
export const LaborTable = ({
  weeks,
  shown,
  chosen,
  onChoose,
}: {
  weeks: readonly LaborWeek[]
  shown: Shown
  chosen: number
  onChoose: (at: number) => void
}) => {
  const lines: readonly Shown[] = shown === 'all' ? [...licenses, 'all'] : [shown]
  return (
    <table className={table}>
      <caption className={css({ srOnly: true })}>People left by week and license, and utilization in percent</caption>
      <thead>
        <tr>
          <th scope="col">People left</th>
          {weeks.map(({ start }, at) => (
            <th key={start} scope="col" data-chosen={at === chosen || undefined}>
              <button
                type="button"
                className={press}
                aria-pressed={at === chosen}
                aria-label={`Week of ${formatMonthDay(start)}`}
                tabIndex={at === chosen ? 0 : -1}
                onClick={() => onChoose(at)}
                onKeyDown={(event) => byArrow(event, at, weeks.length, onChoose)}
              >
                {formatMonthDay(start)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            <th scope="row">{line === 'all' ? 'All' : licenseNames[line]}</th>
            {weeks.map((week, at) => {
              const supply = supplyOf(week, line)
              return (
                <td key={week.start} data-short={supply.gap > 0 || undefined} data-chosen={at === chosen || undefined}>
                  {supply.gap > 0 ? (
                    <button
                      type="button"
                      className={press}
                      tabIndex={-1}
                      aria-label={`${formatSigned(leftOf(supply), 1)} in the week of ${formatMonthDay(week.start)}, show phases`}
                      onClick={() => onChoose(at)}
                    >
                      {formatSigned(leftOf(supply), 1)}
                    </button>
                  ) : (
                    formatSigned(leftOf(supply), 1)
                  )}
                </td>
              )
            })}
          </tr>
        ))}
        <tr>
          <th scope="row">Utilization %</th>
          {weeks.map((week, at) => (
            <td key={week.start} data-chosen={at === chosen || undefined}>
              {supplyOf(week, shown).utilization ?? '–'}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function byArrow(event: KeyboardEvent<HTMLElement>, at: number, count: number, onChoose: (at: number) => void) {
  const [by] = arrow(event.key) ?? [0]
  const next = at + by
  if (!by || next < 0 || next >= count) return
  event.preventDefault()
  onChoose(next)
  const head = event.currentTarget.closest('tr')
  head?.querySelectorAll('button')[next]?.focus()
}

const table = css({
  width: 'full',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: 'xs',
  '& th, & td': {
    // With the line above it, which takes a pixel of the cell.
    height: { base: '8', _coarse: 'calc({sizes.touch} + 1px)' },
    padding: '0',
    textAlign: 'center',
    color: 'muted',
    whiteSpace: 'nowrap',
  },
  '& th:first-child': {
    position: 'sticky',
    left: '0',
    width: 'var(--label)',
    textAlign: 'start',
    color: 'ink',
    fontWeight: 'section',
    background: 'card',
  },
  '& thead td, & thead th:not(:first-child)': { fontSize: '2xs' },
  '& tr': { borderTop: '1px solid {colors.line}' },
  '& [data-short]': { background: 'conflict.soft', color: 'conflict', fontWeight: 'section' },
  '& [data-chosen]': { boxShadow: 'inset 1px 0 0 {colors.primary}, inset -1px 0 0 {colors.primary}' },
  '& th[data-chosen]': { color: 'primary', fontWeight: 'section' },
})
const press = css({ boxSize: 'full', cursor: 'pointer', fontSize: 'inherit', color: 'inherit', outlineOffset: '-2px' })
