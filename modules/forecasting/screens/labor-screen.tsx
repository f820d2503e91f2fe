import { memo, useCallback, useMemo, useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { useMay } from '#blocks/offered/offered.tsx'
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
import { licenses, scheduleEvents, type Workload } from '../../schedule/entities.ts'
import { users } from '../../users/entities.ts'
import { whatIfs, type Supposed, type WhatIf } from '../entities.ts'
import { Compared } from '../parts/compared.tsx'
import { CsvButton, Figures, ForecastFrame } from '../parts/frame.tsx'
import { Axis, LaborChart, LaborLegend } from '../parts/labor-chart.tsx'
import { LaborTable } from '../parts/labor-table.tsx'
import { laborRows, SOON, summaryOf } from '../parts/labor-figures.ts'
import { laborForecast, licenseNames, partsOf, type LaborWeek, type Shown } from '../parts/labor.ts'
import { scenarioOf } from '../parts/supposed.ts'
import { WhatIfBar } from '../parts/what-if-bar.tsx'
import { WeekPanel } from '../parts/week-panel.tsx'

const spans = ['12', '26', '52'] as const
const dependsOn = [scheduleEvents, users, projects]
/** The plan alone. */
const nothing = { changes: [], id: null }

/** What is looked at, kept in the address. */
function useChoices() {
  const [span, setSpan] = useInAddress('weeks', ['26', '12', '52'])
  const [sure, setSure] = useInAddress('tentative', ['yes', 'no'])
  const [shown, setShown] = useInAddress<Shown>('licence', ['all', ...licenses])
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
            ...licenses.map((one) => ({ value: one, label: licenseNames[one] })),
          ]}
        />
      </span>
    </>
  )
})

/** Who is needed by license against who is available, by week (rule labor-forecast). @useSignals */
export default function LaborScreen() {
  const { api, settings, today } = useServices()
  const { weeks, tentative, shown } = useChoices()
  const [at, setAt] = useState<number | null>(null)
  const [{ changes, id }, setWhatIf] = useState<{ changes: readonly Supposed[]; id: Id | null }>(nothing)
  const now = today.value
  const from = startOfWeek(now, settings.value.week_start)
  const to = addDays(from, 52 * 7 - 1)
  const {
    data: load,
    failure,
    retry,
  } = useAsked(() => api(scheduleEvents).ask<Workload>('workload', { from, to }), `workload from ${from}`, dependsOn)
  // Loads the projects, because phases and what-ifs are shown by their names.
  useQuery(projects, { filters: { status: 'active' } })
  const may = useMay()
  const kept = useRecords(useQuery(whatIfs, { ask: may(whatIfs, 'view') }).items)
  const opened = kept.find((one) => one.id === id)
  const scenario = useMemo(() => load && scenarioOf(changes, load, now), [load, changes, now])
  const plan = useMemo(
    () => (load ? laborForecast(load, { from, weeks, tentative }) : []),
    [load, from, weeks, tentative],
  )
  const sold = useMemo(
    () => (load && tentative ? laborForecast(load, { from, weeks, tentative: false, scenario }) : null),
    [load, from, weeks, tentative, scenario],
  )
  const shifted = useMemo(
    () => (load && scenario ? laborForecast(load, { from, weeks, tentative, scenario }) : null),
    [load, from, weeks, tentative, scenario],
  )
  // Of another answer, what differs renders.
  const forecast = useShared(shifted ?? plan)
  const save = useLatest(() => downloadText(`labor-${from}.csv`, formatCsv(laborRows(forecast))))
  const chosen = Math.min(at ?? summaryOf(forecast, shown).worst, Math.max(0, forecast.length - 1))
  const week = forecast[chosen]
  const parts = useMemo(
    () => (load ? partsOf(load, { from, weeks, tentative, scenario }, chosen) : null),
    [load, from, weeks, tentative, scenario, chosen],
  )
  const onChange = useCallback((next: readonly Supposed[], of: Id | null) => setWhatIf({ changes: next, id: of }), [])
  const onOpen = useCallback(
    (one: WhatIf | null) => setWhatIf(one ? { changes: one.changes, id: one.id } : nothing),
    [],
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
              <LaborLegend shown={shown} compared={shifted !== null} />
              <div className={scroll}>
                <div style={{ minWidth: `calc(var(--label) + ${weeks} * var(--week))` }}>
                  <div className={plot}>
                    <Axis weeks={forecast} before={shifted && plan} shown={shown} />
                    <LaborChart
                      weeks={forecast}
                      before={shifted && plan}
                      shown={shown}
                      chosen={chosen}
                      onChoose={setAt}
                    />
                  </div>
                  <LaborTable weeks={forecast} shown={shown} chosen={chosen} onChoose={setAt} />
                </div>
              </div>
            </section>
            <WeekPanel
              week={week}
              parts={parts}
              sold={sold?.[chosen] ?? null}
              shown={shown}
              at={chosen}
              count={forecast.length}
              onChoose={setAt}
            />
          </div>
          <WhatIfBar load={changes.length ? load : null} today={now} {...{ changes, onChange, opened }} />
          {(kept.length > 0 || changes.length > 0) && (
            <Compared
              load={load}
              today={now}
              asked={{ from, weeks, tentative }}
              {...{ shown, plan, kept, opened, onOpen }}
              loose={changes.length > 0 && !opened ? changes : null}
            />
          )}
        </>
      )}
    </ForecastFrame>
  )
}

const Summary = ({ forecast, shown }: { forecast: readonly LaborWeek[]; shown: Shown }) => {
  const { utilization, short, worst, gap, unfilled } = summaryOf(forecast, shown)
  const week = forecast[worst]
  return (
    <Figures
      items={[
        {
          label: `Utilization, next ${SOON} weeks`,
          value: utilization === null ? '–' : `${utilization} %`,
        },
        {
          label: 'Weeks short',
          value: (
            <>
              <span data-short={short || undefined}>{short}</span> <small>of {forecast.length}</small>
            </>
          ),
        },
        {
          label: 'Largest gap',
          value:
            gap > 0 && week ? (
              <>
                <span data-short="">{formatNumber(gap, 1)}</span>{' '}
                <small>people, week of {formatMonthDay(week.start)}</small>
              </>
            ) : (
              'None'
            ),
        },
        { label: 'Unfilled phases', value: unfilled },
      ]}
    />
  )
}

const columns = css({ stack: '3.5', gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' } })
const card = css({
  padding: '4',
  minWidth: '0',
  layerStyle: 'card',
  '--label': '5.75rem',
  '--week': { base: '1.9rem', _coarse: '{sizes.touch}' },
})
const scroll = css({ overflowX: 'auto' })
const plot = css({ display: 'grid', gridTemplateColumns: 'var(--label) minmax(0, 1fr)' })
