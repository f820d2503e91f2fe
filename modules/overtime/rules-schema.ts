import * as z from 'zod/mini'
import { dayOfHoliday, nths, weekdays } from '#lib/overtime/holidays.ts'
import { multipliers } from '#lib/overtime/rules.ts'

// Each message is prefixed with the field's label: "Rules must …".
const strict = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, { error: 'must have exactly the properties of overtime rules' })
const inHundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const hours = (most: number) => {
  const error = `must have a limit from 1 to ${most} hours, in hundredths at most`
  return z.number({ error }).check(z.refine((value) => value >= 1 && value <= most && inHundredths(value), error))
}
const whole = (error: string, from: number, to: number) =>
  z.number({ error }).check(z.refine((value) => Number.isInteger(value) && value >= from && value <= to, error))
const name = (error: string) => z.string({ error }).check(z.trim(), z.minLength(1, error), z.maxLength(100, error))
const oneOf = <const V extends string>(values: readonly V[], error: string) => z.enum(values, { error })

/** A list with at most `most` items, no two of which have the same key `by`. */
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
  month: whole('must give the month of every holiday', 1, 12),
}
const LEAP = 2024
const holiday = z.discriminatedUnion(
  'on',
  [
    strict({
      ...ofHoliday,
      on: z.literal('date'),
      day: whole('must give an existing day for every holiday', 1, 31),
    }).check(
      z.refine((own) => dayOfHoliday(own, LEAP) !== null, {
        error: 'must give an existing day for every holiday',
        path: ['day'],
      }),
    ),
    strict({
      ...ofHoliday,
      on: z.literal('weekday'),
      nth: oneOf(nths, 'must give the week of the month of a holiday on a weekday'),
      weekday: oneOf(weekdays, 'must give the weekday of a holiday on a weekday'),
      day_after: z.boolean(),
    }),
  ],
  { error: 'must define every holiday by date or by weekday' },
)

const prevailing = {
  daily_limit: hours(24),
  four_ten: z.nullable(
    strict({
      limit: hours(24),
      days: oneOf(['any', 'consecutive'], 'must give the days allowed for four tens'),
      off_schedule: oneOf(['keeps', 'cancels'], 'must give the effect of work off the schedule'),
    }),
  ),
  most_hours: z.nullable(hours(24)),
  premiums: strict(premiums),
  trades: listOf(
    strict({ trade: name('must name every trade'), ...premiums }),
    50,
    ({ trade }) => trade,
    'must not repeat a trade',
  ),
  holidays: listOf(holiday, 50, (own) => own.name.toLowerCase(), 'must not repeat a holiday'),
  shift_holidays: z.boolean(),
}

/** The schema of the overtime engine's configuration. Unknown keys are refused, since a misspelt rule would pay wrongly. */
export const rulesSchema = strict({
  weekly_limit: hours(168),
  states: listOf(
    strict({ state: z.string().check(z.regex(/^[A-Z]{2}$/, 'must name states by their two letters')), ...prevailing }),
    60,
    ({ state }) => state,
    'must not repeat a state',
  ),
  other: strict(prevailing),
})
