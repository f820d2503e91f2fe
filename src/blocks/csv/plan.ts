import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import { isObject } from '#lib/is-object.ts'
import { noAddress } from '#lib/address.ts'
import { textKey } from '#lib/text-key.ts'
import type { CsvDraft } from './csv-file.ts'

/** Something about a line of the file, in words. */
export interface Remark {
  readonly line: number
  readonly text: string
}

/** What a line of a file comes to: a new record, or changes of one that is there. */
export interface PlannedLine {
  readonly line: number
  readonly kind: 'new' | 'changed' | 'same'
  /** What is sent: all values of a new record, the id and the changed values of another. */
  readonly draft: Readonly<Record<string, unknown>>
  /** The record's name before, and the labels of what changes. */
  readonly was?: { readonly title: string; readonly labels: readonly string[] }
}

export interface Plan {
  readonly lines: readonly PlannedLine[]
  /** Lines that cannot be imported. */
  readonly problems: readonly Remark[]
  /** New records with the name of another: mostly the same one, written twice. */
  readonly alike: readonly Remark[]
}

type Known = Readonly<Record<string, unknown>> & { readonly id: Id }

const comparable = (value: unknown) => textKey(typeof value === 'string' ? value.trim() : JSON.stringify(value ?? null))

/** Whether a typed value is the stored one: phones and figures are stored in forms of their own. */
function isSame(field: Field<unknown> | undefined, typed: unknown, stored: unknown): boolean {
  if (typed === undefined) return true
  if (stored === null || stored === undefined) return false
  if (field?.kind === 'phone')
    return String(typed).replace(/\D/g, '').slice(-10) === String(stored).replace(/\D/g, '').slice(-10)
  if (field?.kind === 'number') return Number(typed) === Number(stored)
  if (isObject(typed)) return Object.entries(typed).every(([part, value]) => isObject(stored) && stored[part] === value)
  return typeof typed === 'object' ? JSON.stringify(typed) === JSON.stringify(stored) : String(typed) === String(stored)
}

/** The value to send. An address needs all its parts, and loses its coordinates, since one of its parts changed. */
const whole = (field: Field<unknown> | undefined, typed: unknown, stored: unknown): unknown =>
  field?.kind === 'address' && isObject(typed)
    ? { ...noAddress, ...(isObject(stored) ? stored : {}), ...typed, geotag: null }
    : typed

/**
 * Plans an import: which lines are new and which change a record that is there. A record is found by the first of the
 * fields `by` that the line has a value for, among records with the same values of what that field is unique within.
 */
export function planImport(
  entity: Entity,
  drafts: readonly CsvDraft[],
  existing: readonly Known[],
  by: readonly string[],
  /** What a new record comes to, with what its line does not say. */
  complete: (draft: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (draft) => draft,
): Plan {
  const fields: Fields = entity.fields
  const lines: PlannedLine[] = []
  const problems: Remark[] = []
  const alike: Remark[] = []
  // What the file does not say, such as the project, is the same for all of its lines.
  const said = new Set(drafts.flatMap(({ draft }) => Object.keys(draft)))
  const withinOf = (name: string) => (fields[name]?.facts.unique?.within ?? []).filter((one) => said.has(one))
  const keyOf = (name: string, values: Readonly<Record<string, unknown>>) =>
    [name, ...[...withinOf(name), name].map((one) => comparable(values[one]))].join('\n')
  const index = new Map(existing.flatMap((one) => by.map((name) => [keyOf(name, one), one] as const)))
  const uniques = Object.keys(fields).filter((name) => fields[name]?.facts.unique)
  const firsts = new Map<string, number>()
  const names = new Map(existing.map((one) => [comparable(one.name), null as number | null]))
  for (const { line, draft } of drafts) {
    const repeated = uniques.find((name) => draft[name] !== undefined && firsts.has(keyOf(name, draft)))
    if (repeated !== undefined) {
      const message = fields[repeated]?.facts.unique?.message
      problems.push({ line, text: `${message} Line ${firsts.get(keyOf(repeated, draft))} has it too.` })
      continue
    }
    for (const name of uniques) if (draft[name] !== undefined) firsts.set(keyOf(name, draft), line)
    const name = by.find((one) => draft[one] !== undefined)
    const found = name === undefined ? undefined : index.get(keyOf(name, draft))
    if (found) {
      const changed = Object.keys(draft).filter((one) => !isSame(fields[one], draft[one], found[one]))
      const values = Object.fromEntries(changed.map((one) => [one, whole(fields[one], draft[one], found[one])]))
      const was = {
        title: String(found.name ?? found[name ?? 'id']),
        labels: changed.map((one) => labelOf(one, fields[one])),
      }
      lines.push({ line, kind: changed.length ? 'changed' : 'same', draft: { id: found.id, ...values }, was })
      continue
    }
    const values = Object.entries(complete(draft)).map(([one, value]) => [one, whole(fields[one], value, null)])
    lines.push({ line, kind: 'new', draft: Object.fromEntries(values) })
    if (typeof draft.name !== 'string') continue
    const other = names.get(comparable(draft.name))
    if (other === null) alike.push({ line, text: `There is “${draft.name}” already.` })
    else if (other !== undefined) alike.push({ line, text: `“${draft.name}” is in line ${other} too.` })
    else names.set(comparable(draft.name), line)
  }
  return { lines, problems, alike }
}
