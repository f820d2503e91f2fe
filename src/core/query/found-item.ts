import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { stateOf } from '../entity/workflow.ts'

/** A record that was found, as it is shown in the list of what was found (rule find). */
export interface FoundItem {
  /** The name of its entity. */
  readonly kind: string
  readonly id: Id
  readonly title: string
  readonly subtitle: string
  /** The page it is on; null if it is on none. */
  readonly href: string | null
  readonly project_id: Id | null
  /** The title of the job it belongs to. */
  readonly within: string | null
  /** The state it is in, unless that is the one in which all of them begin. */
  readonly state: string | null
}

/** What a record belongs to, whose page it is on. */
export interface Above {
  readonly entity: Entity
  readonly record: object
}

/** The job that a record belongs to. */
export const jobOf = ({ fields }: Entity, record: object): Id | null => {
  const id: unknown = Reflect.get(record, 'project_id')
  return 'project_id' in (fields as Fields) && typeof id === 'number' ? id : null
}

/** A record as it is shown where it is found, without the title of its job. */
export function foundItem(entity: Entity, record: { readonly id: Id }, above?: Above): FoundItem {
  const { display, workflow, name } = entity
  const { href = display.href } = typeof display.findable === 'object' ? display.findable : {}
  const over = above?.entity.display
  const [usual] = Object.keys(workflow?.states ?? {})
  const state = workflow && stateOf(workflow, record)
  return {
    kind: name,
    id: record.id,
    title: display.title(record),
    subtitle: [display.subtitle(record), over?.title(above?.record)].filter(Boolean).join(' · '),
    href: href(record) ?? over?.href(above?.record) ?? null,
    project_id: above ? jobOf(above.entity, above.record) : jobOf(entity, record),
    within: null,
    state: state === undefined || state === usual ? null : (workflow?.states[state]?.label ?? null),
  }
}
