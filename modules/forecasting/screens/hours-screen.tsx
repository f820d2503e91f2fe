import { memo, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { css } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { downloadText, formatCsv } from '#lib/csv.ts'
import { totalAtCompletion, type HoursAtCompletion, type ProjectHours } from '#lib/hours-at-completion.ts'
import { Button } from '#ui/button/button.tsx'
import { useLatest } from '#ui/latest/use-latest.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import { ImportCodes, useCostCodes } from '../../cost-codes/index.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import { CompleteInput } from '../parts/complete-input.tsx'
import { CsvButton, ForecastFrame } from '../parts/frame.tsx'
import { codeLines, hoursRows, projectLines, type HoursRow } from '../parts/hours-rows.ts'
import { HoursFigures, HoursTable, percentText } from '../parts/hours-table.tsx'

const path = '/forecasting/hours'
const dependsOn = [timeEntries, costCodes]

/** Hours at completion, of all projects or by code of one (rule hours-at-completion). @useSignals */
export default function HoursScreen() {
  const [, navigate] = useLocation()
  const chosen = Number(new URLSearchParams(useSearch()).get('project')) || null
  const known = useQuery(projects, { filters: { status: 'active' } })
  const all = useRecords(known.items)
  const project = all.find(({ id }) => id === chosen)
  const picker = (
    <span className={css({ width: { base: 'full', sm: '24rem' } })}>
      <Combobox
        aria-label="Project"
        value={chosen}
        options={all.map(({ id, number, name }) => ({ value: id, label: `${number} · ${name}` }))}
        onChange={(id) => navigate(id ? `${path}?project=${id}` : path)}
        placeholder="All projects"
      />
    </span>
  )
  if (chosen === null) return <Company picker={picker} />
  if (project)
    return (
      <ParentScope project_id={project.id}>
        <OfProject key={project.id} project={project} picker={picker} />
      </ParentScope>
    )
  return (
    <ForecastFrame current={path} actions={picker}>
      {known.state.value === 'never' ? (
        <NotLoaded failure={known.failure.value} retry={known.ask} />
      ) : (
        <EmptyState icon="search" title="This project is archived or gone.">
          Choose another one.
        </EmptyState>
      )}
    </ForecastFrame>
  )
}

const csv = (name: string, lines: unknown[][]) => downloadText(`${name}-hours.csv`, formatCsv(lines))

const shownPercent = ({ percent }: HoursAtCompletion) => percentText(percent)
const enteredPercent = (row: HoursRow) => <CompleteInput row={row} />
const codeName = ({ name, active }: HoursRow) => (active ? name : `${name} (inactive)`)
const linkTo = ({ id, name }: { id: number; name: string }) => (
  <a className={link} href={`${path}?project=${id}`}>
    {name}
  </a>
)

const Company = ({ picker }: { picker: ReactNode }) => {
  const { api } = useServices()
  const { data, failure, retry } = useAsked(
    () => api(timeEntries).ask<ProjectHours[]>('at_completion'),
    'hours of all projects',
    dependsOn,
  )
  const rows = (data ?? []).map((one) => ({ ...one, id: one.project_id }))
  const save = useLatest(() => csv('projects', projectLines(rows)))
  return (
    <ForecastFrame
      current={path}
      actions={
        <>
          {picker}
          <CsvButton disabled={!data} onPress={save} />
        </>
      }
    >
      {!data ? (
        <NotLoaded failure={failure} retry={retry} />
      ) : rows.length ? (
        <>
          <HoursFigures total={totalAtCompletion(rows)} />
          <HoursTable rows={rows} noun="project" nameOf={linkTo} complete={shownPercent} />
          <Note />
        </>
      ) : (
        <EmptyState icon="hash" title="No cost codes yet.">
          Hours are compared by the cost codes of projects.
        </EmptyState>
      )}
    </ForecastFrame>
  )
}

/** What a project's codes come to, which renders without the rest of the page. */
const Codes = ({ of, mayEdit }: { of: ReturnType<typeof useCostCodes>; mayEdit: boolean }) => {
  const numbers = useSummary(of.categories.items, (all) => all.map(({ id, number }) => ({ id, number })), [])
  const rows = useSummary(of.codes.items, (codes) => hoursRows(numbers, codes), [numbers])
  return rows.length ? (
    <>
      <HoursFigures total={totalAtCompletion(rows)} />
      <HoursTable rows={rows} noun="code" nameOf={codeName} complete={mayEdit ? enteredPercent : shownPercent} />
      <Note />
    </>
  ) : (
    <EmptyState icon="hash" title="No cost codes yet.">
      Import budgets, or add codes on the Cost Codes tab of the project.
    </EmptyState>
  )
}

/** @useSignals */
const OfProject = ({ project, picker }: { project: Project; picker: ReactNode }) => {
  const may = useMay()
  const [importing, setImporting] = useState(false)
  const of = useCostCodes(project.id)
  const { project: known, codes: query } = of
  const isLoaded = query.state.value !== 'never'
  const mayEdit = may(costCodes, 'edit')
  return (
    <ForecastFrame
      current={path}
      actions={
        <>
          {picker}
          {mayEdit && (
            <Button variant="outline" icon="upload" disabled={!isLoaded} onClick={() => setImporting(true)}>
              Budgets
            </Button>
          )}
          <CsvButton
            disabled={!isLoaded}
            onPress={() => csv(project.number, codeLines(hoursRows(known.peek().categories, known.peek().codes)))}
          />
        </>
      }
    >
      {!isLoaded ? (
        <NotLoaded failure={query.failure.value} retry={() => void query.ask()} />
      ) : (
        <Codes of={of} mayEdit={mayEdit} />
      )}
      {importing && <ImportCodes project_id={project.id} onClose={() => setImporting(false)} />}
    </ForecastFrame>
  )
}

const Note = memo(() => (
  <p className={css({ marginTop: '3', fontSize: 'sm', color: 'muted' })}>
    A code below 5 % complete has no projection yet; the total counts its budget. Complete is entered; everything else
    is worked out.
  </p>
))

const link = css({ _hover: { textDecoration: 'underline' } })
