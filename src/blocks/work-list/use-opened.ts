import { useEffect, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import type { Resource } from '#core/resource/resource.ts'
import { useLooking } from '../detail/use-looking.ts'
import { useServices } from '../services/services.tsx'

const NOT_FOUND = '/not_found'

/**
 * The record that the rest of a tab's address opens, or where to go instead (rule not-found): to a record of another
 * project at its own address, and to Page Not Found where there is none. One that is deleted while it is open leaves the
 * list. `parents` are those of the tab's records, such as `{ project_id: 3 }`. @useSignals
 */
export function useOpened<E extends Entity>(
  entity: E,
  rest: string,
  parents: Readonly<Record<string, Id | string>>,
): { opened: RecordOf<E> | undefined; elsewhere: string | null } {
  const { api, store } = useServices()
  const id: Id = /^-?\d+$/.test(rest) ? Number(rest) : 0
  const found = id === 0 ? undefined : store.of(entity).get(id)
  // What waits to be sent was made here, and may not name its parents yet.
  const isHere =
    isTemporary(id) ||
    Object.entries(parents).every(([name, parent]) => String(found?.[name as keyof typeof found]) === String(parent))
  const opened = found && isHere ? found : undefined
  const [last, setLast] = useState<Id | null>(null)
  if (opened && opened.id !== last) setLast(opened.id)
  const [missing, setMissing] = useState<Id | null>(null)
  useLooking(entity, opened?.id)
  const again = store.missedOf(entity).value
  // What was made without a connection is in the store as soon as the device's queue has been read.
  const isAsked = id !== 0 && id !== last && !found && !isTemporary(id)
  useEffect(() => {
    if (!isAsked) return undefined
    let here = true
    async function ask() {
      // What has no root is below no parent.
      const resource = entity.root === undefined ? (api as (of: E) => Resource<E>)(entity) : api.across(entity)
      const answer = await resource.fetch(id)
      if (here && !answer.ok && answer.status === 404) setMissing(id)
    }
    void ask()
    return () => void (here = false)
  }, [api, entity, id, isAsked, again])
  if (opened || rest === '' || id === last) return { opened, elsewhere: null }
  if (found) return { opened, elsewhere: entity.display.href(found) ?? NOT_FOUND }
  return { opened, elsewhere: id === 0 || id === missing ? NOT_FOUND : null }
}
