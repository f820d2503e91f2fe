import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { isObject } from '#lib/is-object.ts'
import type { Holiday } from '#lib/overtime/holidays.ts'
import { rulesIn, type FourTen, type OvertimeRules, type PrevailingRules } from '#lib/overtime/rules.ts'

/** A state's two letters, or null for all states without rules of their own. */
export type Place = string | null

/** Rules in a form, where a number may still be missing. */
export interface TypedRules extends Omit<PrevailingRules, 'daily_limit' | 'four_ten' | 'holidays'> {
  daily_limit: number | null
  four_ten: (Omit<FourTen, 'limit'> & { limit: number | null }) | null
  holidays: readonly TypedHoliday[]
}
export type TypedHoliday =
  | (Omit<Extract<Holiday, { on: 'date' }>, 'day'> & { day: number | null })
  | Extract<Holiday, { on: 'weekday' }>

/** Errors with paths relative to the current input. */
export type Errors = GroupProps['errors']

/** Whether a form value is an object of overtime rules. */
export const isRules = (value: unknown): value is OvertimeRules => isObject(value) && 'states' in value

/** The rules with the form values of one place. */
export const withTyped = (rules: OvertimeRules, place: Place, typed: TypedRules) =>
  place === null
    ? { ...rules, other: typed }
    : { ...rules, states: rules.states.map((one) => (one.state === place ? { ...typed, state: place } : one)) }

/** The form values of one place. */
export const typedAt = (rules: OvertimeRules, place: Place): TypedRules => rulesIn(rules, place)

/** The path of a place within the rules. */
export const pathOf = ({ states }: OvertimeRules, place: Place): string =>
  place === null ? 'other' : `states.${states.findIndex(({ state }) => state === place)}`

/** The errors at or below a path, with their paths made relative to it. */
export const errorsAt = (errors: Errors, path: string): Errors =>
  errors.flatMap((error) =>
    error.path === path || error.path.startsWith(`${path}.`)
      ? [{ ...error, path: error.path.slice(path.length + 1) }]
      : [],
  )

/** The first message at or below a path, as props for a Field. */
export function errorAt(errors: Errors, path: string): { error?: string } {
  const message = errorsAt(errors, path)[0]?.message
  return message ? { error: message } : {}
}
