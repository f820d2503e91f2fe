import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Services } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import type { Executor } from '../db/database.ts'
import { readingSignature } from '../resource/present.ts'
import { ruleFor, type Rule } from '../resource/visibility.ts'

/** A listener's row rule for one entity, and what distinguishes the records they are sent from those of others. */
interface Listener {
  readonly user: CurrentUser
  /** The same in every process for equal rules. */
  readonly key: string
  readonly rule: Rule
  /** Users with the same reading get the same record: the same fields, and the same counts of visible child records. */
  readonly reading: string
}

/** The listeners of a change, and their distinct rules by key. */
export interface Audience {
  readonly listeners: readonly Listener[]
  readonly rules: ReadonlyMap<string, Rule>
}

/** A hash of a rule: equal rules have equal keys in every process. */
function keyOf(rule: Rule): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const sign of JSON.stringify(rule)) {
    const code = sign.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

/**
 * Finds the rules of listeners. They follow from the account alone, so they are kept with it until it changes.
 */
export function createAudiences({ accounts, services }: { accounts: Accounts; services: () => Services }) {
  const kept = new WeakMap<CurrentUser, Map<Entity, Listener>>()
  const closed: Rule = false

  async function listenerFor(user: CurrentUser, isOpen: boolean, entity: Entity, db?: Executor): Promise<Listener> {
    if (!isOpen) return { user, key: keyOf(closed), rule: closed, reading: '' }
    const own = kept.get(user) ?? new Map<Entity, Listener>()
    const known = own.get(entity)
    if (known) return known
    const { catalog } = services()
    const ctx = createContext(services(), { user }, db)
    const rule = await ruleFor(catalog, entity, ctx)
    const counted = await Promise.all(
      catalog.counts(entity).map(async ({ entity: child }) => keyOf(await ruleFor(catalog, child, ctx))),
    )
    const listener = { user, key: keyOf(rule), rule, reading: [readingSignature(entity, user), ...counted].join(' ') }
    kept.set(user, own.set(entity, listener))
    return listener
  }

  return async (ids: readonly Id[], entity: Entity, db?: Executor): Promise<Audience> => {
    const listeners: Listener[] = []
    const rules = new Map<string, Rule>()
    if (ids.length)
      for (const { user, open } of (await accounts.byId(ids, db)).values()) {
        const listener = kept.get(user)?.get(entity)
        const found = open && listener ? listener : await listenerFor(user, open, entity, db)
        listeners.push(found)
        rules.set(found.key, found.rule)
      }
    return { listeners, rules }
  }
}
