import type { VectorPage } from '#modules/drawings/sample/pdf.ts'
import type { Field, Layout } from './layouts.ts'
import { createPen, widthOf, type Pen } from './pen.ts'
import type { Sheet } from './sheets.ts'

interface Cell {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
const PAD = 6

const newestOf = ({ revisions, issued }: Sheet) => revisions.at(-1)?.day ?? issued

/** What a layout shows of a sheet, and is to be read. */
export function truthOf(layout: Layout, sheet: Sheet) {
  const shows = (field: Field) => layout.cells.includes(field)
  const silent = layout.written === 'outlines' || layout.scan === true
  const last = sheet.revisions.at(-1)
  const dated =
    shows('table') && last ? last.day : shows('dated') ? (layout.dateOfIssue ? sheet.issued : newestOf(sheet)) : null
  return {
    number: silent ? null : sheet.number,
    title: silent ? null : sheet.title.join(' ').toLowerCase(),
    revision:
      !silent && ((shows('table') && (layout.columns ?? ['mark']).includes('mark')) || shows('revision'))
        ? (last?.mark ?? null)
        : null,
    dated: silent ? null : dated,
  }
}

/** A cell with its label and its lines. */
function draw(
  pen: Pen,
  { x, y, w, h }: Cell,
  layout: Layout,
  { label, lines, size: wanted }: { label: string; lines: readonly string[]; size: number },
) {
  const widest = Math.max(1, ...lines.map((line) => widthOf(line, wanted)))
  const free = w - 3 * PAD - (layout.labels === 'left' ? 78 : 0)
  const size = wanted * Math.min(1, free / (widest * 1.08))
  const { labels, align = 'start', sizes } = layout
  const small = sizes?.label ?? 7
  const step = size * 1.25
  const left = align === 'middle' ? x + w / 2 : x + PAD
  const put = (top: number, from = left) =>
    lines.forEach((line, at) =>
      pen.text(line, from, top + at * step, { size, bold: true, align: from === left ? align : 'start' }),
    )
  pen.frame(x, y, w, h)
  if (labels === 'inline' && label) {
    const [first = '', ...more] = lines
    pen.text(`${label}: ${first}`, x + PAD, y + PAD + size, { size: Math.min(size, 12) })
    return more.forEach((line, at) =>
      pen.text(line, x + PAD + 40, y + PAD + size + (at + 1) * 15, { size: Math.min(size, 12) }),
    )
  }
  if (labels === 'none' || !label) return put(y + (h - lines.length * step) / 2 + size)
  if (labels === 'left') {
    pen.text(`${label}:`, x + PAD, y + PAD + size, { size: small })
    return put(y + PAD + size, x + PAD + Math.max(70, widthOf(`${label}:`, small) + 8))
  }
  if (labels === 'below') {
    put(y + PAD + size * 0.8)
    return pen.text(label, left, y + h - 3, { size: small, align })
  }
  pen.text(label, x + PAD, y + PAD + small * 0.7, { size: small })
  put(
    labels === 'inside'
      ? y + PAD + small + (h - PAD - small - lines.length * step) / 2 + size * 0.9
      : y + PAD + small * 1.5 + size * 0.9,
  )
}

function table(pen: Pen, { x, y, w, h }: Cell, layout: Layout, sheet: Sheet) {
  const { columns = ['mark', 'day', 'what'], heads, newest = 'last', upward, date } = layout
  const widths = { mark: 0.15, day: date('2026-11-18').length > 10 ? 0.38 : 0.28, what: 0.45, by: 0.12 }
  const total = columns.reduce((sum, one) => sum + widths[one], 0)
  const step = Math.min(20, h / 8)
  const rows = newest === 'last' ? sheet.revisions : sheet.revisions.toReversed()
  const at = (nth: number) => (upward ? y + h - 6 - nth * step : y + 6 + step * 0.7 + nth * step)
  pen.frame(x, y, w, h)
  const said = (row: Sheet['revisions'][number], column: (typeof columns)[number]) =>
    ({ mark: layout.mark?.(row.mark) ?? row.mark, day: date(row.day), what: row.what, by: 'RO' })[column]
  let left = x + PAD
  for (const column of columns) {
    if (heads?.[column]) pen.text(heads[column], left, at(0), { size: 7 })
    for (const [nth, row] of rows.entries()) pen.text(said(row, column), left, at(nth + (heads ? 1 : 0)), { size: 9 })
    left += (widths[column] / total) * (w - PAD)
  }
}

/** Who drew it and what the job is called, with numbers that look like those of sheets. */
function admin(pen: Pen, { x, y, w, h }: Cell, { dateOfIssue, date }: Layout, { issued }: Sheet) {
  pen.frame(x, y, w, h)
  const said = [
    'DRAWN BY: RO',
    'CHECKED BY: MK',
    'PROJECT NO: A26-041',
    date('2026-11-18') === '18.11.2026' ? 'SCALE: 1:100' : 'SCALE: 1/8" = 1\'-0"',
    ...(dateOfIssue ? [`PLOT DATE: ${date('2026-12-24')}`] : [`FILE: ${issued.slice(0, 4)}-E2.DWG`]),
  ]
  said.forEach((words, at) => pen.text(words, x + PAD, y + 14 + at * Math.min(16, h / 6), { size: 7 }))
}

function cell(pen: Pen, field: Field, at: Cell, layout: Layout, sheet: Sheet) {
  const { words, sizes, date } = layout
  const scale = Math.min(1, at.w / 220)
  const own = (lines: readonly string[], size: number) =>
    draw(pen, at, layout, { label: words[field] ?? '', lines, size })
  const plain = (lines: readonly [string, number][]) => {
    pen.frame(at.x, at.y, at.w, at.h)
    lines.forEach(([line, size], nth) => pen.text(line, at.x + PAD, at.y + 18 + nth * 18, { size }))
  }
  const draws: Readonly<Record<Field, () => void>> = {
    firm: () =>
      plain([
        ['WINTERS + HALE ARCHITECTS', 13],
        ['1402 W 4TH AVE, SUITE 200', 8],
        ['KENNEWICK, WA 99336', 8],
        ['(509) 555-0142', 8],
      ]),
    project: () => own(sheet.project, 13 * scale + 2),
    table: () => table(pen, at, layout, sheet),
    admin: () => admin(pen, at, layout, sheet),
    title: () => own(sheet.title, sizes?.title ?? 14 * scale + 2),
    dated: () => own([date(layout.dateOfIssue ? sheet.issued : newestOf(sheet))], 11),
    revision: () => own([`${layout.prefix ?? ''}${sheet.revisions.at(-1)?.mark ?? ''}`], sizes?.revision ?? 12),
    number: () => own([`${sheet.number}${layout.suffix ?? ''}`], sizes?.number ?? 34 * scale + 4),
    notes: () =>
      plain([
        ['GENERAL NOTES', 11],
        ['1. SEE E0.1 FOR LEGEND.', 8],
        ['2. COORDINATE WITH A-201.', 8],
        ['3. ALL WORK PER NEC 250.', 8],
      ]),
    key: () => plain([['KEY PLAN', 9]]),
  }
  draws[field]()
}

const shares: Readonly<Record<Field, number>> = {
  firm: 3,
  project: 2.2,
  table: 5,
  admin: 2.8,
  title: 3,
  dated: 1.5,
  revision: 1.5,
  number: 2.4,
  notes: 4,
  key: 3,
}
const across: Readonly<Record<Field, number>> = {
  firm: 3,
  project: 3,
  table: 4.5,
  admin: 2.4,
  title: 4,
  dated: 2.4,
  revision: 1.5,
  number: 3,
  notes: 3,
  key: 2,
}

function cellsOf({ cells, place, size: [W, H], upwardText }: Layout): [Field, Cell][] {
  const [thick, margin] = [Math.max(230, W * 0.12), 24]
  const isRow = place === 'bottom' || upwardText === true
  const by = isRow ? across : shares
  const total = cells.reduce((sum, field) => sum + by[field], 0)
  const long = place === 'corner' ? Math.min(H * 0.62, 560) : isRow && !upwardText ? W - 2 * margin : H - 2 * margin
  let along = 0
  return cells.map((field) => {
    const part = (by[field] / total) * long
    const from = along
    along += part
    // What is written upward is drawn as a strip at the bottom of the turned page.
    if (upwardText) return [field, { x: long - from - part, y: 0, w: part, h: 130 }]
    if (isRow) return [field, { x: margin + from, y: H - margin - 140, w: part, h: 140 }]
    return [field, { x: W - margin - thick, y: H - margin - long + from, w: thick, h: part }]
  })
}

/** A pen that draws upward from a corner of the strip. */
function upwardPen(pen: Pen, x: number, y: number): Pen {
  return {
    ...pen,
    text: (words, u, v, style) => pen.text(words, x + v, y - u, { ...style, up: true }),
    frame: (u, v, w, h) => pen.frame(x + v, y - u - w, h, w),
  }
}

function plan(pen: Pen, layout: Layout, sheet: Sheet) {
  const [W, H] = layout.size
  pen.frame(24, 24, W - 48, H - 48)
  for (const [at, words] of [
    'CLASSROOM',
    'ELEC 114',
    'LP-1: 1,3,5',
    'CORRIDOR',
    'SEE 3/E4.1',
    'A101',
    'STAFF',
  ].entries())
    pen.text(words, W * (0.08 + at * 0.07), H * (0.2 + (at % 3) * 0.15), { size: 10 })
  if (!layout.titleTwice) return
  pen.text(sheet.title.join(' '), W * 0.1, H * 0.7, { size: 14, bold: true })
  pen.text('SCALE: 1/8" = 1\'-0"', W * 0.1, H * 0.7 + 18, { size: 8 })
}

/** A page as it is stored when it says that it is turned. */
function stored(page: VectorPage, rotate: 0 | 90 | 180 | 270): VectorPage {
  const { width: w, height: h, content } = page
  if (rotate === 0) return page
  const matrix = { 90: `0 1 -1 0 ${h} 0`, 180: `-1 0 0 -1 ${w} ${h}`, 270: `0 -1 1 0 0 ${w}` }[rotate]
  const [width, height] = rotate === 180 ? [w, h] : [h, w]
  return { width, height, content: `q ${matrix} cm\n${content}\nQ`, entries: `/Rotate ${rotate}` }
}

export function drawSheet(layout: Layout, sheet: Sheet): VectorPage {
  const [W, H] = layout.size
  const pen = createPen(W, H, layout.scan ? 'outlines' : (layout.written ?? 'lines'))
  plan(pen, layout, sheet)
  const block = layout.upwardText ? upwardPen(pen, W - 24 - 130, H - 24) : pen
  for (const [field, at] of cellsOf(layout)) cell(block, field, at, layout, sheet)
  return stored(pen.page(), layout.rotate ?? 0)
}
