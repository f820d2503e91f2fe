/** What a payroll file can say of each row (rule payroll-export). */
export const payrollColumns = [
  'employee_code',
  'name',
  'week_start',
  'date',
  'project_number',
  'cost_code_full_number',
  'phase',
  'pay_type',
  'hours',
  'units',
  'license',
  'certified',
  'trade_class',
  'apprentice',
  'state',
  'overtime_reason',
  'entry_id',
  'batch_id',
] as const
export type PayrollColumn = (typeof payrollColumns)[number]

/** A column of a file and what stands above it. */
export interface MappedColumn {
  column: PayrollColumn
  header: string
}

/** The layout that Sage reads, there from the start. */
export const sageColumns: readonly MappedColumn[] = [
  { column: 'date', header: 'Date' },
  { column: 'employee_code', header: 'Employee' },
  { column: 'project_number', header: 'Job' },
  { column: 'cost_code_full_number', header: 'Cost Code' },
  { column: 'certified', header: 'Certified' },
  { column: 'trade_class', header: 'Class' },
  { column: 'pay_type', header: 'Pay ID' },
  { column: 'units', header: 'Units' },
]

/** What an export comes to. The file's hours and the weeks' are counted each for itself, and must be the same. */
export interface PayrollTotals {
  regular: number
  overtime: number
  double: number
  vacation: number
  per_diem_days: number
  file_hours: number
  week_hours: number
  rows: number
  weeks: number
  workers: number
  /** Numbers of the projects with prevailing wages that have hours in it. */
  prevailing: string[]
}
