import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '../../core/entity/field.ts'
import { actionWords, tellingChanges } from '../../core/entity/past-tense.ts'
import { fieldsOf } from '../../core/entity/variants.ts'
import { stateOf } from '../../core/entity/workflow.ts'
import { formatAddress, isAddress } from '../../lib/address.ts'
import { choiceLabel } from '../../lib/choice-label.ts'
import { formatDay } from '../../lib/days.ts'
import { formatMoment } from '../../lib/moments.ts'
import { formatHours, formatNumber } from '../../lib/numbers.ts'
import { inList } from '../db/database.ts'
import { condition, alive } from '../db/conditions.ts'
import { selectRows } from '../db/rows.ts'
import type { Context } from '../context/context.ts'
import type { HistoryEntry } from '../events/history.ts'
import { present } from './present.ts'
import { ruleFor } from './visibility.ts'

/** A field of a record in words. */
export interface Fact {
  readonly name: string
  readonly label: string
  /** Empty for no value. */
  readonly text: string
  /** As a spreadsheet takes it: dates and numbers without their style. */
  readonly plain: string | number
  /** A text of several lines. */
  readonly isLong: boolean
}

/** An entry of a history in words. */
export interface ToldEntry {
  /** ISO 8601. */
  readonly at: string
  readonly who: string
  readonly did: string
  readonly changes: readonly { readonly label: string; readonly old: string; readonly new: string }[]
}

/** The titles of the records that some refer to, by entity and id, as far as the reader sees them. */
export type Names = ReadonlyMap<string, string>
interface Telling {
  readonly names: Names
  /** An IANA name. */
  readonly zone: string
}
type Shown = Readonly<Record<string, unknown>>

/** What says something to machines alone. */
const untold = new Set(['json', 'signature', 'embed', 'password'])
const isTold = (name: string, { kind, facts }: Field<unknown>) =>
  !untold.has(kind) &&
  facts.shared === undefined &&
  facts.home !== true &&
  facts.typedBy === undefined &&
  facts.ref?.entity !== 'project' &&
  !/^(.+_)?path$|^(sha256|mime|image|preview_state|is_default|sort|drawing_sheet_id|.+_type)$/.test(name)

const keyOf = (entity: string, id: unknown) => `${entity} ${String(id)}`

function refsIn(fields: Fields, record: Shown, into: Map<string, Set<Id>>): void {
  for (const [name, { facts }] of Object.entries(fields)) {
    const value = record[name]
    if (facts.lines && Array.isArray(value)) for (const line of value) refsIn(facts.lines, line as Shown, into)
    if (!facts.ref || facts.typedBy || typeof value !== 'number') continue
    into.set(facts.ref.entity, (into.get(facts.ref.entity) ?? new Set()).add(value))
  }
}

/** Reads what these records refer to: a query for each kind. */
export async function namesFor(ctx: Context, entity: Entity, records: readonly Shown[]): Promise<Names> {
  const { catalog, db, user } = ctx
  const refs = new Map<string, Set<Id>>()
  for (const record of records) refsIn(entity.fields as Fields, record, refs)
  refs.delete('project')
  const names = new Map<string, string>()
  for (const [name, ids] of refs) {
    const to = catalog.entity(name)
    const seen = condition(catalog, to, await ruleFor(catalog, to, ctx))
    const where = sql`${inList(catalog.dialect, sql.ref('t.id'), [...ids])} and ${alive()} and ${seen}`
    for (const row of await selectRows(db, catalog, to, { where }))
      names.set(keyOf(name, row.id), to.display.title(present(catalog, to, row, user)))
  }
  return names
}

function plainOf(field: Field<unknown>, value: unknown, telling: Telling): string | number {
  const { kind, facts } = field
  if (value === null || value === undefined || value === '') return ''
  if (facts.lines)
    return Array.isArray(value)
      ? value.map((line) => lineInWords(facts.lines ?? {}, line as Shown, telling)).join('; ')
      : ''
  if (facts.ref) return telling.names.get(keyOf(facts.ref.entity, value)) ?? ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'address') return isAddress(value) ? formatAddress(value) : ''
  if (facts.choices?.includes(String(value))) return choiceLabel(String(value))
  return typeof value === 'number' ? value : typeof value === 'object' ? '' : String(value)
}

/** A value in words. */
function inWords(field: Field<unknown>, value: unknown, telling: Telling): string {
  const plain = plainOf(field, value, telling)
  if (plain === '') return ''
  if (field.kind === 'instant') return formatMoment(String(value), telling.zone)
  if (field.kind === 'date') return formatDay(String(value))
  if (field.facts.hours) return `${formatHours(Number(value))} h`
  return typeof plain === 'number' ? formatNumber(plain) : plain
}

const lineInWords = (fields: Fields, line: Shown, telling: Telling): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => (isTold(name, field) ? inWords(field, line[name], telling) || [] : []))
    .join(', ')

/** Whoever made a record is its `user_id`, which a form never shows. */
const wordsFor = (name: string, field: Field<unknown>) =>
  name === 'user_id' && field.facts.label === undefined ? 'Made by' : labelOf(name, field)

/** What a record says, in the order of its description: first its state, then each field that its reader sees. */
export function factsOf(entity: Entity, record: Shown, telling: Telling): Fact[] {
  const state = entity.workflow && entity.workflow.states[stateOf(entity.workflow, record)]?.label
  const status = state ? [{ name: 'state', label: 'Status', text: state, plain: state, isLong: false }] : []
  const stamps = new Set(
    Object.keys(entity.fields as Fields).filter(
      (name) => name.endsWith('_at') && `${name.slice(0, -3)}_id` in entity.fields,
    ),
  )
  const facts = Object.entries(fieldsOf(entity, record[entity.variants?.by ?? ''])).flatMap(([name, field]): Fact[] => {
    if (!isTold(name, field) || record[name] === undefined) return []
    const isWho = stamps.has(`${name.slice(0, -3)}_at`) && name.endsWith('_id')
    const label = isWho ? `${labelOf(name, field)} by` : wordsFor(name, field)
    const text = inWords(field, record[name], telling)
    return [{ name, label, text, plain: plainOf(field, record[name], telling), isLong: field.kind === 'long_text' }]
  })
  return [...status, ...facts]
}

/** An entry of a record’s history in words; `who` is the name of its author. */
export function entryInWords(entity: Entity, entry: HistoryEntry, who: string, telling: Telling): ToldEntry {
  const { action, created_at: at, changes } = entry
  const fields = entity.fields as Fields
  return {
    at,
    who,
    did: actionWords(entity, action),
    changes: tellingChanges(entity, changes).flatMap(([name, change]) => {
      const field = fields[name]
      if (!field || !isTold(name, field)) return []
      return [
        {
          label: labelOf(name, field),
          old: inWords(field, change.old, telling),
          new: inWords(field, change.new, telling),
        },
      ]
    }),
  }
}
