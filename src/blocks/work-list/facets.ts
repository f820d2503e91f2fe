import type { CurrentUser } from '#core/access/access.ts'
import { withoutA } from '#core/entity/wording.ts'
import type { Entity } from '#core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import { stateOf } from '#core/entity/workflow.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import type { Day } from '#lib/days.ts'

/** Who looks at a list, and when. */
export interface Viewer {
  readonly me: number
  readonly user: CurrentUser | null
  readonly today: Day
}

/** A value that records of a list have in common. */
export interface FacetValue {
  readonly value: string
  readonly label: string
  /** Its place among the values; by default they are in the order of their labels. */
  readonly rank?: number
  /** Its color. */
  readonly color?: string
}

/** What a list can be narrowed and grouped by. */
export interface Facet<R> {
  readonly name: string
  readonly label: string
  /** What a record has of it; null for nothing. */
  readonly of: (record: R, viewer: Viewer) => FacetValue | null
  /** What those are called that have nothing of it: "Nobody yet". */
  readonly none: string
  /** What a value is called of which no record is at hand. */
  readonly labelOf?: (value: string) => string
}

/** The value that stands for nothing in the address and in choices. */
export const NONE = 'none'

/** What is after the last value, and has no rank of its own. */
export const LAST = 1e6

/**
 * A facet by its name: `state` is the workflow's, any other a field's: a choice, a flag, a text, or a ref whose record's name
 * is joined to it (`assigned_id` with `assigned_name`).
 * @throws for a name that is none of these
 */
export function facetOf<R extends object>(entity: Entity, name: string): Facet<R> {
  const { workflow } = entity
  if (name === 'state' && workflow) {
    const states = Object.keys(workflow.states)
    const of = (record: R) => {
      const value = stateOf(workflow, record)
      return { value, label: workflow.states[value]?.label ?? '', rank: states.indexOf(value) }
    }
    return { name, label: 'State', of, none: '', labelOf: (value) => workflow.states[value]?.label ?? '' }
  }
  const fields = entity.fields as Fields
  const field = fields[name]
  if (!field) throw new Error(`Lists of "${entity.name}" have no "${name}" to be narrowed by.`)
  const label = labelOf(name, field)
  const none = field.facts.ref?.entity === 'user' ? 'Nobody yet' : withoutA(label)
  const named = field.facts.choices ? choiceLabel : field.kind === 'flag' ? yesOrNo : undefined
  return { name, label, of: valueOf(entity, name, field), none, ...(named && { labelOf: named }) }
}

const yesOrNo = (value: string) => (value === '1' ? 'Yes' : 'No')

function valueOf<R extends object>(entity: Entity, name: string, { kind, facts }: Field<unknown>): Facet<R>['of'] {
  const read = (record: R, key = name): unknown => Reflect.get(record, key)
  const { choices } = facts
  if (kind === 'flag')
    return (record) => (read(record) ? { value: '1', label: 'Yes', rank: 0 } : { value: '0', label: 'No', rank: 1 })
  if (kind === 'ref') {
    const joined = `${name.replace(/_id$/, '')}_name`
    if (!(joined in entity.computed)) throw new Error(`"${entity.name}" joins no "${joined}" to its "${name}".`)
    return (record) => {
      const id = read(record)
      return typeof id === 'number' ? { value: String(id), label: String(read(record, joined) ?? '') } : null
    }
  }
  return (record) => {
    const value = read(record)
    if (typeof value !== 'string' || value === '') return null
    return choices ? { value, label: choiceLabel(value), rank: choices.indexOf(value) } : { value, label: value }
  }
}
