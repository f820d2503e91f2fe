import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import type { User } from '../../users/entities.ts'
import type { PayWeek } from '../entities.ts'
import { paid } from '../form.ts'

/** The columns of a CSV file of what was paid: a line for each person and week, by the person's employee code. */
export function payCsv(people: readonly Pick<User, 'id' | 'employee_code' | 'active'>[]): CsvColumn<PayWeek>[] {
  const key = (code: string) => code.trim().toLowerCase()
  const codes = new Map(
    people.flatMap(({ id, employee_code, active }) =>
      employee_code && active ? [[key(employee_code), id] as const] : [],
    ),
  )
  const read = (code: string) => {
    const id = codes.get(key(code))
    if (id === undefined) throw new UnreadCell(`Nobody has the employee code ${code}.`)
    return id
  }
  return [
    { name: 'user_id', header: 'Employee code', read },
    { name: 'week_start', header: 'Week start' },
    ...paid.map((name) => ({ name })),
  ]
}
