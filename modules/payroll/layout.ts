/** The columns available in a payroll file (rule payroll-export). */
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

/** A column of a file and its header. */
export interface MappedColumn {
  column: PayrollColumn
  header: string
}

/** The layout for Sage, which is the default. */
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

/** The totals of an export. The hours in the file and in the weeks are summed independently and must be equal. */
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
  /** The numbers of the prevailing-wage projects with hours in the export. */
  prevailing: string[]
}
