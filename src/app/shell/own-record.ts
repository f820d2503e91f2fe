import { useServices } from '#blocks/services/services.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'

/** The entity that people are, whichever module describes it, and the signed-in person's own record. @useSignals */
export function useOwnRecord(): { users: Entity; me: RecordOf<Entity> } | null {
  const { registry, store, session } = useServices()
  const users = registry.entities.find(({ name }) => name === 'user')
  const id = session.user.value?.id
  const me = users && id !== undefined ? store.of(users).get(id) : undefined
  return users && me ? { users, me } : null
}
