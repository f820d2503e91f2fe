import type { FieldErrors } from '#core/entity/parse.ts'
import type { PayrollWeek } from './rows.ts'

export const NOTHING = 'Nothing to export.'
const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`
const names = (weeks: readonly PayrollWeek[]) => [...new Set(weeks.map(({ name }) => name))].join(', ')

/** Rule payroll-export: what must be put right before these weeks can be paid; empty when nothing must. */
export function blocking(weeks: readonly PayrollWeek[]): FieldErrors {
  const coded = weeks.filter(({ employee_code }) => !employee_code)
  const open = weeks.filter(({ state }) => state !== 'approved' && state !== 'exported')
  const odd = weeks.filter(({ sound }) => !sound)
  return {
    ...(coded.length && { employee_code: [`Missing employee code: ${names(coded)}`] }),
    ...(open.length && { approved: [`${counted(open.length, 'week')} not approved`] }),
    ...(odd.length && { sound: [`Hours differ from what was approved: ${names(odd)}`] }),
  }
}

/** Weeks that went out before, and in which batches: they go again only when that is asked for. */
export function goneOut(weeks: readonly PayrollWeek[]): FieldErrors {
  const out = weeks.filter(({ batch_id }) => batch_id !== null)
  if (!out.length) return {}
  const batches = [...new Set(out.map(({ batch_id }) => batch_id))].sort((a, b) => (a ?? 0) - (b ?? 0))
  const where = `batch${batches.length === 1 ? '' : 'es'} ${batches.join(', ')}`
  return { duplicate: [`${counted(out.length, 'week')} went out already in ${where}`] }
}
