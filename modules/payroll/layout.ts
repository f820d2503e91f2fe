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
  'short_date',
  'customer_job',
  'pay_code',
  'regular_hours',
  'overtime_hours',
  'other_hours',
  'other_code',
  'duration',
  'fixed',
] as const
export type PayrollColumn = (typeof payrollColumns)[number]

export const payTypes = ['REG', 'OT', 'DT', 'VAC', 'SHOP', 'ADMIN', 'PERDIEM'] as const
export type PayType = (typeof payTypes)[number]
/** What a pay type is called in the file; without an entry, its own name. */
export type PayCodes = Partial<Record<PayType, string>>
/** The code that leaves lines of per diem out; hours cannot be, since a batch says how many are in its file. */
export const LEFT_OUT = '-'

/** A column of a file and its header; it may stand in a file once, but for `fixed`, which says `text` in each line. */
export interface MappedColumn {
  column: PayrollColumn
  header: string
  text?: string
  /** Of `pay_code` and `other_code`. */
  codes?: PayCodes
}

/** How a file is written: for spreadsheets, as plain CSV with or without headers, or for QuickBooks Desktop. */
export const fileFormats = ['csv', 'plain', 'bare', 'iif'] as const
export type FileFormat = (typeof fileFormats)[number]

/** What the head of a file for QuickBooks Desktop says of the company file that it is for. */
export interface FileHead {
  format: FileFormat
  company: string | null
  company_number: string | null
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

/** A layout to start a mapping from. */
export interface Layout {
  name: string
  format: FileFormat
  columns: readonly MappedColumn[]
  /** What to fill in, and where the program takes the file. */
  help: string
}

const fixed = (header: string, text = ''): MappedColumn => ({ column: 'fixed', header, text })

/** The layouts whose columns a public document states (rule payroll-layouts names it). */
export const layouts: readonly Layout[] = [
  {
    name: 'Sage',
    format: 'csv',
    columns: sageColumns,
    help: 'For spreadsheets. Any column can be added, named and moved.',
  },
  {
    name: 'Sage 100 Contractor, daily payroll',
    format: 'plain',
    columns: [
      fixed('filetype', 'PRDAILY'),
      { column: 'date', header: 'paydte' },
      { column: 'employee_code', header: 'empnum' },
      { column: 'name', header: 'dscrpt' },
      fixed('wrkord'),
      { column: 'project_number', header: 'jobnum' },
      fixed('loctax'),
      { column: 'certified', header: 'crtfid' },
      fixed('phsnum'),
      { column: 'cost_code_full_number', header: 'cstcde' },
      { column: 'pay_code', header: 'paytyp', codes: { PERDIEM: LEFT_OUT } },
      fixed('paygrp'),
      fixed('payrte'),
      { column: 'hours', header: 'payhrs' },
    ],
    help: 'For an importer of daily payroll, 5-5-1. Pay codes are your company’s numbers of pay types.',
  },
  {
    name: 'QuickBooks Desktop, timer activities',
    format: 'iif',
    columns: [
      fixed('!TIMEACT', 'TIMEACT'),
      { column: 'short_date', header: 'DATE' },
      { column: 'customer_job', header: 'JOB' },
      { column: 'name', header: 'EMP' },
      { column: 'cost_code_full_number', header: 'ITEM' },
      fixed('PITEM'),
      { column: 'duration', header: 'DURATION' },
      fixed('PROJ'),
      { column: 'pay_code', header: 'NOTE', codes: { PERDIEM: LEFT_OUT } },
      fixed('BILLINGSTATUS', '0'),
    ],
    help: 'File, Utilities, Import, Timer Activities. Names of employees, jobs and service items must be those of its lists.',
  },
  {
    name: 'ADP Workforce Now, paydata',
    format: 'plain',
    columns: [
      fixed('Co Code'),
      { column: 'batch_id', header: 'Batch ID' },
      { column: 'employee_code', header: 'File #' },
      { column: 'regular_hours', header: 'Reg Hours' },
      { column: 'overtime_hours', header: 'O/T Hours' },
      { column: 'other_code', header: 'Hours 3 Code', codes: { PERDIEM: LEFT_OUT } },
      { column: 'other_hours', header: 'Hours 3 Amount' },
    ],
    help: 'Enter your company code in Co Code, and ADP’s hours codes of double time and vacation. ADP takes the file under the name PR, company code, EPI.csv.',
  },
  {
    name: 'Viewpoint Spectrum, pre-time cards',
    format: 'bare',
    columns: [
      { column: 'batch_id', header: 'Batch Code' },
      { column: 'employee_code', header: 'Employee Code' },
      fixed('Department'),
      {
        column: 'pay_code',
        header: 'Pay Type',
        codes: { REG: 'R', SHOP: 'R', ADMIN: 'R', OT: 'O', DT: 'D', VAC: 'V', PERDIEM: LEFT_OUT },
      },
      { column: 'hours', header: 'Hours' },
      { column: 'project_number', header: 'Job' },
      { column: 'cost_code_full_number', header: 'Phase' },
      fixed('Cost Type'),
      { column: 'short_date', header: 'Date' },
    ],
    help: 'Enter your department and the cost type of labor. The order is what counts: the file has no headers.',
  },
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
