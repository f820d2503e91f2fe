import type { Id } from '#core/access/access.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Day } from '#lib/days.ts'

/** Actions on the week view, shown beside its title. `week` is the first day. */
export const timeActions: Slot<Lazy<{ week: Day }>> = slot('time actions')

/** Where a week is closed, for those who may: its address, by the week's first day. */
export const weekClosing: Slot<(week: Day) => string> = slot('week closing')

/** A line that is offered for the sheet of Enter Time. */
export interface OfferedLine {
  readonly user_id: Id
  readonly hours: number | null
  readonly project_id: Id | null
  readonly cost_code_id: Id | null
}

/** Buttons that fill the sheet of Enter Time from elsewhere, for its day and project. */
export const sheetFills: Slot<
  Lazy<{
    date: Day
    project_id: Id | null
    /** Whether a person may be entered and has nothing on this day yet. */
    isOpen: (user_id: Id) => boolean
    /** Whether a person is of the crew of whoever enters time. */
    isOurs: (user_id: Id) => boolean
    /** Adds lines; those without hours that are there already go. */
    fill: (lines: readonly OfferedLine[]) => void
  }>
> = slot('sheet fills')

/** Told by the module that plans: the days of a span on which the company does not work. */
export interface DaysOffProps {
  from: Day
  to: Day
  onTell: (off: readonly Day[]) => void
}
export const daysOff: Slot<Lazy<DaysOffProps>> = slot('days off')
