import type { CurrentUser } from '../access/access.ts'
import { activeParent, inactive } from '../entity/activity.ts'
import { attachmentFields, guardOf, type Entity, type RecordOf } from '../entity/entity.ts'
import { recordAbove } from '../entity/home.ts'
import { denied, invalid, stopped, type Denial, type Sight } from '../entity/rules.ts'
import { stepped } from '../entity/steps.ts'
import { matches } from '../query/matches.ts'
import type { Failure } from '../resource/result.ts'
import type { Warning } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './mutation.ts'

type Values = Readonly<Record<string, unknown>>

interface Asking {
  readonly store: Store
  readonly user: CurrentUser
  /** Codes of the warnings that are confirmed. */
  readonly confirmed: readonly string[]
}

/**
 * Why the server would refuse a change, as far as the device knows, so that its person hears of it now and not when it is sent
 * (rule both-sides); null if nothing is known against it. What is asked about before it is saved is asked now as well.
 */
export function refusalOf(change: Change, asking: Asking): Failure<never> | null {
  const open: Warning[] = []
  const sight = sightOf(asking, open)
  const denial = denialOf(change, asking.store, sight)
  if (denial) return { ok: false, status: denial.status, message: denial.message ?? NO, errors: denial.errors ?? {} }
  const [first] = open
  return first ? { ok: false, status: 422, message: first.message, errors: {}, warnings: open } : null
}

const NO = 'You do not have permission to do that.'

function sightOf({ store, user, confirmed }: Asking, open: Warning[]): Sight {
  return {
    user,
    now: new Date().toISOString(),
    one<E extends Entity>(entity: E, where: object): RecordOf<E> | undefined {
      const { id } = where as { id?: unknown }
      if (!store.byName(entity.name)) return undefined
      const records = store.of(entity)
      const among = typeof id === 'number' ? [records.item(id)] : records.all.peek()
      return among.find((item) => item && matches(where, item.peek()) === true)?.peek()
    },
    warn(code, message) {
      if (!confirmed.includes(code)) open.push({ code, message })
    },
  }
}

/** The same checks as on the server, in the same order, without those that ask the database. */
function denialOf({ entity, verb, drafts, params, action, body }: Change, store: Store, by: Sight): Denial | null {
  // What an undo does is known to the server alone.
  if (verb === 'undo' || (action !== undefined && entity.collectionActions.includes(action))) return null
  const records = store.of(entity)
  for (const draft of drafts) {
    const before = draft.id === undefined ? null : records.peek(draft.id)
    // Nothing is known of a record that is not here.
    if (before === undefined) continue
    const values = before ? { ...draft } : { ...numbered(entity, params), ...draft }
    const at = { entity, before, values, verb: verbOf(verb, before, action) }
    const denial =
      before && verb === 'act' ? ofAction(at, before, { ...body }, store, by) : ofRecord(at, verb, store, by)
    if (denial) return denial
  }
  return null
}

const verbOf = (verb: Change['verb'], before: object | null, action = ''): string => {
  if (verb === 'act') return action
  if (verb === 'delete') return 'delete'
  return before ? 'edit' : 'create'
}

/** The parents' ids, which an address may hold as text. */
const numbered = (entity: Entity, params: Change['params']): Values => {
  const type = attachmentFields(entity)?.type
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name === type ? value : Number(value)]),
  )
}

interface At {
  readonly entity: Entity
  readonly before: Values | null
  readonly values: Values
  readonly verb: string
}

function ofRecord(
  { entity, before, values, verb }: At,
  change: Change['verb'],
  store: Store,
  by: Sight,
): Denial | null {
  const { may, validate } = entity.rules
  const record = before ?? values
  // A file is checked where it is received.
  const isUpload = change === 'upload'
  return (
    ofPerson({ entity, before, values, verb }, store, by) ??
    (may && !isUpload ? denied(may(verb, { before, draft: verb === 'delete' ? {} : values }, by)) : null) ??
    ofActivity(entity, verb, record, store) ??
    (validate && change === 'save' ? invalidIf(validate(values, before, by)) : null)
  )
}

const invalidIf = (errors: Record<string, string[]>): Denial | null =>
  Object.keys(errors).length ? invalid(errors) : null

function ofAction(at: At, record: Values, body: Values, store: Store, by: Sight): Denial | null {
  const { entity, verb } = at
  const { may, steps } = entity.rules
  const denial =
    ofPerson(at, store, by) ??
    (may ? denied(may(verb, { before: record, draft: {} }, by)) : null) ??
    ofActivity(entity, verb, record, store)
  if (denial) return denial
  const step = stepped(entity, verb, record, body, by)
  if ('denial' in step) return step.denial
  return step.record ? stopped(steps?.[verb]?.(record, by, body)) : null
}

/** Whether the person may do this at all: by their permissions, and by the rules of what it is attached to. */
function ofPerson({ entity, before, values, verb }: At, store: Store, by: Sight): Denial | null {
  if (!guardOf(entity, verb)(by.user)) return { status: 403 }
  const above = attachmentFields(entity) && recordAbove(entity, before ?? values, store.entities)
  const { mayAttach } = above?.entity.rules ?? {}
  const parent: Values | undefined = above ? store.of(above.entity).peek(above.id) : undefined
  if (!mayAttach || !parent) return null
  const kind = verb === 'create' || verb === 'delete' ? verb : 'edit'
  return denied(mayAttach({ child: entity, verb: kind, before }, parent, by))
}

/** Whether the record, or one above it, is archived or complete, as far as those above are here. */
function ofActivity(entity: Entity, verb: string, record: Values, store: Store): Denial | null {
  if (entity.always.includes(verb)) return null
  const parent = activeParent(entity, record, store.entities)
  const row: Values | undefined = parent ? store.of(parent.entity).peek(parent.id) : undefined
  return inactive(entity, verb, record) ?? (parent && row ? ofActivity(parent.entity, 'edit', row, store) : null)
}
