import { useServices } from '#blocks/services/services.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'

/** The entity of users, and the current user's own record. @useSignals */
export function useOwnRecord(): { people: Entity; me: RecordOf<Entity> } | null {
  const { registry, store, session } = useServices()
  const { people } = registry
  const id = session.user.value?.id
  const me = people && id !== undefined ? store.of(people).get(id) : undefined
  return people && me ? { people, me } : null
}
