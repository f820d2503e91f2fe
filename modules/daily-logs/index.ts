import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { DailyLog } from './entities.ts'

/** Sections of a day that other modules feed, below its crew: who was planned, what was to be delivered. */
export const dayParts: Slot<Lazy<{ log: DailyLog }>> = slot('day parts')
