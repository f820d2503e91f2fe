import { degrees } from 'pdf-lib'
import { HEIGHT, openSheet, WIDTH } from '#lib/pdf/sheet.ts'
import { addDays } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { titleOf } from '../../entities.ts'
import { LEFT, line, RIGHT, say, type Board, type Printed, type Text } from './board.ts'
import { drawPeople } from './people.ts'
import { drawStatement } from './statement.ts'

const source = 'Form WH-347 · for contractor’s optional use, 29 CFR 3.3, 5.5(a) · columns and statement of Dec. 2008'

/** What stands at the top and at the foot of every page: its text, where that begins, and how it is written. */
function frameOf({ data, form, isDraft, printed_by, now }: Printed, count: string) {
  const name = titleOf(form)
  const [fine, right]: Text[] = [{ size: 6, quiet: true }, { end: RIGHT }]
  const week = addDays(data.week_start, 6)
  const state = form.signed_at
    ? `Signed in Plumbline ${formatMoment(form.signed_at)}`
    : isDraft
      ? 'Draft'
      : 'Not signed'
  const code = ['PL-347', data.project_number.replaceAll(/\W/g, ''), form.number, form.amendment || []].flat().join('-')
  return [
    ['Payroll', LEFT, 39, { size: 14, bold: true }],
    [source, 86, 38.5, fine],
    [`Payroll no. ${name}${form.final ? ' · FINAL' : ''} · ${count}`, LEFT, 33, { bold: true, ...right }],
    [`Printed ${formatMoment(now)} by ${printed_by}`, LEFT, 42, { ...fine, ...right }],
    [`${data.contractor} · ${data.project_number} · week ending ${week} · payroll no. ${name}`, LEFT, 772, fine],
    [`${state} · ${code}`, LEFT, 772, { ...fine, ...right }],
  ] as const
}

/** Form WH-347 in US Letter: people six a page, the statement of compliance last (rule certified-payroll-print). */
export async function wh347Pdf(printed: Printed): Promise<Uint8Array> {
  const { data, form, isDraft } = printed
  const sheet = await openSheet(`Payroll ${titleOf(form)}, ${data.project_number}`)
  const board: Board = { sheet, page: sheet.file.addPage([WIDTH, HEIGHT]), y: 58 }
  await drawPeople(board, printed)
  await drawStatement(board, printed)
  const pages = sheet.file.getPages()
  for (const [at, page] of pages.entries()) {
    const on: Board = { sheet, page, y: 0 }
    for (const [text, x, y, how] of frameOf(printed, `page ${at + 1} of ${pages.length}`))
      await say(on, text, x, y, how)
    line(on, 49)
    line(on, 763, LEFT, RIGHT, 0.3)
    if (isDraft)
      page.drawText('Draft', { x: 130, y: 250, size: 170, rotate: degrees(45), font: sheet.strong, opacity: 0.1 })
  }
  return sheet.file.save()
}
