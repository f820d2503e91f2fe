import { slot, type Slot } from '#core/module/slot.ts'
import type { DraftOf, Entity } from '#core/entity/entity.ts'
import type { Lazy } from '#core/module/define-module.ts'
import type { Waiting } from '#core/writes/mutation.ts'

type Part = Lazy<Record<never, never>>

/** Components in the top bar: on the left (project search) and on the right (links with a dot). */
export const topBarStart: Slot<Part> = slot('top bar start')
export const topBarEnd: Slot<Part> = slot('top bar end')

/** A button of the phone's bottom bar, which opens a page or a dialog. The dialog gets the path of the current page. */
export interface Shortcut {
  label: string
  icon: string
  /** Whether it is highlighted. */
  primary?: boolean
  open: string | Lazy<{ path: string; onClose: () => void }>
}
export const shortcuts: Slot<Shortcut> = slot('shortcuts')

/** Entities whose records are part of the server's settings: after a change, clients fetch the settings again. */
export const settingsRecords: Slot<Entity> = slot('settings records')

/** The action beside the greeting on the home screen. */
export const homeAction: Slot<Part> = slot('home action')

/** How unsent records of an entity are shown and edited in the outbox. */
export interface WaitingKind {
  entity: string
  /** Describes the drafts. */
  describe: Lazy<{ drafts: readonly DraftOf<Entity>[] }>
  /**
   * Edits new records after a refusal, and saves them with `outbox.send(…, { instead: waiting.at })`. Changes of existing
   * records are not edited but saved over the other version or discarded.
   */
  edit: Lazy<{ waiting: Waiting; onClose: () => void }>
}
export const waitingKinds: Slot<WaitingKind> = slot('waiting kinds')
