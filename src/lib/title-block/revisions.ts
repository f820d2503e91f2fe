import { center, inRow, middle, right, type Line } from './lines.ts'
import { belongingTo, type SheetText } from './sheet-text.ts'
import { dateIn, rankOf, revisionIn } from './values.ts'
import { NOTHING, type Found } from './found.ts'

/** A row of a table of revisions or issues. */
interface Row {
  readonly mark: string | null
  readonly markLine: Line | null
  readonly iso: string
  readonly sure: boolean
  readonly line: Line
}

/** Where marks are in a table: below or above the head of their column. */
function markColumns({ labels }: SheetText): Line[] {
  return labels
    .filter(({ line, kind, rest }) => {
      const isHead = !rest && (kind === 'revision' || /^(?:no|nr|n[º°]|#|mark|sym(?:bol)?|△|∆)\.?$/i.test(line.text))
      return isHead && labels.some((one) => one.line !== line && one.kind === 'dated' && inRow(one.line, line))
    })
    .map(({ line }) => line)
}

const isBelowHead = (line: Line, head: Line) =>
  line.turn === head.turn &&
  (Math.abs(center(line) - center(head)) < Math.max(head.w, 1.6 * head.h) || Math.abs(line.x - head.x) < 1.2 * head.h)

function rowsOf(text: SheetText): Row[] {
  const heads = markColumns(text)
  return text.lines.flatMap((line): Row[] => {
    const found = dateIn(line.text, text.order)
    if (!found) return []
    const { iso, sure, at, length } = found
    const before = line.text.slice(0, at).trim()
    const after = line.text.slice(at + length).trim()
    // "1 08/04/26 BULLETIN 1" and "REV 3 11/12/20" are whole rows.
    const inside = /^(?:rev(?:ision)?\.?|no\.?|#)?\s*[△∆Δ]?\s*(\w{1,3})\s*[:.-]?$/i.exec(before)?.[1]
    const own = inside === undefined ? null : revisionIn(inside)
    if (own !== null) return [{ mark: own, markLine: line, iso, sure, line }]
    if (before && !/bulletin|issue|addendum|permit|bid|rev|asi|set|construction|conformed|%/i.test(before)) return []
    if (/\d:\d\d/.test(after)) return []
    const mates = text.lines.filter(
      (one) =>
        one !== line &&
        one.turn === line.turn &&
        inRow(one, line) &&
        Math.abs(middle(one) - middle(line)) < 0.8 * Math.max(one.h, line.h) &&
        one.h < 3 * line.h &&
        (one.x < line.x ? line.x - right(one) : one.x - right(line)) < 30 * line.h,
    )
    const marked = mates.filter((one) => revisionIn(one.text) !== null)
    const [best] = [
      ...marked.filter((one) => heads.some((head) => isBelowHead(one, head))),
      ...(heads.length ? [] : marked.toSorted((a, b) => a.x - b.x)),
    ]
    const isRow = best !== undefined || mates.length > 0 || before !== '' || after !== ''
    return isRow ? [{ mark: best ? revisionIn(best.text) : null, markLine: best ?? null, iso, sure, line }] : []
  })
}

/** Rows that hold no other date than the one beside a label of dates, such as DATE: 11/18/26 and SCALE: 1/8". */
function tableRows(text: SheetText): Row[] {
  const rows = rowsOf(text)
  return rows.filter((row) => {
    if (row.mark !== null) return true
    const aligned = rows.filter(
      (one) => Math.abs(one.line.x - row.line.x) < row.line.h && one.line.turn === row.line.turn,
    )
    return aligned.length > 1 || rows.some((one) => one !== row && one.mark !== null && aligned.includes(one))
  })
}

interface Stated {
  readonly value: string
  readonly line: Line
}

/** Values that stand at labels of their kind, nearest first. */
function statedAt(kind: 'revision' | 'dated', text: SheetText, read: (words: string) => string | null): Stated[] {
  const labels = text.labels.filter((one) => one.kind === kind && !isHeadOfTable(one.line, text, kind))
  const found = labels.flatMap((label): Stated[] => {
    const own =
      label.rest &&
      read(label.rest.split(' ').length > 1 && kind === 'revision' ? (label.rest.split(' ')[0] ?? '') : label.rest)
    if (own) return [{ value: own, line: label.line }]
    if (label.rest) return []
    const items = text.lines.filter((line) => read(line.text) !== null)
    const [best] = belongingTo(label, { items, first: (line) => line }, text)
    const value = best && read(best.found.text)
    return value ? [{ value, line: best.found }] : []
  })
  return found
}

/** A label above or below several values is the head of a column. */
function isHeadOfTable(line: Line, text: SheetText, kind: 'revision' | 'dated'): boolean {
  const beside = text.labels.filter((one) => one.line !== line && one.line.turn === line.turn && inRow(one.line, line))
  const isTable = beside.some(
    (one) => one.kind === 'table' && /desc|remark|issue|revisi|^by|purpose|mark|submittal|^no/i.test(one.line.text),
  )
  const pair = kind === 'dated' ? 'revision' : 'dated'
  return isTable && (kind === 'dated' || beside.some((one) => one.kind === pair || one.kind === 'table'))
}

/** Which revision a sheet is and of which day: what its labels say, and the newest row of its table. */
export function revisionOf(text: SheetText): { revision: Found; dated: Found } {
  const rows = tableRows(text).toSorted(
    (a, b) => a.iso.localeCompare(b.iso) || rankOf(a.mark ?? '') - rankOf(b.mark ?? ''),
  )
  const newest = rows.at(-1)
  const others = rows.slice(0, -1)
  const isClear =
    newest !== undefined &&
    rows.every(({ sure }) => sure) &&
    others.every(
      (row) =>
        row.iso < newest.iso || (row.mark !== null && newest.mark !== null && rankOf(row.mark) < rankOf(newest.mark)),
    )
  const marks = rows.flatMap(({ mark }) => mark ?? [])
  const inOrder = marks.every((mark, at) => at === 0 || rankOf(marks[at - 1] ?? '') <= rankOf(mark))
  const stated = statedAt('revision', text, revisionIn)
  const dates = statedAt('dated', text, (words) => dateIn(words, text.order)?.iso ?? null)
  return {
    revision: currentOf({ newest, isClear: isClear && inOrder, marks, stated }),
    dated: dateOf({ newest, isClear, dates, text }),
  }
}

interface Table {
  readonly newest: Row | undefined
  readonly isClear: boolean
}

function currentOf({
  newest,
  isClear,
  marks,
  stated,
}: Table & { marks: readonly string[]; stated: readonly Stated[] }): Found {
  const values = [...new Set(stated.map(({ value }) => value))]
  const [first] = stated
  const likely = [...new Set([...values, ...marks.toReversed()])].slice(0, 4)
  if (first) {
    const agrees = newest === undefined || newest.mark === null || newest.mark === first.value
    return { value: first.value, sure: values.length === 1 && agrees, box: first.line.box, likely }
  }
  if (!newest?.mark) return { ...NOTHING, likely }
  return { value: newest.mark, sure: isClear, box: newest.markLine?.box ?? null, likely }
}

function dateOf({ newest, isClear, dates, text }: Table & { dates: readonly Stated[]; text: SheetText }): Found {
  const latest = dates.toSorted((a, b) => a.value.localeCompare(b.value)).at(-1)
  const isKnown = text.order !== 'unknown'
  const likely = [...new Set([newest?.iso, latest?.value].flatMap((iso) => iso ?? []))]
  if (newest && (!latest || newest.iso >= latest.value))
    return { value: newest.iso, sure: isClear, box: newest.line.box, likely }
  if (latest) {
    const single = new Set(dates.map(({ value }) => value)).size === 1
    const sure = single && !newest && (isKnown || (dateIn(latest.line.text, text.order)?.sure ?? false))
    return { value: latest.value, sure, box: latest.line.box, likely }
  }
  // A date alone may be the day of a plot.
  const alone = text.lines.flatMap((line) => {
    const found = dateIn(line.text, text.order)
    return found && found.length > line.text.length * 0.6 ? [{ iso: found.iso, line }] : []
  })
  const [one] = alone.toSorted((a, b) => b.iso.localeCompare(a.iso))
  return one
    ? { value: one.iso, sure: false, box: one.line.box, likely: alone.map(({ iso }) => iso).slice(0, 4) }
    : NOTHING
}
