import type { Guard, Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { stateOf, type AnyWorkflow } from '#core/entity/workflow.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import { numberOf, type Item } from './entities.ts'
import type { Pinned, PinPlace } from './pin-fields.ts'

export type { Pinned, PinPlace } from './pin-fields.ts'

/** A tone has a shape or a word beside it: pins show an icon and a number. */
export type PinTone = 'attention' | 'alarm' | 'done' | 'primary' | 'neutral'

/** What a dialog that makes a work item is given: the project, and what the item has from the start. */
export interface MakeProps {
  readonly project_id: Id
  readonly initial?: { readonly drawing_sheet_id: Id; readonly pin: PinPlace } | { readonly title: string } | undefined
  readonly onClose: () => void
}

/** A kind of work item, as screens of other modules know it. */
export interface WorkKind {
  readonly entity: Entity
  /** What a tool calls it: "RFI". */
  readonly label: string
  /** The filters that find those that somebody still has to do or answer; without them nobody is reminded of any. */
  readonly open?: Readonly<Record<string, unknown>>
  /** Who is to do or answer it next, where that is not always who it is assigned to. */
  // oxlint-disable-next-line typescript/no-explicit-any
  turn?(record: any): Id | null
  /** Its state as a tone, and what it says beside its number: "With Kim Tran". */
  // The record type is erased here on purpose: kinds of all entities are kept in one list.
  // oxlint-disable-next-line typescript/no-explicit-any
  face(record: any): { readonly tone: PinTone; readonly icon: string; readonly number: string; readonly state: string }
  /** Makes one, such as at a place of a sheet. */
  readonly make?: Lazy<MakeProps>
  /** Whether the user may make one. */
  readonly mayMake?: Guard
}

/** Makes the pin of a kind from its workflow: the state's color and label. */
export const pinOf = <E extends Entity>(
  entity: E & { readonly workflow: AnyWorkflow },
): Pick<WorkKind, 'entity' | 'face'> => ({
  entity,
  face(item: Item) {
    const { label = '', tone = 'neutral' } = entity.workflow.states[stateOf(entity.workflow, item)] ?? {}
    return { tone, icon: entity.display.icon, number: numberOf(item), state: label }
  },
})

/** The kinds of work items there are. */
export const workKinds: Slot<WorkKind> = slot('work kinds')

/** The link from a work item to its place, by the module that has the places. */
export const placeLinks: Slot<Lazy<{ entity: Entity; record: Pinned & { project_id: Id } }>> = slot('place links')
