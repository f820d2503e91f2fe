import type { Id } from '#core/access/access.ts'
import type { Lazy, Tab } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Project, projects } from './entities.ts'

type Part = Slot<Lazy<{ project: Project }>>

/** The tabs of a project's page, each at `/projects/{id}/{to}`. */
export const projectTabs: Slot<Tab<typeof projects>> = slot('project tabs')

/** Cards on a project's overview: `projectCards` in the main column, `projectAsides` in the side column. */
export const projectCards: Part = slot('project cards')
export const projectAsides: Part = slot('project asides')

/** How far the phases of a project are, in the place of their names alone. */
export const projectPhases: Part = slot('project phases')

/** Buttons in the header of a project's page. */
export const projectActions: Part = slot('project actions')

/** What belongs to a day of work on a job, on its card on Home: the sheet that is worked by. */
export const dayPapers: Slot<Lazy<{ project_id: Id }>> = slot('day papers')

/** A button of such a day: hours, log, walk. */
export interface DayStep {
  readonly label: string
  readonly icon: string
  /** When it stands out: while hours are due, or once they are in. */
  readonly when?: 'due' | 'in'
  /** The page that it opens, by the job's, or a dialog. */
  readonly open: ((job: string) => string) | { readonly dialog: Lazy<{ path: string; onClose: () => void }> }
}
export const daySteps: Slot<DayStep> = slot('day steps')

/** The id of the project whose page is at `path`, or null. */
export const projectAt = (path: string): Id | null => Number(/^\/projects\/(\d+)/.exec(path)?.[1] ?? 0) || null
