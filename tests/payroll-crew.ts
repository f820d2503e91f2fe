import { expect } from 'vitest'
import { addDays } from '#lib/days.ts'
import { sumHours, type PayrollRow } from '#modules/payroll/rows.ts'
import type { Client } from './harness.ts'

export const BATCHES = '/api/payroll_batches'

export interface Batch {
  id: number
  left_at: string | null
  undone_at: string | null
  reversed_at: string | null
  reverses_id: number | null
  rows: PayrollRow[]
}
interface Week {
  id: number
  approved_at: string | null
  exported_at: string | null
  totals: Record<'regular' | 'overtime' | 'double' | 'vacation' | 'per_diem_days', number> | null
}
export type Crew = Awaited<ReturnType<typeof createCrew>>

/** Two people with two codes of one job, in a week of their own. */
export async function createCrew(admin: Client, week: string) {
  const draft = { customer_id: 1, name: 'Paid', number: `L-${crypto.randomUUID().slice(0, 8)}` }
  const project = (await admin.post('/api/projects', draft)).data.id
  const codes: number[] = []
  for (const number of ['010', '020'])
    codes.push((await admin.post(`/api/projects/${project}/cost_codes`, { number, name: number })).data.id)
  const people: number[] = []
  for (const nth of [1, 2]) {
    const name = `Worker ${crypto.randomUUID().slice(0, 8)}`
    const person = { name, role: 'employee', has_access: false, track_time: true, employee_code: `${nth} ${name}` }
    people.push((await admin.post('/api/users', person)).data.id)
  }
  const span = { starts_on: week, ends_on: addDays(week, 6) }
  const weekOf = async (person: number): Promise<Week | undefined> =>
    (await admin.get(`/api/timecards?user_id=${person}&from=${week}&to=${week}`)).data[0]
  const batches = async (): Promise<Batch[]> => {
    const { data } = await admin.get(BATCHES)
    const own = data.filter(({ starts_on }: { starts_on: string }) => starts_on === week)
    return Promise.all(own.map(async ({ id }: Batch) => (await admin.get(`${BATCHES}/${id}`)).data))
  }
  return { project, codes, people, span, weekOf, batches }
}

/**
 * Checks that what the batches of a crew hold of each exported week is what was approved (rule payroll-ledger).
 * @param done what was done before, for the message
 * @returns how many weeks are exported
 */
export async function checkLedger({ people, weekOf, batches }: Crew, done: readonly string[]): Promise<number> {
  const rows = (await batches()).flatMap((batch) => (batch.undone_at ? [] : batch.rows))
  let exported = 0
  for (const person of people) {
    const week = await weekOf(person)
    if (!week?.exported_at) continue
    exported++
    const paid = rows.filter(({ timecard_id }) => timecard_id === week.id)
    const sum = (...types: string[]) =>
      sumHours(paid.flatMap(({ pay_type, hours }) => (types.includes(pay_type) ? [hours] : [])))
    const days = sumHours(paid.flatMap(({ pay_type, units }) => (pay_type === 'PERDIEM' ? [units] : [])))
    const { regular, overtime, double, per_diem_days } = week.totals ?? {}
    expect({
      done,
      regular: sum('REG', 'SHOP', 'ADMIN'),
      overtime: sum('OT'),
      double: sum('DT'),
      per_diem_days: days,
    }).toEqual({ done, regular, overtime, double, per_diem_days })
  }
  return exported
}
