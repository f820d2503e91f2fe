import type { Day, WeekStart } from '../days.ts'
import type { Agreement } from './agreements.ts'
import type { OvertimeRules } from './rules.ts'

/** The parts of a time entry that its pay depends on; hours have two decimals. */
export interface WeekEntry {
  readonly id: number
  readonly date: Day
  readonly hours: number
  readonly type: 'standard' | 'shop' | 'vacation' | 'admin'
  readonly project_id: number | null
  readonly per_diem: boolean
  /** Orders the rows of one project and day. */
  readonly cost_code?: string | null
}

/** The parts of a project that pay depends on; its state is that of its address. */
export interface WeekProject {
  readonly number: string
  readonly overtime_rule: 'standard' | 'prevailing'
  readonly state: string | null
}

/** One person's week, and the rules by which it is paid. */
export interface Week {
  readonly entries: readonly WeekEntry[]
  /** All projects of the entries, by id. */
  readonly projects: ReadonlyMap<number, WeekProject>
  /** This person's agreements. */
  readonly agreements: readonly Agreement[]
  readonly rules: OvertimeRules
  /** The first day of this particular week: weeks from before a change of the company's setting keep their own. */
  readonly week_start: WeekStart
  /** The person's trade in the trade tables: the license. */
  readonly trade?: string | null
  /** Whether an entry without hours earns per diem. */
  readonly zero_hour_per_diem?: boolean
}
