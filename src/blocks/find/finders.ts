import type { ReactNode } from 'react'
import { signal } from '@preact/signals-react'
import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { PaletteGroup } from '#ui/palette/palette.tsx'

/** What somebody types into the box, and where. */
export interface FinderProps {
  /** What is typed; empty where nothing is yet. */
  readonly text: string
  /** The path of the page behind the box. */
  readonly path: string
  /** Takes what there is; null while that is not known. */
  readonly put: (group: PaletteGroup | null) => void
  /** Opens a dialog in the place of the box, once `load` has fetched what it shows. */
  readonly open: (dialog: (onClose: () => void) => ReactNode, load: () => Promise<unknown>) => void
}

/** Components that show nothing: they hand over a group of what can be opened or done for what is typed (rule box). */
export const finders: Slot<Lazy<FinderProps>> = slot('finders')

/** The key of the last group, to which several may add; all others come before the records that were found. */
export const ACTIONS = 'actions'

/** Whether the box is open. */
export const boxIsOpen = signal(false)
export const openBox = (): void => void (boxIsOpen.value = true)

/** The name under which a device keeps the jobs that were visited last. */
export const VISITED = 'visited projects'

/** The keys of one place of the app, and what each does. */
export interface KeyList {
  readonly title: string
  readonly keys: readonly (readonly [key: string, what: string])[]
}
/** Keys of modules' own screens, for the list of all of them. */
export const keyLists: Slot<KeyList> = slot('key lists')
