import { useCallback, useEffect, useMemo, useState } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useDerived } from '#blocks/query/use-derived.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import type { Store } from '#core/store/store.ts'
import { watchedAll } from '#core/store/watched.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { GridSheet, type Line } from '#ui/grid-sheet/grid-sheet.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { CostCodePicker } from '../../../cost-codes/index.ts'
import { costCodes } from '../../../cost-codes/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users, type User } from '../../../users/entities.ts'
import { PersonPicker } from '../../../users/index.ts'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { cellKey, type ByCell, createDaySheet, workKey, workOf } from './day-sheet.ts'
import { DaySigned } from '../sign/day-signed.tsx'
import { MissingList } from './missing-list.tsx'
import { TimeFrame } from '../time-frame.tsx'
import type { ViewProps } from '../time-place.ts'
import { typeLabels } from '../labels.ts'

const messageFor = (failure: Failure) => messageOf(failure) ?? failure.message
/** Shows a failure in a toast too, since a cell shows its error only on hover. */
function toastIfFailed<T>(result: Result<T>): Result<T> {
  if (!result.ok) toastFailure(result)
  return result
}
const tracks = ({ active, track_time }: User) => active && track_time

/** A day as an editable sheet with people as rows and cost codes as columns (rule time-views). */
export default function DayView({ place }: ViewProps) {
  const { day, project_id } = place
  return <DaySheetView key={`${day} ${project_id}`} place={place} />
}

const DaySheetView = ({ place }: ViewProps) => {
  const { api, store } = useServices()
  const today = useToday()
  const { day, project_id } = place
  const [added, setAdded] = useState<{ people: readonly Id[]; columns: readonly string[] }>({ people: [], columns: [] })
  const { byCell, byRow, byColumn } = useMemo(() => {
    const where = { date: day, ...(project_id !== null && { project_id }) }
    const listed = { entity: timeEntries, where, order: { column: 'id' } } as const
    return {
      byCell: store.groups(listed, (entry) => cellKey(String(entry.user_id), workKey(entry))),
      byRow: store.groups(listed, ({ user_id }) => String(user_id)),
      byColumn: store.groups(listed, workKey),
    }
  }, [store, day, project_id])
  useEffect(() => {
    if (project_id !== null) void api(projects).fetch(project_id)
  }, [api, project_id])
  const { items, state, failure, ask } = useQuery(timeEntries, { filters: { from: day, to: day, project_id } })
  const sheet = useMemo(
    () =>
      createDaySheet({
        byCell,
        day,
        save: async (drafts) => toastIfFailed(await api(timeEntries).saveMany(drafts)),
        remove: async (id) => toastIfFailed(await api(timeEntries).remove(id)),
        messageFor,
      }),
    [api, byCell, day],
  )
  useUnfinished(sheet.unsaved.value)
  // `added` is React state, not a signal, so the computed lists are created again when it changes.
  const rows = useMemo(() => rowsOf(byCell, store, project_id, added.people), [store, byCell, project_id, added])
  const columns = useMemo(
    () => columnsOf(byColumn, store, project_id, added.columns),
    [store, byColumn, project_id, added],
  )
  const all = useMemo(() => watchedAll(items), [items])
  const there = useMemo(() => rows.value.map(({ key }) => Number(key)), [rows.value])
  const addPeople = useCallback(
    (people: readonly Id[]) => setAdded((last) => ({ ...last, people: [...last.people, ...people] })),
    [],
  )
  return (
    <TimeFrame place={place} sub={formatWeekday(day)}>
      <div className={adders}>
        <PersonPicker
          aria-label="Add person"
          placeholder="Add person"
          only={tracks}
          value={null}
          onChange={(id) => id !== null && addPeople([id])}
        />
        {project_id !== null && (
          <CostCodePicker
            aria-label="Add code"
            placeholder="Add code"
            project_id={project_id}
            value={null}
            onChange={(cost_code_id) =>
              cost_code_id !== null &&
              setAdded({
                ...added,
                columns: [...added.columns, workKey({ type: 'standard', project_id, cost_code_id })],
              })
            }
          />
        )}
      </div>
      {project_id === null && <DaySigned day={day} byRow={byRow} />}
      {project_id === null && day <= today && <MissingList day={day} there={there} onAdd={addPeople} />}
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : rows.value.length > 0 && columns.value.length > 0 ? (
        <GridSheet
          aria-label={`Hours of ${formatWeekday(day)}`}
          rows={rows.value}
          columns={columns.value}
          cell={sheet.cell}
          onChange={(changes) => void sheet.change(changes)}
          foot={(column) => <Sum of={byColumn.of(column)} />}
          total={(row) => <Sum of={row === undefined ? all : byRow.of(row)} />}
        />
      ) : (
        <EmptyState icon="clock" title="No time on this day.">
          {project_id === null
            ? 'Choose a project to enter its crew’s hours by code, or press Enter time.'
            : 'Add people and codes above, or press Enter time.'}
        </EmptyState>
      )}
    </TimeFrame>
  )
}

/** The people of the sheet: who has time, the project's team, and those who were added. */
const rowsOf = (byCell: ByCell, store: Store, project_id: Id | null, added: readonly Id[]) =>
  computed(() => {
    const team = project_id === null ? [] : (store.of(projects).get(project_id)?.project_users ?? [])
    const busy = [...byCell.keys.value].map((key) => Number(key.split(' ')[0]))
    const there = new Set([...busy, ...team.map(({ user_id }) => user_id), ...added])
    return [...there]
      .flatMap((id) => store.of(users).get(id) ?? [])
      .filter((person) => tracks(person) || busy.includes(person.id))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ id, name }): Line => ({ key: String(id), label: name }))
  })

/** What was worked on, and the codes that were added. */
const columnsOf = (byColumn: ByCell, store: Store, project_id: Id | null, added: readonly string[]) =>
  computed(() => {
    const keys = new Set([...byColumn.keys.value, ...added])
    if (project_id === null) for (const type of ['shop', 'vacation']) keys.add(type)
    return [...keys]
      .map((key): Line => {
        const label = labelOf(key, byColumn, store, project_id === null)
        return { key, label: label.join(' · '), header: <Head parts={label} /> }
      })
      .sort(byWork)
  })

/** Sorts projects and codes by number, and types other than standard last. */
function byWork(a: Line, b: Line): number {
  const [one, other] = [workOf(a.key), workOf(b.key)].map(({ type }) => Number(type !== 'standard'))
  return Number(one) - Number(other) || a.label.localeCompare(b.label, 'en', { numeric: true })
}

/** A column's label: the cost code, preceded by its project when all projects are shown. */
function labelOf(key: string, byColumn: ByCell, store: Store, withProject: boolean): string[] {
  const { type, cost_code_id } = workOf(key)
  if (type !== 'standard') return [typeLabels[type]]
  const [entry] = byColumn.of(key).peek()
  const code = entry?.cost_code ?? (cost_code_id === null ? undefined : store.of(costCodes).get(cost_code_id))
  const codeLabel = code ? costCodeLabel(code) : 'No code'
  return withProject && entry?.project ? [entry.project.number, codeLabel] : [codeLabel]
}

/** The project above the code's number, and its name on hover, so that many columns fit. */
const Head = ({ parts }: { parts: readonly string[] }) => (
  <span title={parts.join(' · ')}>
    {parts.map((part) => {
      const [number = part, name] = part.split(' - ')
      return (
        <span key={part} className={css({ display: 'block', whiteSpace: 'nowrap' })}>
          {number}
          {name && <span className={codeName}>{name}</span>}
        </span>
      )
    })}
  </span>
)

/** The total hours of entries. @useSignals */
const Sum = ({ of }: { of: ReadonlySignal<readonly TimeEntry[]> }) => (
  <>{useDerived(() => formatHours(of.value.reduce((sum, { hours }) => sum + hours, 0)), [of])}</>
)

/** One line of a code's name, as far as it fits. */
const codeName = css({
  display: 'block',
  fontWeight: 'regular',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  maxWidth: '5.5rem',
  marginInlineStart: 'auto',
})

const adders = css({
  stack: '2.5',
  gridTemplateColumns: { base: '1fr', sm: 'repeat(2, minmax(0, 16rem))' },
  marginBottom: '3',
})
