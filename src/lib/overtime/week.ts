import type { Day, WeekStart } from '../days.ts'
import type { Agreement } from './agreements.ts'
import type { OvertimeRules } from './rules.ts'

/** A time entry, as far as its pay depends on it; hours in two decimals. */
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

/** A project, as far as the pay of its hours depends on it; its state is that of its address. */
export interface WeekProject {
  readonly number: string
  readonly overtime_rule: 'standard' | 'prevailing'
  readonly state: string | null
}

/** One person's one week, and by what rules it is paid. */
export interface Week {
  readonly entries: readonly WeekEntry[]
  /** Every project that an entry names, by its id. */
  readonly projects: ReadonlyMap<number, WeekProject>
  /** Those of this person. */
  readonly agreements: readonly Agreement[]
  readonly rules: OvertimeRules
  /** How this very week begins: a week of before a company changed its setting keeps its own days. */
  readonly week_start: WeekStart
  /** What the person is in tables of trades: the licence. */
  readonly trade?: string | null
  /** Whether an entry without hours brings per diem. */
  readonly zero_hour_per_diem?: boolean
}
