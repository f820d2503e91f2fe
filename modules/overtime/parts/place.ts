import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { isObject } from '#core/entity/parse.ts'
import type { Holiday } from '#lib/overtime/holidays.ts'
import { rulesIn, type FourTen, type OvertimeRules, type PrevailingRules } from '#lib/overtime/rules.ts'

/** The letters of a state, or null for all that have no rules of their own. */
export type Place = string | null

/** Rules while they are typed: a number may be missing until they are saved. */
export interface TypedRules extends Omit<PrevailingRules, 'daily_limit' | 'four_ten' | 'holidays'> {
  daily_limit: number | null
  four_ten: (Omit<FourTen, 'limit'> & { limit: number | null }) | null
  holidays: readonly TypedHoliday[]
}
export type TypedHoliday =
  | (Omit<Extract<Holiday, { on: 'date' }>, 'day'> & { day: number | null })
  | Extract<Holiday, { on: 'weekday' }>

/** What is wrong, by the path below where it is looked at. */
export type Errors = GroupProps['errors']

/** A form's value, where it is that of the rules. */
export const isRules = (value: unknown): value is OvertimeRules => isObject(value) && 'states' in value

/** The rules with what was typed for a place. */
export const withTyped = (rules: OvertimeRules, place: Place, typed: TypedRules) =>
  place === null
    ? { ...rules, other: typed }
    : { ...rules, states: rules.states.map((one) => (one.state === place ? { ...typed, state: place } : one)) }

/** The rules of a place as they are typed. */
export const typedAt = (rules: OvertimeRules, place: Place): TypedRules => rulesIn(rules, place)

/** Where a place's errors are among those of the rules. */
export const pathOf = ({ states }: OvertimeRules, place: Place): string =>
  place === null ? 'other' : `states.${states.findIndex(({ state }) => state === place)}`

/** Those at a path and below it, by their paths from there. */
export const errorsAt = (errors: Errors, path: string): Errors =>
  errors.flatMap((error) =>
    error.path === path || error.path.startsWith(`${path}.`)
      ? [{ ...error, path: error.path.slice(path.length + 1) }]
      : [],
  )

/** The first message at a path, as an input's `error`. */
export function errorAt(errors: Errors, path: string): { error?: string } {
  const message = errorsAt(errors, path)[0]?.message
  return message ? { error: message } : {}
}
