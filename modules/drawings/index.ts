import type { ReactNode } from 'react'
import type { Guard, Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Pinned, PinPlace } from './pin-fields.ts'

export type { Pinned, PinPlace } from './pin-fields.ts'

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

/** A tone has a shape or a word beside it: pins show an icon and a number. */
export type PinTone = 'attention' | 'alarm' | 'done' | 'primary' | 'neutral'

/** A kind of records that can be pinned to sheets. Their entity has `pinFields`. */
export interface PinKind {
  readonly entity: Entity
  /** What the tool calls it: "RFI". */
  readonly label: string
  /** Its state as a tone, and what it says beside its number: "With Kim Tran". */
  // The record type is erased here on purpose: kinds of all entities are kept in one list.
  // oxlint-disable-next-line typescript/no-explicit-any
  face(record: any): { readonly tone: PinTone; readonly icon: string; readonly number: string; readonly state: string }
  /** Makes a record right there. */
  readonly make?: Lazy<{
    project_id: Id
    initial: { drawing_sheet_id: Id; pin: PinPlace }
    onClose: () => void
  }>
  /** Whether the user may make one. */
  readonly mayMake?: Guard
}

/** Kinds of records that are pinned to drawings. */
export const pinKinds: Slot<PinKind> = slot('pin kinds')
