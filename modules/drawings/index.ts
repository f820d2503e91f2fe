import type { ReactNode } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Lazy } from '#core/module/define-module.ts'
import type { Pinned, PinPlace } from '../work-items/index.ts'

/** The plans of a project with pins, as other modules show them. */
export interface PlanViewProps {
  readonly project_id: Id
  /** The sheet that is shown first. */
  readonly sheet_id?: Id | null
  /** Which kinds of pins are shown, by the names of their entities; all by default. */
  readonly kinds?: readonly string[]
  /** Which records of these kinds are shown. */
  readonly shows?: (record: Pinned) => boolean
  /** The pin that is chosen: its entity's name and its id, `punch_item 7`. */
  readonly chosen?: string | null
  readonly onChoose?: (record: Pinned, key: string) => void
  /** Touching the plan adds something there; without it, touching moves the plan. */
  readonly onAdd?: (at: { drawing_sheet_id: Id; pin: PinPlace }) => void
  /** What lies over the plan, such as the card of the chosen record. */
  readonly children?: ReactNode
}

/**
 * The plan view, loaded when it is first shown.
 * @example const Plan = lazyComponent(planView)
 */
export const planView: Lazy<PlanViewProps> = () => import('./parts/pins/plan-view.tsx')
