import type { FieldErrors } from '#core/entity/parse.ts'
import type { Day } from '#lib/days.ts'

export const SIGNED = 'This form is signed and stays as it is. Make an amended one.'
export const FOUR_DIGITS = 'Enter the last four digits alone.'

interface Rate {
  readonly county: string
  readonly starts_on: Day
  readonly ends_on?: Day | null | undefined
}

const sameCounty = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The rate of a county on a day: what began last and has not ended. */
export const rateOn = <R extends Rate>(rates: readonly R[], county: string, day: Day): R | undefined =>
  rates
    .filter((one) => sameCounty(one.county, county) && one.starts_on <= day && (!one.ends_on || day <= one.ends_on))
    .toSorted((a, b) => (a.starts_on < b.starts_on ? 1 : -1))[0]

/** Rates of a county that begin on one day, or end before they begin, and periods that are there twice, cannot be meant. */
export function classErrors({
  class_rates: rates = [],
  class_periods: periods = [],
}: {
  readonly class_rates?: readonly Rate[] | undefined
  readonly class_periods?: readonly { readonly period: number }[] | undefined
}): FieldErrors {
  const errors: FieldErrors = {}
  for (const [at, one] of rates.entries()) {
    if (one.ends_on && one.ends_on < one.starts_on)
      errors[`class_rates.${at}.ends_on`] = ['Until must not be before From.']
    if (rates.slice(0, at).some((b) => sameCounty(b.county, one.county) && b.starts_on === one.starts_on))
      errors[`class_rates.${at}.starts_on`] = ['This county has a rate from that day already.']
  }
  for (const [at, { period }] of periods.entries())
    if (periods.slice(0, at).some((before) => before.period === period))
      errors[`class_periods.${at}.period`] = ['This period is there already.']
  return errors
}

/** More than four digits are refused, so that the whole number is stored nowhere. */
export const digitsErrors = (digits: string | undefined): FieldErrors =>
  digits === undefined || /^\d{4}$/.test(digits) ? {} : { last_four: [FOUR_DIGITS] }
