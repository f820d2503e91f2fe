import { array, assert, boolean, constantFrom, integer, property, record, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '#lib/csv.ts'
import { addDays } from '#lib/days.ts'
import { defaultRules } from '#lib/overtime/rules.ts'
import { splitWeek } from '#lib/overtime/split-week.ts'
import { certifiedCsv, fileName, filesOf, payrollCsv, summaryCsv, type Filed } from './files.ts'
import { layouts, payrollColumns, sageColumns } from './layout.ts'
import { rowsOfWeek, sumHours, tiesOut, type PayrollEntry, type PayrollProject, type PayrollWeek } from './rows.ts'
import { runs } from '../../tests/tier.ts'

const START = '2026-03-08'
const job = (number: string, more: Partial<PayrollProject> = {}): PayrollProject => ({
  number,
  name: 'Canyon Lakes',
  customer: 'Desert Ridge',
  overtime_rule: 'standard',
  state: 'WA',
  phase: null,
  ...more,
})
const jobs = new Map([
  [1, job('26-001')],
  [2, job('26-002', { overtime_rule: 'prevailing', phase: 'Rough-in' })],
  [3, job('26-003', { overtime_rule: 'prevailing', state: 'OR' })],
])

let last = 0
const entry = (day: number, hours: number, more: Partial<PayrollEntry> = {}): PayrollEntry => ({
  id: ++last,
  date: addDays(START, day),
  hours,
  type: 'standard',
  project_id: more.type && more.type !== 'standard' ? null : 1,
  per_diem: false,
  cost_code_number: '110',
  cost_code: { id: 1, number: '110', name: 'Mobilize', category_number: '26', category_name: 'Electrical' },
  ...more,
})

/** The totals of an approved week, and its export rows. */
function approved(entries: PayrollEntry[], projects = jobs, zero_hour_per_diem = false) {
  const { totals, entries: split } = splitWeek({
    entries: entries.map((one) => ({ ...one, cost_code: one.cost_code_number })),
    projects,
    agreements: [],
    rules: defaultRules,
    week_start: 'sunday',
    zero_hour_per_diem,
  })
  return { totals, rows: rowsOfWeek({ id: 1, split, totals }, entries, projects) }
}
function batchOf(entries: PayrollEntry[], week: Partial<PayrollWeek> = {}, projects = jobs): Filed {
  const { totals, rows } = approved(entries, projects)
  const whole: PayrollWeek = {
    timecard_id: 1,
    user_id: 1,
    name: 'Kim Tran',
    employee_code: 'E104',
    license: 'apprentice',
    week_start: START,
    state: 'approved',
    hours: sumHours(entries.map(({ hours }) => hours)),
    totals,
    sound: true,
    batch_id: null,
    ...week,
  }
  return {
    id: 3,
    starts_on: START,
    ends_on: addDays(START, 6),
    reverses_id: null,
    columns: [...sageColumns],
    weeks: [whole],
    rows,
  }
}
const noTotals = {
  regular: 0,
  overtime: 0,
  double: 0,
  vacation: 0,
  per_diem_days: 0,
  file_hours: 0,
  week_hours: 0,
  rows: 0,
  weeks: 0,
  workers: 0,
}
const every = payrollColumns.map((column) => ({ column, header: column }))
/** A file's cells as a spreadsheet reads them, apostrophes included. */
function cellsOf(csv: string): string[] {
  return [...csv.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}

describe('rows', () => {
  test('an entry has one row for each pay type, with the reason for overtime', () => {
    const { rows, totals } = approved([
      entry(1, 9.5, { project_id: 2 }),
      entry(2, 8, { type: 'vacation' }),
      entry(3, 2, { type: 'shop' }),
      entry(4, 1.25, { type: 'admin' }),
    ])
    expect(rows.map(({ pay_type, hours, units }) => [pay_type, hours, units])).toEqual([
      ['REG', 8, 8],
      ['OT', 1.5, 1.5],
      ['VAC', 8, 8],
      ['SHOP', 2, 2],
      ['ADMIN', 1.25, 1.25],
    ])
    expect(rows.map(({ overtime_reason }) => overtime_reason !== '')).toEqual([false, true, false, false, false])
    expect(rows[0]).toMatchObject({ cost_code: '26-002.26.110', certified: true, state: 'WA', phase: 'Rough-in' })
    expect(rows[2]).toMatchObject({ project_number: null, cost_code: null, certified: false, state: null })
    expect(tiesOut(rows, totals, 20.75)).toBe(true)
  })

  test('shop and admin hours beyond the week’s limit are overtime', () => {
    const { rows } = approved([
      ...[1, 2, 3, 4].map((day) => entry(day, 10)),
      entry(5, 4, { type: 'shop' }),
      entry(6, 1, { type: 'admin' }),
    ])
    expect(rows.slice(4).map(({ pay_type, hours }) => [pay_type, hours])).toEqual([
      ['OT', 4],
      ['OT', 1],
    ])
  })

  test('per diem is one unit a day, on the day’s first entry with per diem', () => {
    const second = entry(1, 4, { project_id: 2, per_diem: true })
    const first = entry(1, 4, { per_diem: true })
    const { rows } = approved([second, first, entry(1, 1, { per_diem: true }), entry(2, 8, { per_diem: true })])
    const perDiem = rows.filter(({ pay_type }) => pay_type === 'PERDIEM')
    expect(perDiem.map(({ date, hours, units }) => [date, hours, units])).toEqual([
      [addDays(START, 1), 0, 1],
      [addDays(START, 2), 0, 1],
    ])
    expect(perDiem[0]?.entry_id).toBe(first.id)
  })

  test('per diem without hours is exported only if it was approved', () => {
    const bare = () => [entry(1, 0, { per_diem: true }), entry(2, 8)]
    const of = (zero: boolean) => approved(bare(), jobs, zero).rows.map(({ pay_type }) => pay_type)
    expect(of(true)).toEqual(['PERDIEM', 'REG'])
    expect(of(false)).toEqual(['REG'])
  })

  test('rows that differ from the approved totals do not tie out', () => {
    const entries = [entry(1, 8), entry(2, 9.1)]
    const { rows, totals } = approved(entries)
    expect(tiesOut(rows, totals, 17.1)).toBe(true)
    expect(tiesOut(rows.slice(1), totals, 17.1)).toBe(false)
    expect(tiesOut(rows, totals, 18)).toBe(false)
    expect(tiesOut(rows, { ...totals, per_diem_days: 1 }, 17.1)).toBe(false)
    expect(tiesOut(rows, null, 17.1)).toBe(false)
  })
})

describe('files', () => {
  test('the Sage layout has its columns in its order', () => {
    const [header, first] = parseCsv(payrollCsv(batchOf([entry(1, 8, { project_id: 2 })])))
    expect(header).toEqual(['Date', 'Employee', 'Job', 'Cost Code', 'Certified', 'Class', 'Pay ID', 'Units'])
    expect(first).toEqual(['2026-03-09', 'E104', '26-002', '26-002.26.110', 'Y', 'apprentice', 'REG', '8.00'])
  })

  test('every column can be exported under any header', () => {
    const batch = batchOf([entry(1, 9, { project_id: 2 })])
    const [header, , overtime] = parseCsv(payrollCsv(batch, every))
    expect(header).toEqual([...payrollColumns])
    const row = Object.fromEntries(payrollColumns.map((column, at) => [column, overtime?.[at]]))
    expect(row).toMatchObject({
      employee_code: 'E104',
      name: 'Kim Tran',
      week_start: START,
      phase: 'Rough-in',
      pay_type: 'OT',
      hours: '1.00',
      units: '1.00',
      license: 'apprentice',
      certified: 'Y',
      trade_class: 'apprentice',
      apprentice: 'Y',
      state: 'WA',
      batch_id: '3',
    })
    expect(row.overtime_reason).toMatch(/^Over 8 hours/)
  })

  test('what corrects a batch names it in each of its files, and says so in their names', () => {
    const whole = batchOf([entry(1, 8)], { batch_id: 2, kind: 'change' })
    const batch = { ...whole, rows: whole.rows.map((row) => ({ ...row, hours: -8, units: -8, corrects: 2 })) }
    const [header, first] = parseCsv(payrollCsv(batch))
    expect([header?.at(-1), first?.slice(-2)]).toEqual(['Corrects batch', ['-8.00', '2']])
    expect(parseCsv(summaryCsv(batch))[1]?.join()).toBe('E104,Kim Tran,-8.00,0.00,0.00,0.00,0,-8.00,3,2')
    expect(fileName(batch, 'payroll')).toBe('payroll-2026-03-08-to-2026-03-14-batch-3-CHANGES.csv')
    expect(fileName({ ...batch, reverses_id: 2 }, 'certified-26/00 1')).toBe(
      'certified-26_00_1-2026-03-08-to-2026-03-14-batch-3-REVERSAL.csv',
    )
    const plain = batchOf([entry(1, 8)])
    expect(payrollCsv(plain)).not.toContain('Corrects')
    expect(fileName(plain, 'payroll')).toBe('payroll-2026-03-08-to-2026-03-14-batch-3.csv')
  })

  test('a batch has a payroll file, one by worker, and one for each prevailing job', () => {
    const batch = batchOf([entry(1, 8, { project_id: 2 })])
    const files = filesOf({ ...batch, totals: { ...noTotals, prevailing: ['26-002'] } })
    expect(Object.entries(files).map(([kind, { name }]) => [kind, name])).toEqual([
      ['payroll', 'payroll-2026-03-08-to-2026-03-14-batch-3.csv'],
      ['by-worker', 'payroll-by-worker-2026-03-08-to-2026-03-14-batch-3.csv'],
      ['certified-26-002', 'certified-26-002-2026-03-08-to-2026-03-14-batch-3.csv'],
    ])
    expect(files['certified-26-002']?.text).toBe(certifiedCsv(batch, '26-002'))
  })

  test('the summary has a line for each person and a total', () => {
    const rows = parseCsv(summaryCsv(batchOf([entry(1, 9, { project_id: 2, per_diem: true }), entry(2, 8)])))
    expect(rows.slice(1)).toEqual([
      ['E104', 'Kim Tran', '16.00', '1.00', '0.00', '0.00', '1', '17.00', '3', ''],
      ['', 'Total', '16.00', '1.00', '0.00', '0.00', '1', '17.00', '3', ''],
    ])
  })

  test('a certified report lists hours by worker and day, straight and overtime apart, of that project only', () => {
    const batch = batchOf([entry(1, 9, { project_id: 2 }), entry(2, 4, { project_id: 2 }), entry(2, 4)])
    expect(parseCsv(certifiedCsv(batch, '26-002')).map((cells) => cells.join('|'))).toEqual([
      'Project|26-002|Canyon Lakes|WA',
      'Week of|Employee|Name|Class|Apprentice|Hours|Sun|Mon|Tue|Wed|Thu|Fri|Sat|Total|Corrects batch',
      `${START}|E104|Kim Tran|apprentice|Y|Straight|0.00|8.00|4.00|0.00|0.00|0.00|0.00|12.00|`,
      `${START}|E104|Kim Tran|apprentice|Y|Overtime|0.00|1.00|0.00|0.00|0.00|0.00|0.00|1.00|`,
    ])
  })

  const nasty = tuple(constantFrom('=', '+', '-', '@', '\t', '', "'="), string()).map((parts) => parts.join(''))
  const weeks = array(
    record({
      day: integer({ min: 0, max: 6 }),
      amount: integer({ min: 0, max: 1200 }),
      type: constantFrom('standard', 'standard', 'shop', 'vacation', 'admin'),
      project_id: constantFrom(1, 2, 3),
      per_diem: boolean(),
    }),
    { maxLength: 20 },
  )

  test('for any week the file contains all hours and per diem days, and no cell is a formula', () => {
    assert(
      property(weeks, nasty, nasty, nasty, (drafts, name, code, header) => {
        const projects = new Map([...jobs].map(([id, one]) => [id, { ...one, name, number: `${code}${one.number}` }]))
        const entries = drafts.map(({ day, amount, type, project_id, per_diem }) =>
          entry(day, amount / 100, { type, per_diem, project_id: type === 'standard' ? project_id : null }),
        )
        const batch = batchOf(entries, { name, employee_code: code }, projects)
        const { totals } = approved(entries, projects)
        expect(tiesOut(batch.rows, totals, batch.weeks[0]?.hours ?? 0)).toBe(true)
        const columns = every.map((one) => (one.column === 'phase' ? { ...one, header } : one))
        const files = [payrollCsv(batch, columns), summaryCsv(batch), certifiedCsv(batch, `${code}26-002`)]
        for (const cell of files.flatMap(cellsOf))
          if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        const [, ...lines] = parseCsv(payrollCsv(batch, every))
        const sum = (column: (typeof payrollColumns)[number], type?: string) =>
          sumHours(
            lines
              .filter((line) => !type || line[payrollColumns.indexOf('pay_type')] === type)
              .map((line) => Number(line[payrollColumns.indexOf(column)])),
          )
        expect(sum('hours')).toBe(sumHours(entries.map(({ hours }) => hours)))
        expect(sum('units', 'PERDIEM')).toBe(totals.per_diem_days)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('layouts', () => {
  // Regular and overtime hours with per diem on public works, and a day off.
  const batch = batchOf([entry(1, 9.5, { project_id: 2, per_diem: true }), entry(2, 7.75, { type: 'vacation' })])
  const head = (format: (typeof layouts)[number]['format']) => ({ format, company: null, company_number: null })
  const written = (name: string, more: Partial<Filed> = {}) => {
    const { columns, format } = layouts.find((layout) => layout.name.startsWith(name)) ?? { columns: [], format: 'csv' }
    return payrollCsv({ ...batch, columns: [...columns], head: head(format), ...more })
  }

  test('Spectrum gets values in its order alone, with its pay types, and no per diem', () => {
    expect(written('Viewpoint')).toBe(
      '3,E104,,R,8.00,26-002,26-002.26.110,,03/09/26\r\n' +
        '3,E104,,O,1.50,26-002,26-002.26.110,,03/09/26\r\n' +
        '3,E104,,V,7.75,,,,03/10/26\r\n',
    )
  })

  test('ADP gets hours by kind, each in its column', () => {
    expect(written('ADP').split('\r\n')).toEqual([
      'Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount',
      ',3,E104,8.00,,,',
      ',3,E104,,1.50,,',
      ',3,E104,,,VAC,7.75',
      '',
    ])
  })

  test('QuickBooks Desktop gets tabs, its company first, hours and minutes, and a job under its customer', () => {
    const of = { format: 'iif' as const, company: 'Three\tRivers', company_number: '1243092298' }
    expect(
      written('QuickBooks', { head: of })
        .split('\r\n')
        .map((line) => line.split('\t')),
    ).toEqual([
      ['!TIMERHDR', 'VER', 'REL', 'COMPANYNAME', 'IMPORTEDBEFORE', 'FROMTIMER', 'COMPANYCREATETIME'],
      ['TIMERHDR', '8', '0', 'Three Rivers', 'N', 'Y', '1243092298'],
      ['!TIMEACT', 'DATE', 'JOB', 'EMP', 'ITEM', 'PITEM', 'DURATION', 'PROJ', 'NOTE', 'BILLINGSTATUS'],
      ['TIMEACT', '03/09/26', 'Desert Ridge:Canyon Lakes', 'Kim Tran', '26-002.26.110', '', '8:00', '', 'REG', '0'],
      ['TIMEACT', '03/09/26', 'Desert Ridge:Canyon Lakes', 'Kim Tran', '26-002.26.110', '', '1:30', '', 'OT', '0'],
      ['TIMEACT', '03/10/26', '', 'Kim Tran', '', '', '7:45', '', 'VAC', '0'],
      [''],
    ])
    const [row] = batch.rows
    const reversed = written('QuickBooks', { head: of, rows: row ? [{ ...row, hours: -0.5 }] : [] })
    expect(reversed).toContain('\t-0:30\t')
    expect(filesOf({ ...batch, head: of, totals: { ...noTotals, prevailing: [] } }).payroll?.name).toMatch(/\.iif$/)
  })

  test('daily payroll of Sage 100 Contractor has the file type in each line', () => {
    expect(written('Sage 100').split('\r\n').slice(0, 2)).toEqual([
      'filetype,paydte,empnum,dscrpt,wrkord,jobnum,loctax,crtfid,phsnum,cstcde,paytyp,paygrp,payrte,payhrs',
      'PRDAILY,2026-03-09,E104,Kim Tran,,26-002,,Y,,26-002.26.110,REG,,,8.00',
    ])
  })

  test('a code replaces a pay type, and a batch of an earlier version is for spreadsheets', () => {
    const columns = [{ column: 'pay_code' as const, header: 'Pay', codes: { OT: '2', REG: '' } }]
    expect(
      payrollCsv({ ...batch, columns })
        .replace('\uFEFF', '')
        .split('\r\n'),
    ).toEqual(['Pay', 'REG', '2', 'PERDIEM', 'VAC', ''])
  })
})
