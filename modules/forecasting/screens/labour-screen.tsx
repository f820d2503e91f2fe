import { memo, useMemo, useState } from 'react'
import { css } from '#css/css'
import { useInAddress } from '#blocks/address/address.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useServices } from '#blocks/services/services.tsx'
import { downloadText, formatCsv } from '#lib/csv.ts'
import { addDays, formatMonthDay, startOfWeek } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { useLatest } from '#ui/latest/use-latest.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { projects } from '../../projects/entities.ts'
import { licences, scheduleEvents, type Workload } from '../../schedule/entities.ts'
import { users } from '../../users/entities.ts'
import { CsvButton, Figures, ForecastFrame } from '../parts/frame.tsx'
import { Axis, LabourChart, LabourLegend } from '../parts/labour-chart.tsx'
import { LabourTable } from '../parts/labour-table.tsx'
import { labourForecast, labourRows, licenseNames, supplyOf, type LabourWeek, type Shown } from '../parts/labour.ts'
import { MOST_WEEKS, ScenarioBar, type WhatIf } from '../parts/scenario-bar.tsx'
import { WeekPanel } from '../parts/week-panel.tsx'

const spans = ['12', '26', '52'] as const
const dependsOn = [scheduleEvents, users, projects]
/** How many weeks the first figure looks ahead. */
const SOON = 4

/** What is looked at, kept in the address. */
function useChoices() {
  const [span, setSpan] = useInAddress('weeks', ['26', '12', '52'])
  const [sure, setSure] = useInAddress('tentative', ['yes', 'no'])
  const [shown, setShown] = useInAddress<Shown>('licence', ['all', ...licences])
  return { span, setSpan, setSure, shown, setShown, weeks: Number(span), tentative: sure === 'yes' }
}

const Choices = memo(() => {
  const { span, setSpan, tentative, setSure, shown, setShown } = useChoices()
  return (
    <>
      <Switch value={tentative} onChange={(is) => setSure(is ? 'yes' : 'no')}>
        Include tentative
      </Switch>
      <Segmented
        aria-label="Weeks"
        value={span}
        onChange={setSpan}
        options={spans.map((one) => ({ value: one, label: `${one} weeks` }))}
      />
      <span className={css({ width: '10rem' })}>
        <Select
          aria-label="License"
          value={shown}
          onChange={(next) => setShown(next ?? 'all')}
          options={[
            { value: 'all' as const, label: 'All licenses' },
            ...licences.map((one) => ({ value: one, label: licenseNames[one] })),
          ]}
        />
      </span>
    </>
  )
})

/** Who is needed by licence against who is available, by week (rule labour-forecast). @useSignals */
export default function LabourScreen() {
  const { api, settings, today } = useServices()
  const { weeks, tentative, shown } = useChoices()
  const [at, setAt] = useState<number | null>(null)
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null)
  const now = today.value
  const from = startOfWeek(now, settings.value.week_start)
  const to = addDays(from, 52 * 7 - 1)
  const {
    data: load,
    failure,
    retry,
  } = useAsked(() => api(scheduleEvents).ask<Workload>('workload', { from, to }), `workload from ${from}`, dependsOn)
  const known = useRecords(useQuery(projects, { filters: { status: 'active' } }).items)
  const wanted = whatIf?.weeks ?? 0
  const isPossible = Number.isInteger(wanted) && Math.abs(wanted) <= MOST_WEEKS
  const days = isPossible ? wanted * (load?.work_days.length ?? 0) : 0
  const ids = useShared(
    (load?.bars ?? []).flatMap(({ id, project_id, start_date }) =>
      project_id === whatIf?.project_id && start_date > now ? [id] : [],
    ),
  )
  const plan = useMemo(
    () => (load ? labourForecast(load, { from, weeks, tentative }) : []),
    [load, from, weeks, tentative],
  )
  const sold = useMemo(
    () => (load && tentative ? labourForecast(load, { from, weeks, tentative: false, scenario: { ids, days } }) : null),
    [load, from, weeks, tentative, ids, days],
  )
  const shifted = useMemo(
    () => (load && days ? labourForecast(load, { from, weeks, tentative, scenario: { ids, days } }) : null),
    [load, from, weeks, tentative, ids, days],
  )
  // Of another answer, what differs renders.
  const forecast = useShared(shifted ?? plan)
  const save = useLatest(() => downloadText(`labour-${from}.csv`, formatCsv(labourRows(forecast))))
  const chosen = Math.min(at ?? worstOf(forecast, shown), Math.max(0, forecast.length - 1))
  const week = forecast[chosen]
  const drawn = new Set(load?.bars.map(({ project_id }) => project_id))
  const movable = useShared(
    known.flatMap(({ id, number, name }) => (drawn.has(id) ? { value: id, label: `${number} ${name}` } : [])),
  )
  return (
    <ForecastFrame
      current="/forecasting"
      actions={
        <>
          <Choices />
          <CsvButton disabled={!load} onPress={save} />
        </>
      }
    >
      {!load || !week ? (
        <NotLoaded failure={failure} retry={retry} />
      ) : (
        <>
          <div className={columns}>
            <section className={card} aria-label="Labor by week">
              <Summary forecast={forecast} shown={shown} />
              <LabourLegend shown={shown} compared={shifted !== null} />
              <div className={scroll}>
                <div style={{ minWidth: `calc(var(--label) + ${weeks * 1.9}rem)` }}>
                  <div className={plot}>
                    <Axis weeks={forecast} before={shifted && plan} shown={shown} />
                    <LabourChart
                      weeks={forecast}
                      before={shifted && plan}
                      shown={shown}
                      chosen={chosen}
                      onChoose={setAt}
                    />
                  </div>
                  <LabourTable weeks={forecast} shown={shown} chosen={chosen} onChoose={setAt} />
                </div>
              </div>
            </section>
            <WeekPanel
              week={week}
              sold={sold?.[chosen] ?? null}
              shown={shown}
              at={chosen}
              count={forecast.length}
              onChoose={setAt}
            />
          </div>
          <ScenarioBar projects={movable} value={whatIf} onChange={setWhatIf} ids={ids} days={days} />
        </>
      )}
    </ForecastFrame>
  )
}

/** The week with the largest gap, the first of several; the current one if nobody is short. */
function worstOf(forecast: readonly LabourWeek[], shown: Shown): number {
  const gaps = forecast.map((week) => supplyOf(week, shown).gap)
  return Math.max(0, gaps.indexOf(Math.max(...gaps)))
}

const Summary = ({ forecast, shown }: { forecast: readonly LabourWeek[]; shown: Shown }) => {
  const short = forecast.filter((week) => supplyOf(week, shown).gap > 0)
  const worst = forecast[worstOf(forecast, shown)]
  const soon = forecast.slice(0, SOON).flatMap((week) => supplyOf(week, shown).utilization ?? [])
  const unfilled = new Set(
    forecast.flatMap((week) =>
      week.unfilled.flatMap(({ id, missing }) => (shown === 'all' || missing[shown] > 0 ? [id] : [])),
    ),
  )
  const gap = worst ? supplyOf(worst, shown).gap : 0
  return (
    <Figures
      items={[
        {
          label: `Utilization, next ${SOON} weeks`,
          value: soon.length ? `${Math.round(soon.reduce((sum, one) => sum + one, 0) / soon.length)} %` : '–',
        },
        {
          label: 'Weeks short',
          value: (
            <>
              <span data-short={short.length || undefined}>{short.length}</span> <small>of {forecast.length}</small>
            </>
          ),
        },
        {
          label: 'Largest gap',
          value:
            gap > 0 && worst ? (
              <>
                <span data-short="">{formatNumber(gap, 1)}</span>{' '}
                <small>people, week of {formatMonthDay(worst.start)}</small>
              </>
            ) : (
              'None'
            ),
        },
        { label: 'Unfilled phases', value: unfilled.size },
      ]}
    />
  )
}

const columns = css({ stack: '3.5', gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' } })
const card = css({ padding: '4', minWidth: '0', layerStyle: 'card', '--label': '5.75rem' })
const scroll = css({ overflowX: 'auto' })
const plot = css({ display: 'grid', gridTemplateColumns: 'var(--label) minmax(0, 1fr)' })
