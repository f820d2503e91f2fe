import type { Lazy } from '#core/module/define-module.ts'
import type { Day } from '#lib/days.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { DailyLog } from './entities.ts'

/** Sections of a day that other modules feed, below its crew: who was planned, what was to be delivered. */
export const dayParts: Slot<Lazy<{ log: DailyLog }>> = slot('day parts')

/** What a month of logs is told by the module that plans: the days of a span on which the company does not work. */
export interface DaysOffProps {
  from: Day
  to: Day
  onTell: (off: readonly Day[]) => void
}
export const daysOff: Slot<Lazy<DaysOffProps>> = slot('days off')
