import { memo } from 'react'
import { css } from '#css/css'
import { formatNumber } from '#lib/numbers.ts'
import { bandScale, linearScale, ticksTo } from '#lib/scale.ts'
import { licenses } from '../../schedule/entities.ts'
import { licenseNames, supplyOf, type LaborWeek, type Shown } from './labor.ts'

const HEIGHT = 240
const TOP = 18
const BASE = HEIGHT - 4

/** The people needed each week over those available; what is missing is striped red, with its number. */
export const LaborChart = ({
  weeks,
  before,
  shown,
  chosen,
  onChoose,
}: {
  weeks: readonly LaborWeek[]
  /** The stored plan, while a scenario is shown. */
  before: readonly LaborWeek[] | null
  shown: Shown
  chosen: number
  onChoose: (at: number) => void
}) => {
  const top = Math.max(...[...weeks, ...(before ?? [])].flatMap((week) => heightsOf(week, shown)))
  const ticks = ticksTo(top)
  const y = linearScale(ticks.at(-1) ?? 1, BASE, TOP)
  const band = bandScale(weeks.length)
  const kinds = shown === 'all' ? licenses : [shown]
  return (
    <svg
      className={chart}
      height={HEIGHT}
      role="img"
      aria-label="People needed and available by week; the table has the figures"
    >
      <defs>
        <pattern id="short" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className={paint} data-short="" />
          <line y2="7" strokeWidth="3" className={stroke} data-short="" />
        </pattern>
      </defs>
      <rect x={`${chosen * band.step}%`} width={`${band.step}%`} height={HEIGHT} className={paint} data-chosen="" />
      {ticks.map((tick) => (
        <line key={tick} x2="100%" y1={y(tick)} y2={y(tick)} className={stroke} data-grid="" />
      ))}
      {weeks.map((week, at) => {
        const [x, width] = [`${band.start(at)}%`, `${band.width}%`]
        const { gap } = supplyOf(week, shown)
        let filled = 0
        const parts = kinds.map((one) => {
          const { need, gap: missing } = week.licenses[one]
          const from = filled
          filled += need - missing
          return { one, from, to: filled }
        })
        return (
          <g key={week.start}>
            {parts.map(({ one, from, to }) => (
              <rect
                key={one}
                x={x}
                width={width}
                y={y(to)}
                height={y(from) - y(to)}
                className={paint}
                data-license={one}
              />
            ))}
            {gap > 0 && (
              <>
                <rect
                  x={x}
                  width={width}
                  y={y(filled + gap)}
                  height={y(filled) - y(filled + gap)}
                  fill="url(#short)"
                  className={stroke}
                  data-gap=""
                />
                <text x={`${(at + 0.5) * band.step}%`} y={y(filled + gap) - 4} textAnchor="middle" className={text}>
                  −{formatNumber(gap, 1)}
                </text>
              </>
            )}
          </g>
        )
      })}
      {weeks.map((week, at) => {
        const [left, right] = [`${at * band.step}%`, `${(at + 1) * band.step}%`]
        const now = y(supplyOf(week, shown).available)
        const next = weeks[at + 1]
        const then = next ? y(supplyOf(next, shown).available) : now
        const old = before?.[at]
        return (
          <g key={week.start}>
            <line x1={left} x2={right} y1={now} y2={now} className={stroke} data-available="" />
            <line x1={right} x2={right} y1={now} y2={then} className={stroke} data-available="" />
            {old && (
              <line
                x1={left}
                x2={right}
                y1={y(supplyOf(old, shown).need)}
                y2={y(supplyOf(old, shown).need)}
                className={stroke}
                data-before=""
              />
            )}
            {/* The same by keyboard is in the table below. */}
            <rect x={left} width={`${band.step}%`} height={HEIGHT} className={target} onClick={() => onChoose(at)} />
          </g>
        )
      })}
    </svg>
  )
}

const heightsOf = (week: LaborWeek, shown: Shown) => {
  const { need, available } = supplyOf(week, shown)
  return [need, available]
}

export const Axis = ({
  weeks,
  before,
  shown,
}: {
  weeks: readonly LaborWeek[]
  before: readonly LaborWeek[] | null
  shown: Shown
}) => {
  const top = Math.max(...[...weeks, ...(before ?? [])].flatMap((week) => heightsOf(week, shown)))
  const ticks = ticksTo(top)
  const y = linearScale(ticks.at(-1) ?? 1, BASE, TOP)
  return (
    <svg className={axis} height={HEIGHT} aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} x="92%" y={y(tick) + 4} textAnchor="end">
          {tick}
        </text>
      ))}
    </svg>
  )
}

export const LaborLegend = memo(({ shown, compared }: { shown: Shown; compared: boolean }) => (
  <ul className={legend} aria-label="Legend">
    {(shown === 'all' ? licenses : [shown]).map((one) => (
      <li key={one}>
        <svg width="12" height="12" aria-hidden="true">
          <rect width="12" height="12" rx="2" className={paint} data-license={one} />
        </svg>
        {licenseNames[one]}
      </li>
    ))}
    <li>
      <svg width="18" height="4" aria-hidden="true">
        <line x2="18" y1="2" y2="2" className={stroke} data-available="" />
      </svg>
      Available
    </li>
    <li>
      <i className={shortMark} />
      Short
    </li>
    {compared && (
      <li>
        <svg width="18" height="4" aria-hidden="true">
          <line x2="18" y1="2" y2="2" className={stroke} data-before="" />
        </svg>
        Needed as planned now
      </li>
    )}
  </ul>
))

const chart = css({ display: 'block', width: 'full', overflow: 'visible' })
const axis = css({ display: 'block', width: 'full', fontSize: 'xs', fill: 'muted' })
const paint = css({
  '&[data-license=journeyman]': { fill: 'job.1' },
  '&[data-license=apprentice]': { fill: 'color-mix(in srgb, {colors.job.1} 45%, {colors.card})' },
  '&[data-license=laborer]': { fill: 'job.7' },
  '&[data-short]': { fill: 'conflict.soft' },
  '&[data-chosen]': { fill: 'primary.soft' },
})
const stroke = css({
  '&[data-grid]': { stroke: 'line' },
  '&[data-short]': { stroke: 'conflict.line', strokeOpacity: 0.5 },
  '&[data-gap]': { stroke: 'conflict.line' },
  '&[data-available]': { stroke: 'ink', strokeWidth: '2px' },
  '&[data-before]': { stroke: 'primary', strokeWidth: '2px', strokeDasharray: '3 3' },
})
const text = css({ fontSize: 'xs', fontWeight: 'section', fill: 'conflict' })
const target = css({ fill: 'transparent', cursor: 'pointer' })
const legend = css({ flow: '4', marginBlock: '3', fontSize: 'sm', color: 'muted', '& li': { inlineRow: '1.5' } })
const shortMark = css({
  boxSize: '3',
  borderRadius: 'xs',
  background: 'conflict.soft',
  border: '1px solid {colors.conflict.line}',
})
