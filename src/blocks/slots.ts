import { slot, type Slot } from '#core/module/slot.ts'
import type { Lazy } from '#core/module/define-module.ts'

type Part = Lazy<Record<never, never>>

/** What modules put into the top bar's left side (project search) and right side (links with a dot). */
export const topBarStart: Slot<Part> = slot('top bar start')
export const topBarEnd: Slot<Part> = slot('top bar end')

/** The action beside the greeting on the home screen. */
export const homeAction: Slot<Part> = slot('home action')
