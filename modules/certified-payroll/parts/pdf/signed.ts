import { rgb } from 'pdf-lib'
import { HEIGHT, linesOf } from '#lib/pdf/sheet.ts'
import { formatMoment } from '#lib/moments.ts'
import { PAD } from '#lib/signature.ts'
import { box, cell, LEFT, line, LOWEST, rich, richLines, RIGHT, room, say, type Board, type Printed } from './board.ts'
import { choicesOf, FALSIFICATION, statementOf } from './statement.ts'

/** The statement of compliance, signed as far as it is. */
export async function drawStatement(board: Board, { data, form, now }: Printed) {
  // It stands on one page, unless it is longer than one.
  const [opening, ...others] = statementOf(data, form)
  const paragraphs = [
    ...others.map((text) => ({ text, indent: 0 })),
    ...choicesOf(form).map(({ text }) => ({ text, indent: 25 })),
  ]
  const heights = paragraphs.map(
    ({ text, indent }) => richLines(board.sheet, text, RIGHT - LEFT - indent, 7.6).height + 5,
  )
  room(
    board,
    Math.min(heights.reduce((all, one) => all + one, 0) + 128 + 13 * form.form_exceptions.length, LOWEST - 60),
  )
  board.y += 15
  await say(board, 'Statement of compliance', LEFT, board.y, { size: 11, bold: true })
  if (form.signed_at) await say(board, `Date ${formatMoment(form.signed_at)}`, LEFT, board.y, { bold: true }, RIGHT)
  else await say(board, `Printed ${formatMoment(now)}`, LEFT, board.y, { quiet: true }, RIGHT)
  board.y += 6
  line(board, board.y)
  board.y += 6
  await rich(board, opening ?? '')
  for (const [at, text] of others.entries()) await rich(board, text, at === 1 ? { indent: 11 } : {})
  for (const { marked, text } of choicesOf(form)) {
    const top = await rich(board, text, { indent: 25 })
    box(board, [LEFT + 11, top + 2, 7, 7])
    if (marked) await say(board, 'X', LEFT + 12.4, top + 8, { size: 6.5, bold: true })
  }
  const exceptions = form.form_exceptions.length ? form.form_exceptions : [{ craft: 'None', explanation: '' }]
  for (const [at, { craft, explanation }] of [
    { craft: '(c) Exceptions, craft', explanation: 'Explanation' },
    ...exceptions,
  ].entries()) {
    const how = at === 0 ? { size: 6, bold: true, isHead: true } : { size: 6.5 }
    const high = Math.max(
      13,
      linesOf(board.sheet, explanation, { size: 6.5, bold: false }, RIGHT - LEFT - 171).length * 8 + 4,
    )
    room(board, high)
    await cell(board, [LEFT, board.y, 166, high], craft, how)
    await cell(board, [LEFT + 166, board.y, RIGHT - LEFT - 166, high], explanation, how)
    board.y += high
  }
  room(board, 66)
  await say(board, 'Name and title', LEFT, board.y + 16, { size: 6, quiet: true })
  await say(board, 'Signature', 291, board.y + 16, { size: 6, quiet: true })
  board.y += 48
  if (form.signed_by)
    await say(board, `${form.signed_by}, ${form.signed_title}`, LEFT, board.y - 4, { size: 8, bold: true })
  if (form.signature_path)
    board.page.drawSvgPath(form.signature_path, {
      x: 330,
      y: HEIGHT - board.y + 35,
      scale: 110 / PAD.width,
      borderColor: rgb(0.09, 0.23, 0.54),
      borderWidth: 5,
    })
  line(board, board.y, LEFT, 276)
  line(board, board.y, 291)
  board.y += 4
  await rich(board, FALSIFICATION, { size: 5.8 })
}
