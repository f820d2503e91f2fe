import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { allowsDays } from '#lib/overtime/agreements.ts'
import { rulesIn, type OvertimeRules } from '#lib/overtime/rules.ts'
import type { workScheduleAgreements } from './entities.ts'

export const ENDS_TOO_SOON = 'Ends on must not be before the day it was signed.'
export const CONSECUTIVE = 'Days must be Monday to Thursday or Tuesday to Friday in this state.'
export const noFourTens = (state: string): string => `The rules of ${state} do not allow four ten-hour days.`
export const otherState = (state: string): string => `This project is in ${state}.`

/** Checks an agreement against the company's rules and its project's state, which is null if unknown. */
export function agreementProblems(
  { state = '', days, signed_on, ends_on }: DraftOf<typeof workScheduleAgreements>,
  rules: OvertimeRules,
  projectState: string | null,
): FieldErrors {
  const errors: FieldErrors = {}
  const fourTen = rulesIn(rules, state).four_ten
  if (projectState && projectState !== state) errors.state = [otherState(projectState)]
  else if (!fourTen) errors.state = [noFourTens(state)]
  else if (days && !allowsDays(fourTen, days)) errors.days = [CONSECUTIVE]
  if (signed_on && ends_on && ends_on < signed_on) errors.ends_on = [ENDS_TOO_SOON]
  return errors
}
