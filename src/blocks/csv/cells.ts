import { labelOf, type Field } from '#core/entity/field.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { addDays, isDay } from '#lib/days.ts'
import { textKey } from '#lib/text-key.ts'

/** Thrown by `read` for a cell that cannot be converted. The message is shown with its line. */
export class UnreadCell extends Error {}

const yes = ['yes', 'y', 'true', '1', 'x']
const no = ['no', 'n', 'false', '0', '-']
/** Excel counts days from here; it takes 1900 for a leap year, which no date of ours is before. */
const EXCEL = '1899-12-30'

/**
 * The value of a cell, as people and spreadsheets write it: words of a choice, yes and no, dates as 11/22/2026 or as
 * Excel's count of days, figures with separators.
 * @throws UnreadCell
 */
export function readCell(name: string, field: Field<unknown> | undefined, cell: string): unknown {
  if (!field) return cell
  const label = labelOf(name, field)
  const { choices } = field.facts
  if (field.kind === 'choice' && choices) return readChoice(label, choices, cell)
  if (field.kind === 'flag') return readFlag(label, cell)
  if (field.kind === 'date') return readDate(label, cell)
  return field.kind === 'number' ? readFigure(cell) : cell
}

/** @throws UnreadCell for a word that is none of the choices */
export function readChoice(label: string, choices: readonly string[], cell: string): string {
  const key = textKey(cell.replaceAll('_', ' '))
  const found = choices.find((one) => textKey(choiceLabel(one)) === key || textKey(one.replaceAll('_', ' ')) === key)
  if (found !== undefined) return found
  const known = choices.map((one) => choiceLabel(one)).join(', ')
  throw new UnreadCell(`${label} cannot be “${cell}”. It is one of: ${known}.`)
}

function readFlag(label: string, cell: string): boolean {
  const word = cell.toLowerCase()
  if (!yes.includes(word) && !no.includes(word)) throw new UnreadCell(`${label} must be yes or no.`)
  return yes.includes(word)
}

function readDate(label: string, cell: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(cell) ?? []
  const two = (text = '') => text.padStart(2, '0')
  const written = year ? `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}` : cell.slice(0, 10)
  const found = /^\d{5}$/.test(cell) ? addDays(EXCEL, Number(cell)) : written
  if (!isDay(found)) throw new UnreadCell(`${label} must be a date, such as 11/22/2026.`)
  return found
}

/** A number without the separators and signs of spreadsheets: `$1,200.50` and `45 %`. Other text is returned unchanged. */
export function readFigure(cell: string): string {
  const bare = cell.replace(/[\s$%]/g, '')
  const isEuropean = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d{1,2}$/.test(bare)
  return isEuropean ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
}
