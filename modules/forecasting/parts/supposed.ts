import type { Id } from '#core/access/access.ts'
import { formatMonthDay, type Day } from '#lib/days.ts'
import type { Workload } from '../../schedule/entities.ts'
import type { Supposed } from '../entities.ts'
import type { Scenario } from './labor.ts'

/** What a forecast reckons with: later changes of a project win over earlier ones. */
export function scenarioOf(changes: readonly Supposed[], load: Workload, today: Day): Scenario | null {
  if (!changes.length) return null
  const shifts = new Map<Id, number>()
  const [won, lost] = [new Set<Id>(), new Set<Id>()]
  for (const one of changes) {
    if (one.kind === 'move')
      for (const id of comingOf(load, one.project_id, today)) shifts.set(id, one.weeks * load.work_days.length)
    if (one.kind === 'win') won.add(one.project_id)
    if (one.kind === 'lose') lost.add(one.project_id)
  }
  return { shifts, won, lost, hires: changes.flatMap((one) => (one.kind === 'hire' ? [one] : [])) }
}

/** The phases of a project that have not begun: those under way stay. */
export const comingOf = (load: Workload, project_id: Id, today: Day): Id[] =>
  load.bars.flatMap((bar) => (bar.project_id === project_id && bar.start_date > today ? [bar.id] : []))

const nouns = {
  journeyman: ['journeyman', 'journeymen'],
  apprentice: ['apprentice', 'apprentices'],
  laborer: ['laborer', 'laborers'],
} as const
export const peopleOf = (count: number, license: keyof typeof nouns) =>
  `${count} ${nouns[license][count === 1 ? 0 : 1]}`

/** "26-014 begins 3 weeks later", "26-031 is won", "2 journeymen from 12/14". */
export function sayingOf(change: Supposed, nameOf: (project: Id) => string): string {
  if (change.kind === 'hire') return `${peopleOf(change.count, change.license)} from ${formatMonthDay(change.from)}`
  const project = nameOf(change.project_id)
  if (change.kind === 'win') return `${project} is won`
  if (change.kind === 'lose') return `${project} is lost`
  const weeks = Math.abs(change.weeks)
  return `${project} begins ${weeks} ${weeks === 1 ? 'week' : 'weeks'} ${change.weeks < 0 ? 'earlier' : 'later'}`
}
