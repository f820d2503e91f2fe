import type { Id } from '#core/access/access.ts'
import { useServices } from '../services/services.tsx'

/** A person's name from the store, so that a rename shows at once. @useSignals */
export function useNameOf(id: Id | null): string {
  const { registry, store } = useServices()
  const { people } = registry
  const person = people && id !== null ? store.of(people).get(id) : undefined
  return people && person ? people.display.title(person) : id === null ? 'Plumbline' : 'Someone'
}

/** Who made a change. @useSignals */
export const Who = ({ id }: { id: Id | null }) => <b>{useNameOf(id)}</b>
