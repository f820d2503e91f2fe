import { useState } from 'react'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { crews } from '../../../crews/entities.ts'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { scheduleEvents, scheduleSettings } from '../../entities.ts'
import { beginsTicked, isOwnDraft, type BigStep, type StepLine } from '../../steps.ts'
import type { StepGroup } from './step-list.tsx'
import type { Names } from './words.ts'

const dependsOn = [scheduleEvents]
const ELSEWHERE = 'another project'

/** Which of the lines are looked at. */
export interface Scope {
  readonly project_id: Id | null
  readonly crew_id: Id | null
  /** Drafts of oneself alone. */
  readonly isMine: boolean
}

/**
 * A step before it is taken: what the server says it would do, as far as it is looked at, and what of it is ticked. Phases
 * that are on the Gantt alone, and drafts that nobody is known to have made, are not discarded unless they are ticked. @useSignals
 */
export function useStep(step: BigStep, asked: Readonly<Record<string, string>>, scope: Scope) {
  const { api, store, session } = useServices()
  const answer = useAsked(
    () => api(scheduleEvents).ask<StepLine[]>('preview', { step, ...asked }),
    `schedule preview ${step} ${JSON.stringify(asked)}`,
    dependsOn,
  )
  const [ticks, setTicks] = useState<ReadonlyMap<Id, boolean>>(new Map())
  const jobs = new Map(useRecords(useQuery(projects, { filters: { status: 'all' } }).items).map((one) => [one.id, one]))
  const stages = new Map(useRecords(useQuery(phases).items).map((one) => [one.id, one.name]))
  const usual = useRecords(useQuery(crews).items)
  const me = session.user.value?.id
  const names: Names = {
    person: (id) => (id === null ? '' : (store.of(users).get(id)?.name ?? 'somebody')),
    job: (id) => (id === null ? '' : (jobs.get(id)?.number ?? ELSEWHERE)),
    phase: (id) => (id === null ? '' : (stages.get(id) ?? 'a phase')),
    start: useRecords(useQuery(scheduleSettings).items)[0]?.start_time ?? '07:00',
  }
  const isOwn = (line: StepLine) => isOwnDraft(line, me)
  const crew = usual.find(({ id }) => id === scope.crew_id)?.crew_users.map(({ user_id }) => user_id)
  const all = answer.data ?? []
  const shown = all.filter(
    (line) =>
      (scope.project_id === null || line.project_id === scope.project_id) &&
      (!crew || (line.user_id !== null && crew.includes(line.user_id))) &&
      (!scope.isMine || isOwn(line)),
  )
  const isTicked = (line: StepLine) => ticks.get(line.id) ?? beginsTicked(step, line)
  return {
    ...answer,
    names,
    isTicked,
    jobs: [...new Set(all.flatMap(({ project_id }) => project_id ?? []))].map((id) => ({
      id,
      title: titleOf(jobs.get(id)),
    })),
    crews: usual,
    groups: groupsOf(shown, (id) => jobs.get(id)),
    shown,
    chosen: shown.filter(isTicked),
    others: all.filter((line) => !isOwn(line)),
    tick: (lines: readonly StepLine[], on: boolean) =>
      setTicks((before) => new Map([...before, ...lines.map(({ id }) => [id, on] as const)])),
  }
}

interface Job {
  readonly number: string
  readonly name: string
  readonly color: number | null
}
const titleOf = (job: Job | undefined): string => (job ? `${job.number} ${job.name}` : ELSEWHERE)

/** The lines by project, and phases apart, since the board does not show them. */
function groupsOf(lines: readonly StepLine[], jobOf: (id: Id) => Job | undefined): StepGroup[] {
  const people = Map.groupBy(
    lines.filter(({ kind }) => kind !== 'phase'),
    ({ project_id }) => project_id,
  )
  const bars = lines.filter(({ kind }) => kind === 'phase')
  const groups = [...people].map(([id, there]): StepGroup => {
    const job = id === null ? undefined : jobOf(id)
    return { key: String(id), title: titleOf(job), color: job?.color ?? null, project_id: id, lines: there }
  })
  return [
    ...groups.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    ...(bars.length
      ? [{ key: 'phases', title: 'Phases, on the Gantt only', color: null, project_id: null, lines: bars }]
      : []),
  ]
}
