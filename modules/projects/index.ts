import type { Id } from '#core/access/access.ts'
import type { Lazy, Tab } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Project, projects } from './entities.ts'

type Part = Slot<Lazy<{ project: Project }>>

/** The parts of a project's page, each under `/projects/{id}/{to}`. */
export const projectTabs: Slot<Tab<typeof projects>> = slot('project tabs')

/** Cards on a project's overview: in the main column, and beside it on a wide screen. */
export const projectCards: Part = slot('project cards')
export const projectAsides: Part = slot('project asides')

/** Buttons in the head of a project's page, before those of its own. */
export const projectActions: Part = slot('project actions')

/** The project whose page a path is of; null anywhere else. */
export const projectAt = (path: string): Id | null => Number(/^\/projects\/(\d+)/.exec(path)?.[1] ?? 0) || null
