import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Day } from '#lib/days.ts'

/** Actions on the week view, shown beside its title. `week` is the first day. */
export const timeActions: Slot<Lazy<{ week: Day }>> = slot('time actions')
