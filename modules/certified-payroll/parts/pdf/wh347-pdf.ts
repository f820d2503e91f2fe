import { degrees } from 'pdf-lib'
import { HEIGHT, openSheet, WIDTH } from '#lib/pdf/sheet.ts'
import { addDays } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { titleOf } from '../../entities.ts'
import { LEFT, line, RIGHT, say, type Board, type Printed } from './board.ts'
import { drawPeople } from './people.ts'
import { drawStatement } from './signed.ts'

/** Form WH-347 in US Letter: people six a page, the statement of compliance last (rule certified-payroll-print). */
export async function wh347Pdf(printed: Printed): Promise<Uint8Array> {
  const { data, form, isDraft, printed_by, now } = printed
  const name = titleOf(form)
  const sheet = await openSheet(`Payroll ${name}, ${data.project_number}`)
  const board: Board = { sheet, page: sheet.file.addPage([WIDTH, HEIGHT]), y: 58 }
  await drawPeople(board, printed)
  await drawStatement(board, printed)
  const pages = sheet.file.getPages()
  const week = addDays(data.week_start, 6)
  for (const [at, page] of pages.entries()) {
    const on: Board = { sheet, page, y: 0 }
    await say(on, 'Payroll', LEFT, 39, { size: 14, bold: true })
    await say(
      on,
      'Form WH-347 · for contractor’s optional use, 29 CFR 3.3, 5.5(a) · columns and statement of Dec. 2008',
      86,
      38.5,
      { size: 6, quiet: true },
    )
    await say(
      on,
      `Payroll no. ${name}${form.final ? ' · FINAL' : ''} · page ${at + 1} of ${pages.length}`,
      LEFT,
      33,
      { bold: true },
      RIGHT,
    )
    await say(on, `Printed ${formatMoment(now)} by ${printed_by}`, LEFT, 42, { size: 6, quiet: true }, RIGHT)
    line(on, 49)
    line(on, 763, LEFT, RIGHT, 0.3)
    await say(
      on,
      `${data.contractor} · ${data.project_number} · week ending ${week} · payroll no. ${name}`,
      LEFT,
      772,
      { size: 6, quiet: true },
    )
    const state = form.signed_at
      ? `Signed in Plumbline ${formatMoment(form.signed_at)}`
      : isDraft
        ? 'Draft'
        : 'Not signed'
    await say(
      on,
      `${state} · PL-347-${data.project_number.replaceAll(/\W/g, '')}-${form.number}${form.amendment ? `-${form.amendment}` : ''}`,
      LEFT,
      772,
      { size: 6, quiet: true },
      RIGHT,
    )
    if (isDraft)
      page.drawText('Draft', { x: 130, y: 250, size: 170, rotate: degrees(45), font: sheet.strong, opacity: 0.1 })
  }
  return sheet.file.save()
}
