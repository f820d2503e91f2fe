import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Day } from '#lib/days.ts'

/** What may be done with everyone's week, beside its title; `week` is its first day. */
export const timeActions: Slot<Lazy<{ week: Day }>> = slot('time actions')
