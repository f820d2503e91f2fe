import type { Calendar, Holiday } from './holidays.ts'

/** What an hour can be paid: straight, time and a half, or double. */
export const multipliers = [1, 1.5, 2] as const
export type Multiplier = (typeof multipliers)[number]

/** What hours on prevailing projects are paid on days that are not like others. */
export interface Premiums {
  readonly saturday: Multiplier
  readonly sunday: Multiplier
  readonly holiday: Multiplier
}

/** Four days of ten hours: the limit on its days, which days those may be, and what work on any other day does to it. */
export interface FourTen {
  readonly limit: number
  /** `consecutive`: Monday to Thursday or Tuesday to Friday only. */
  readonly days: 'any' | 'consecutive'
  /** `cancels`: work on another day of the week, private work included, takes the whole week back to the daily limit. */
  readonly off_schedule: 'keeps' | 'cancels'
}

/** What holds on prevailing projects in a state; all hours are of one person and one day. */
export interface PrevailingRules extends Calendar {
  readonly daily_limit: number
  readonly four_ten: FourTen | null
  /** More than these need someone to say that it is an exception; null where there is no such limit. */
  readonly most_hours: number | null
  readonly premiums: Premiums
  /** Trades whose table differs from `premiums`. */
  readonly trades: readonly (Premiums & { readonly trade: string })[]
}

/** A company's overtime rules: configuration, for laws and tables of trades change. */
export interface OvertimeRules {
  /** Hours worked in a week that are paid straight, on any project. */
  readonly weekly_limit: number
  /** By the two letters of the state. */
  readonly states: readonly (PrevailingRules & { readonly state: string })[]
  /** Everywhere else. */
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
/** Trades in Washington keep this one too. */
const seven: readonly Holiday[] = six.toSpliced(5, 0, {
  name: 'Day after Thanksgiving',
  month: 11,
  on: 'weekday',
  nth: 'fourth',
  weekday: 'thursday',
  day_after: true,
})
const none: Premiums = { saturday: 1, sunday: 1, holiday: 1 }

/** Rule overtime-defaults: what holds until a company says otherwise. */
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

/** What holds on prevailing projects in a state; null stands for a state nobody knows. */
export const rulesIn = (rules: OvertimeRules, state: string | null): PrevailingRules =>
  rules.states.find((one) => one.state === state) ?? rules.other
