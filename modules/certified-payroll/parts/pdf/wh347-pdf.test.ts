import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagesOf } from '../../../../tests/stock-reader.ts'
import type { FormData, FormRow } from '../../form.ts'
import type { Printed } from './board.ts'
import { wh347Pdf } from './wh347-pdf.ts'

const none = [0, 0, 0, 0, 0, 0, 0]
const row = (part: Partial<FormRow> = {}): FormRow => ({
  user_id: 1,
  name: 'Hank R. Weaver',
  last_four: '4471',
  class: 'Electrician',
  period: null,
  percent: null,
  hours: { regular: [0, 8, 8, 8, 8, 8, 0], overtime: [0, 0, 0, 5.5, 1, 2.5, 0], double: none },
  rate: 62.4,
  fringe_plans: 24.11,
  fringe_cash: 0,
  gross: 3338.4,
  typed: false,
  pay: { gross: 3338.4, fica: 255.39, withheld: 373.9, other: 70.11, net: 2639 },
  ...part,
})
const apprentice = row({
  user_id: 2,
  name: 'Mina S. Park',
  last_four: '8820',
  period: 3,
  percent: 60,
  rate: 37.44,
  hours: { regular: [0, 8, 8, 8, 8, 0, 0], overtime: [0, 0, 0, 2, 0, 0, 0], double: none },
  gross: 1310.4,
  typed: true,
})
const data = (part: Partial<FormData> = {}): FormData => ({
  contractor: 'Three Rivers Electric LLC',
  address: '2210 W Clearwater Ave, Kennewick, WA 99336',
  project_number: '26-035',
  project_name: 'Hanford 300 Area Lighting',
  location: 'Richland, WA',
  contract_number: 'MIE-24-7715',
  wage_decision: 'WA20260031, mod 4',
  week_start: '2026-11-15',
  approved_by: ['Ray Ochoa'],
  programs: [{ name: 'Park, Mina S.', program: 'WA-0412, registered 2024' }],
  rows: [row(), apprentice],
  changes: [],
  ...part,
})
const form: Printed['form'] = {
  number: 11,
  amendment: 0,
  final: false,
  fringes: 'plans',
  form_exceptions: [],
  deductions: 'FICA, federal income tax, Washington PFML and WA Cares; “Other” is union dues, authorized in writing.',
  signed_by: 'Priya Shah',
  signed_title: 'Office manager',
  signature_path: 'M 60 130 L 90 60 L 110 120 L 150 80 L 180 125 L 230 70 L 260 130 L 330 95 L 400 120 L 520 90',
  signed_at: '2026-11-23T18:42:00.000Z',
}
const printed = async (of: FormData, part: Partial<Printed['form']> = {}, isDraft = false) => {
  const bytes = await wh347Pdf({
    data: of,
    form: { ...form, ...part },
    isDraft,
    printed_by: 'Priya Shah',
    now: '2026-11-23T18:43:00.000Z',
  })
  if (process.env.KEEP_PDF) writeFileSync(`${process.env.KEEP_PDF}-${of.rows.length}.pdf`, bytes)
  return (await pagesOf(bytes)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

test('a page has people, hours, pay and the signed statement', async () => {
  const [page = '', ...others] = await printed(data())
  expect(others).toEqual([])
  for (const words of [
    'Payroll no. 11 · page 1 of 1',
    '11/21/2026',
    'MIE-24-7715',
    'Weaver, Hank R. xxx-xx-4471',
    'Electrician, apprentice 3rd per. 60 %',
    'OT 5.5 1 2.5 9 93.60 3,338.40',
    'ST 8 8 8 8 8 40 62.40 3,338.40',
    '1,310.40*',
    'Total on this job 83 4,648.80',
    'approved by Ray Ochoa',
    'commencing on the 15th day of November 2026 , and ending the 21st day of November 2026',
    'Park, Mina S. : WA-0412, registered 2024.',
    'Priya Shah, Office manager',
    'Signed in Plumbline',
    'columns and statement of Dec. 2008',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('Draft')
})

test('over six people it goes on to a second page, the statement last', async () => {
  const rows = Array.from({ length: 8 }, (_, at) => row({ user_id: at, name: `Person ${at}` }))
  const pages = await printed(data({ rows }))
  expect(pages).toHaveLength(2)
  expect(pages.map((text) => text.match(/xxx-xx-/g)?.length)).toEqual([6, 2])
  expect(pages.map((text) => text.includes('Statement of compliance'))).toEqual([false, true])
  const many = await printed(data({ rows: Array.from({ length: 60 }, (_, at) => row({ user_id: at })) }))
  expect(many.map((text) => text.match(/xxx-xx-/g)?.length ?? 0)).toEqual(Array<number>(10).fill(6))
  expect(many.at(-1)).toContain('do hereby state')
})

test('says Draft, FINAL, that no work was performed, what was amended, and what is excepted', async () => {
  const draft = await printed(
    data({ rows: [] }),
    { signed_at: null, signed_by: null, signature_path: null, final: true },
    true,
  )
  for (const words of ['Draft', 'No work performed', 'FINAL']) expect(draft[0]).toContain(words)
  const changes = ['Hank R. Weaver: 11/18 OT 4.50 instead of 5.50']
  const part = {
    amendment: 1,
    fringes: 'both' as const,
    form_exceptions: [{ id: 1, craft: 'Laborer', explanation: 'Health in cash' }],
  }
  const [amended = ''] = await printed(data({ changes }), part)
  for (const words of ['Payroll no. 11, amended', '11/18 OT 4.50 instead of 5.50', 'Laborer Health in cash'])
    expect(amended).toContain(words)
  expect(amended.match(/ X /g)).toHaveLength(2)
  const double = row({ hours: { regular: none, overtime: none, double: [8, 0, 0, 0, 0, 0, 0] }, fringe_cash: 5.25 })
  expect((await printed(data({ rows: [double] })))[0]).toContain('DT 8 8 124.80/5.25')
})
