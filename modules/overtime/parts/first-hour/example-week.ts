import { addDays, startOfWeek } from '#lib/days.ts'
import { stateName } from '#lib/address-states.ts'
import { formatHours } from '#lib/numbers.ts'
import type { OvertimeRules } from '#lib/overtime/rules.ts'
import { splitWeek } from '#lib/overtime/split-week.ts'

/** Hours from Monday to Friday. */
const HOURS = [8, 9, 10, 8, 8] as const
/** A week without holidays. */
const SUNDAY = startOfWeek('2026-03-18')

/** What a week comes to by these rules, on a project with this kind of wages. */
function weekOn(overtime_rule: 'standard' | 'prevailing', rules: OvertimeRules, state: string | null): string {
  const { totals } = splitWeek({
    entries: HOURS.map((hours, at) => ({
      id: at + 1,
      date: addDays(SUNDAY, at + 1),
      hours,
      type: 'standard',
      project_id: 1,
      per_diem: false,
    })),
    projects: new Map([[1, { number: '1', overtime_rule, state }]]),
    agreements: [],
    rules,
    week_start: 'sunday',
  })
  return [
    `${formatHours(totals.regular)} regular`,
    ...(totals.overtime ? [`${formatHours(totals.overtime)} at 1.5×`] : []),
    ...(totals.double ? [`${formatHours(totals.double)} at 2×`] : []),
  ].join(' and ')
}

/** What one week comes to by these rules: `A week of 8, 9, 10, 8 and 8 hours is 40.00 regular and 3.00 at 1.5×.` */
export function exampleText(rules: OvertimeRules, state: string | null): string {
  const [plain, prevailing] = [weekOn('standard', rules, state), weekOn('prevailing', rules, state)]
  const where = state === null ? '' : ` in ${stateName(state)}`
  const there = plain === prevailing ? 'the same' : prevailing
  return `A week of ${HOURS.slice(0, -1).join(', ')} and ${HOURS.at(-1)} hours is ${plain}. On a prevailing project${where} it is ${there}.`
}
