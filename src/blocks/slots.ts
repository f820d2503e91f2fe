import { slot, type Slot } from '#core/module/slot.ts'
import type { DraftOf, Entity } from '#core/entity/entity.ts'
import type { Lazy } from '#core/module/define-module.ts'
import type { Waiting } from '#core/outbox/outbox.ts'

type Part = Lazy<Record<never, never>>

/** What modules put into the top bar's left side (project search) and right side (links with a dot). */
export const topBarStart: Slot<Part> = slot('top bar start')
export const topBarEnd: Slot<Part> = slot('top bar end')

/** A button of the phone's bar: it leads somewhere, or opens a dialog about the page one is on. */
export interface Shortcut {
  label: string
  icon: string
  /** Stands out among the others. */
  primary?: boolean
  open: string | Lazy<{ path: string; onClose: () => void }>
}
export const shortcuts: Slot<Shortcut> = slot('shortcuts')

/** Entities whose records are part of what the server says of itself: a change has everyone ask it again. */
export const settingsRecords: Slot<Entity> = slot('settings records')

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
