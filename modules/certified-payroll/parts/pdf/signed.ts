import { rgb } from 'pdf-lib'
import { HEIGHT, linesOf } from '#lib/pdf/sheet.ts'
import { formatMoment } from '#lib/moments.ts'
import { PAD } from '#lib/signature.ts'
import { box, cell, LEFT, line, LOWEST, rich, richLines, RIGHT, room, say, type Board, type Printed } from './board.ts'
import { FALSIFICATION, statementOf } from './statement.ts'

/** The statement of compliance, signed as far as it is. */
export async function drawStatement(board: Board, { data, form, now }: Printed) {
  const { form_exceptions: exceptions, signed_at, signature_path } = form
  const paragraphs = statementOf(data, form)
  const height = paragraphs
    .map(({ text, indent = 0 }) => richLines(board.sheet, text, RIGHT - LEFT - indent, 7.6).height + 5)
    .reduce((all, one) => all + one, 112 + 13 * exceptions.length)
  // It stands on one page, unless it is longer than one.
  room(board, Math.min(height, LOWEST - 60))
  board.y += 15
  await say(board, 'Statement of compliance', LEFT, board.y, { size: 11, bold: true })
  const date = signed_at ? `Date ${formatMoment(signed_at)}` : `Printed ${formatMoment(now)}`
  await say(board, date, LEFT, board.y, { bold: !!signed_at, quiet: !signed_at, end: RIGHT })
  line(board, board.y + 6)
  board.y += 12
  for (const { text, indent, mark } of paragraphs) {
    const top = await rich(board, text, { indent })
    if (mark === undefined) continue
    box(board, [LEFT + 11, top + 2, 7, 7])
    await say(board, mark, LEFT + 12.4, top + 8, { size: 6.5, bold: true })
  }
  const head = { craft: '(c) Exceptions, craft', explanation: 'Explanation' }
  const lines = exceptions.length ? exceptions : [{ craft: 'None', explanation: '' }]
  for (const one of [head, ...lines]) {
    const how = one === head ? { size: 6, bold: true, isHead: true } : { size: 6.5 }
    const said = linesOf(board.sheet, one.explanation, { size: 6.5, bold: false }, RIGHT - LEFT - 171)
    const high = Math.max(13, said.length * 8 + 4)
    room(board, high)
    await cell(board, [LEFT, board.y, 166, high], one.craft, how)
    await cell(board, [LEFT + 166, board.y, RIGHT - LEFT - 166, high], one.explanation, how)
    board.y += high
  }
  room(board, 66)
  await say(board, 'Name and title', LEFT, board.y + 16, { size: 6, quiet: true })
  await say(board, 'Signature', 291, board.y + 16, { size: 6, quiet: true })
  board.y += 48
  const by = form.signed_by ? `${form.signed_by}, ${form.signed_title}` : ''
  await say(board, by, LEFT, board.y - 4, { size: 8, bold: true })
  if (signature_path) {
    const stroke = { scale: 110 / PAD.width, borderColor: rgb(0.09, 0.23, 0.54), borderWidth: 5 }
    board.page.drawSvgPath(signature_path, { x: 330, y: HEIGHT - board.y + 35, ...stroke })
  }
  line(board, board.y, LEFT, 276)
  line(board, board.y, 291)
  board.y += 4
  await rich(board, FALSIFICATION, { size: 5.8 })
}
