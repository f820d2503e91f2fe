import { memo } from 'react'
import { css } from '#css/css'
import type { Day } from '#lib/days.ts'
import { formatMonthDay } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import type { Workload } from '../../schedule/entities.ts'
import type { Supposed, WhatIf } from '../entities.ts'
import { SOON, summaryOf } from './labor-figures.ts'
import { laborForecast, type Asked, type LaborWeek, type Shown } from './labor.ts'
import { scenarioOf } from './supposed.ts'

interface ComparedProps {
  load: Workload
  today: Day
  asked: Asked
  shown: Shown
  plan: readonly LaborWeek[]
  kept: readonly WhatIf[]
  /** What is supposed and not kept; null where nothing is, or what is kept is shown. */
  loose: readonly Supposed[] | null
  opened: WhatIf | undefined
  onOpen: (one: WhatIf | null) => void
}

/** The plan and what is supposed beside each other, in figures; a press shows one of them. */
export const Compared = memo(({ load, today, asked, shown, plan, kept, loose, opened, onOpen }: ComparedProps) => {
  const forecastOf = (changes: readonly Supposed[]) =>
    laborForecast(load, { ...asked, scenario: scenarioOf(changes, load, today) })
  const lines = [
    { key: 'plan', name: 'The plan', weeks: plan, one: null, isShown: !opened && !loose },
    ...kept.map((one) => ({
      key: String(one.id),
      name: one.name,
      weeks: forecastOf(one.changes),
      one,
      isShown: one.id === opened?.id,
    })),
  ]
  return (
    <div className={css({ overflowX: 'auto', marginTop: '3.5', layerStyle: 'card' })}>
      <table className={table}>
        <caption className={css({ srOnly: true })}>The plan and what-ifs compared</caption>
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col">{`Utilization, next ${SOON} weeks`}</th>
            <th scope="col">Weeks short</th>
            <th scope="col">Largest gap</th>
            <th scope="col">Unfilled phases</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, weeks, one, isShown }) => (
            <tr key={key} data-shown={isShown || undefined}>
              <th scope="row">
                <button type="button" className={press} aria-pressed={isShown} onClick={() => onOpen(one)}>
                  {name}
                </button>
              </th>
              <Cells weeks={weeks} shown={shown} />
            </tr>
          ))}
          {loose && (
            <tr data-shown>
              <th scope="row">Not kept yet</th>
              <Cells weeks={forecastOf(loose)} shown={shown} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
})

const Cells = ({ weeks, shown }: { weeks: readonly LaborWeek[]; shown: Shown }) => {
  const { utilization, short, worst, gap, unfilled } = summaryOf(weeks, shown)
  const week = weeks[worst]
  return (
    <>
      <td>{utilization === null ? '–' : `${utilization} %`}</td>
      <td>{`${short} of ${weeks.length}`}</td>
      <td>{gap > 0 && week ? `${formatNumber(gap, 1)}, week of ${formatMonthDay(week.start)}` : 'None'}</td>
      <td>{unfilled}</td>
    </>
  )
}

const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  fontSize: 'sm',
  '& th, & td': { height: '9', paddingInline: '3.5', textAlign: 'end', whiteSpace: 'nowrap' },
  '& thead th': { textStyle: 'label', color: 'muted' },
  '& th:first-child': { textAlign: 'start' },
  '& tbody tr': { borderTop: '1px solid {colors.line}' },
  '& [data-shown]': { background: 'primary.soft' },
})
const press = css({
  minHeight: 'full',
  fontWeight: 'section',
  cursor: 'pointer',
  color: 'primary',
  _coarse: { minHeight: 'touch' },
})
