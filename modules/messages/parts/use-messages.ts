import { useEffect, useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { useServices } from '#blocks/services/services.tsx'
import { messages, type Message } from '../entities.ts'

/** The record that a conversation is about: its table and id. */
export interface About {
  type: string
  id: Id
}

/** The messages about a record, oldest first: fetched once, then kept up to date. */
export function useMessages({ type, id }: About): ReadonlySignal<readonly Message[]> {
  const { api, store, resumed } = useServices()
  const again = resumed.value
  useEffect(() => void api(messages, { messageable_type: type, messageable_id: id }).fetchAll(), [api, type, id, again])
  const all = store.of(messages).all
  return useMemo(
    () =>
      computed(() =>
        all.value
          .map((item) => item.value)
          .filter((one) => one.messageable_type === type && one.messageable_id === id)
          .sort((a, b) => a.id - b.id),
      ),
    [all, type, id],
  )
}
