import type { Calendar, Holiday } from './holidays.ts'

/** The pay rates of an hour: straight, time and a half, or double. */
export const multipliers = [1, 1.5, 2] as const
export type Multiplier = (typeof multipliers)[number]

/** The pay rates on prevailing projects for special days. */
export interface Premiums {
  readonly saturday: Multiplier
  readonly sunday: Multiplier
  readonly holiday: Multiplier
}

/** Four ten-hour days: the limit on those days, which days they may be, and the effect of work on other days. */
export interface FourTen {
  readonly limit: number
  /** `consecutive`: Monday to Thursday or Tuesday to Friday only. */
  readonly days: 'any' | 'consecutive'
  /** `cancels`: work on another day of the week, private work included, reverts the whole week to the daily limit. */
  readonly off_schedule: 'keeps' | 'cancels'
}

/** The rules of a state for prevailing projects; all hours are those of one person on one day. */
export interface PrevailingRules extends Calendar {
  readonly daily_limit: number
  readonly four_ten: FourTen | null
  /** More hours than these require confirmation as an exception; null where there is no such limit. */
  readonly most_hours: number | null
  readonly premiums: Premiums
  /** Trades whose table differs from `premiums`. */
  readonly trades: readonly (Premiums & { readonly trade: string })[]
}

/** A company's overtime rules. They are configuration, because laws and trade tables change. */
export interface OvertimeRules {
  /** Hours per week that are paid straight, on any project. */
  readonly weekly_limit: number
  /** By the state's postal code. */
  readonly states: readonly (PrevailingRules & { readonly state: string })[]
  /** For all other states. */
  readonly other: PrevailingRules
}

const six: readonly Holiday[] = [
  { name: 'New Year’s Day', month: 1, on: 'date', day: 1 },
  { name: 'Memorial Day', month: 5, on: 'weekday', nth: 'last', weekday: 'monday', day_after: false },
  { name: 'Independence Day', month: 7, on: 'date', day: 4 },
  { name: 'Labor Day', month: 9, on: 'weekday', nth: 'first', weekday: 'monday', day_after: false },
  { name: 'Thanksgiving', month: 11, on: 'weekday', nth: 'fourth', weekday: 'thursday', day_after: false },
  { name: 'Christmas', month: 12, on: 'date', day: 25 },
]
/** Trades in Washington also observe this one. */
const seven: readonly Holiday[] = six.toSpliced(5, 0, {
  name: 'Day after Thanksgiving',
  month: 11,
  on: 'weekday',
  nth: 'fourth',
  weekday: 'thursday',
  day_after: true,
})
const none: Premiums = { saturday: 1, sunday: 1, holiday: 1 }

/** Rule overtime-defaults: the rules until a company changes them. */
export const defaultRules: OvertimeRules = {
  weekly_limit: 40,
  states: [
    {
      // RCW 49.28.010 and 49.28.065, L&I F700-177, WAC 296-127-022; weekends and holidays by table of the trade.
      state: 'WA',
      daily_limit: 8,
      four_ten: { limit: 10, days: 'any', off_schedule: 'keeps' },
      most_hours: 10,
      premiums: none,
      trades: [],
      holidays: seven,
      shift_holidays: true,
    },
    {
      // ORS 279C.540, OAR 839-025-0050.
      state: 'OR',
      daily_limit: 8,
      four_ten: { limit: 10, days: 'consecutive', off_schedule: 'cancels' },
      most_hours: null,
      premiums: { saturday: 1.5, sunday: 1.5, holiday: 1.5 },
      trades: [],
      holidays: six,
      shift_holidays: true,
    },
  ],
  other: {
    daily_limit: 8,
    four_ten: null,
    most_hours: null,
    premiums: none,
    trades: [],
    holidays: six,
    shift_holidays: false,
  },
}

/** The rules of a state for prevailing projects; null is an unknown state. */
export const rulesIn = (rules: OvertimeRules, state: string | null): PrevailingRules =>
  rules.states.find((one) => one.state === state) ?? rules.other
