import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Lazy, Tab } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Store } from '#core/store/store.ts'
import type { Day } from '#lib/days.ts'
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

/** What can be done with a project beside its own steps, in its menu: each opens a dialog. */
export const projectMore: Slot<{
  readonly label: string
  readonly icon: string
  readonly dialog: Lazy<{ project: Project; onClose: () => void }>
}> = slot('project more')

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

/** What is new on a job for its guests, on Home: the newest record of a kind that they see. */
export interface News<E extends Entity = Entity> {
  readonly entity: E
  readonly label: string
  /** Which records, where those below the project are not all. */
  readonly filters?: (project_id: Id, today: Day) => Readonly<Record<string, unknown>>
  /** When it was there, or will be. */
  at(record: RecordOf<E>): string | null
  /** Whether the first that comes counts, and not the last that came. */
  readonly coming?: boolean
  text(record: RecordOf<E>, store: Store): string
  /** Its page below the job's. */
  to(record: RecordOf<E>): string
}
// The record type is erased here on purpose: kinds of all entities are kept in one list.
// oxlint-disable-next-line typescript/no-explicit-any
export const projectNews: Slot<News<any>> = slot('project news')
/** News with the types of its records. */
export const newsOf = <E extends Entity>(news: News<E>): News<E> => news

/** The id of the project whose page is at `path`, or null. */
export const projectAt = (path: string): Id | null => Number(/^\/projects\/(\d+)/.exec(path)?.[1] ?? 0) || null
