import * as z from 'zod/mini'
import { dayOfHoliday, nths, weekdays } from '#lib/overtime/holidays.ts'
import { multipliers } from '#lib/overtime/rules.ts'

// Messages follow the field's label: "Rules must …".
const strict = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, { error: 'must have the parts of overtime rules and no others' })
const inHundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const hours = (most: number) => {
  const error = `must have a limit from 1 to ${most} hours, in hundredths at most`
  return z.number({ error }).check(z.refine((value) => value >= 1 && value <= most && inHundredths(value), error))
}
const whole = (error: string, from: number, to: number) =>
  z.number({ error }).check(z.refine((value) => Number.isInteger(value) && value >= from && value <= to, error))
const name = (error: string) => z.string({ error }).check(z.trim(), z.minLength(1, error), z.maxLength(100, error))
const oneOf = <const V extends string>(values: readonly V[], error: string) => z.enum(values, { error })

/** A list of at most so many, in which no two share what `by` says. */
const listOf = <T extends z.core.$ZodType>(
  item: T,
  most: number,
  by: (one: z.core.output<T>) => string,
  error: string,
) =>
  z.array(item, { error }).check(
    z.refine((list) => list.length <= most, `may have at most ${most} of these`),
    z.refine((list) => new Set(list.map(by)).size === list.length, error),
  )

const multiplier = z.literal(multipliers, { error: 'must pay 1, 1.5 or 2 times' })
const premiums = { saturday: multiplier, sunday: multiplier, holiday: multiplier }

const ofHoliday = {
  name: name('must give every holiday a name of 100 characters or fewer'),
  month: whole('must say in which month a holiday is', 1, 12),
}
const LEAP = 2024
const holiday = z.discriminatedUnion(
  'on',
  [
    strict({
      ...ofHoliday,
      on: z.literal('date'),
      day: whole('must say on which day of its month a holiday is', 1, 31),
    }).check(
      z.refine((held) => dayOfHoliday(held, LEAP) !== null, {
        error: 'must say on which day of its month a holiday is',
        path: ['day'],
      }),
    ),
    strict({
      ...ofHoliday,
      on: z.literal('weekday'),
      nth: oneOf(nths, 'must say which of its weekdays a holiday is'),
      weekday: oneOf(weekdays, 'must say on which weekday a holiday is'),
      day_after: z.boolean(),
    }),
  ],
  { error: 'must say how a holiday is found: on a date or on a weekday' },
)

const prevailing = {
  daily_limit: hours(24),
  four_ten: z.nullable(
    strict({
      limit: hours(24),
      days: oneOf(['any', 'consecutive'], 'must say which days four tens may be'),
      off_schedule: oneOf(['keeps', 'cancels'], 'must say what work off the schedule does'),
    }),
  ),
  most_hours: z.nullable(hours(24)),
  premiums: strict(premiums),
  trades: listOf(
    strict({ trade: name('must name every trade'), ...premiums }),
    50,
    ({ trade }) => trade,
    'must have every trade once',
  ),
  holidays: listOf(holiday, 50, (held) => held.name.toLowerCase(), 'must have every holiday once'),
  shift_holidays: z.boolean(),
}

/** The engine's configuration, key by key: what is not described is refused, for a misspelt rule would pay wrongly. */
export const rulesSchema = strict({
  weekly_limit: hours(168),
  states: listOf(
    strict({ state: z.string().check(z.regex(/^[A-Z]{2}$/, 'must name states by two letters')), ...prevailing }),
    60,
    ({ state }) => state,
    'must have every state once',
  ),
  other: strict(prevailing),
})
