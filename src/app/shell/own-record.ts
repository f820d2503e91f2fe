import { useMemo } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { CurrentUser } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'

/** The entity of users, and the current user's own record, with what servers tell of oneself alone. @useSignals */
export function useOwnRecord(): { people: Entity; me: RecordOf<Entity> } | null {
  const { registry, store, session } = useServices()
  const { people } = registry
  const user = session.user.value
  const held = people && user ? store.of(people).get(user.id) : undefined
  const me = useMemo(() => held && user && withOwn(held, user), [held, user])
  return people && me ? { people, me } : null
}

/**
 * Whether the current user has neither chosen a password nor added a passkey yet; some servers say so in the person's record
 * alone. @useSignals
 */
export function useHasNoPassword(): boolean {
  const { has_password: told, has_passkey = false } = useServices().session.user.value ?? {}
  const own: object = useOwnRecord()?.me ?? {}
  return !has_passkey && (told ?? ('has_password' in own ? own.has_password : undefined)) === false
}

function withOwn(held: RecordOf<Entity>, { notification_methods }: CurrentUser): RecordOf<Entity> {
  if (notification_methods === undefined || 'notification_methods' in held) return held
  // With its prototype, which has what the server never tells.
  return Object.assign(Object.create(Object.getPrototypeOf(held)), held, { notification_methods })
}
