import { expect, test } from 'vitest'
import { mapByTitle, readSheet, sheetOf } from '#blocks/csv/csv-file.ts'
import { planImport } from '#blocks/csv/plan.ts'
import { payWeeks } from '../entities.ts'
import { payCsv } from './pay-csv.ts'

test('what was paid is read by employee code and week, and changes the week that is there', () => {
  const columns = payCsv([
    { id: 4, employee_code: 'E104', active: true },
    { id: 5, employee_code: 'E105', active: true },
    { id: 6, employee_code: 'E105', active: false },
  ])
  const sheet = sheetOf(
    [
      'Employee code,Week start,"Gross, all work",FICA,Tax withheld,Other deductions,Net wages',
      'e104,11/8/2026,"3,000.00",229.50,336,60,2374.50',
      'E105,11/8/2026,1000,76.5,112,20,791.5',
      'E999,11/8/2026,1,1,1,1,1',
    ].join('\n'),
  )
  const { drafts, unread } = readSheet(payWeeks, columns, sheet, mapByTitle(payWeeks, columns, sheet))
  expect(unread).toMatchObject([{ line: 4, text: 'Nobody has the employee code E999.' }])
  const known = [{ id: 70, user_id: 5, week_start: '2026-11-08', gross: 1000, fica: 76.5, withheld: 0 }]
  const { lines } = planImport(payWeeks, drafts.slice(0, 2), known, ['week_start'])
  expect(lines.map(({ kind, draft }) => [kind, draft])).toEqual([
    [
      'new',
      {
        user_id: 4,
        week_start: '2026-11-08',
        gross: '3000.00',
        fica: '229.50',
        withheld: '336',
        other: '60',
        net: '2374.50',
      },
    ],
    ['changed', { id: 70, withheld: '112', other: '20', net: '791.5' }],
  ])
})
