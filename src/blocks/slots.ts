import { slot, type Slot } from '#core/module/slot.ts'
import type { Id } from '#core/access/access.ts'
import type { DraftOf, Entity } from '#core/entity/entity.ts'
import type { Lazy } from '#core/module/define-module.ts'
import type { Waiting } from '#core/outbox/outbox.ts'

type Part = Lazy<Record<never, never>>

/** What modules put into the top bar's left side (project search) and right side (links with a dot). */
export const topBarStart: Slot<Part> = slot('top bar start')
export const topBarEnd: Slot<Part> = slot('top bar end')

/** What the bottom bar's time button opens, for whom it opens something (rule time-button): time for the project one is at. */
export const timeAction: Slot<Lazy<{ project_id: Id | null; onClose: () => void }>> = slot('time action')

/** The action beside the greeting on the home screen. */
export const homeAction: Slot<Part> = slot('home action')

/** How an entity's records are told while they wait in the outbox, and where they are changed after a refusal. */
export interface WaitingKind {
  entity: string
  words: Lazy<{ drafts: readonly DraftOf<Entity>[] }>
  /** For new ones; it saves by `outbox.send(…, { instead: waiting.at })`. A change of one is saved over the other version or discarded. */
  edit: Lazy<{ waiting: Waiting; onClose: () => void }>
}
export const waitingKinds: Slot<WaitingKind> = slot('waiting kinds')
