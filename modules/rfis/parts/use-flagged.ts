import { useEffect } from 'react'
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useServices, type Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { messages } from '../../messages/entities.ts'
import { rfis, type Rfi } from '../entities.ts'

/** Changes come in bunches (a message, its RFI, its project): they are asked about once. */
const PAUSE = 100

interface Held {
  flagged: Signal<ReadonlySet<Id>>
  users: number
  stop: (() => void) | undefined
}
// One question for everyone who shows a dot; an app has one api.
const held = new WeakMap<Services['api'], Held>()

function follow({ api, store }: Services, flagged: Signal<ReadonlySet<Id>>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  async function ask() {
    const answer = await api.across(rfis).ask<Rfi[]>('subscribed_and_unread')
    if (answer.ok && !over) flagged.value = new Set(answer.data.map(({ id }) => id))
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), PAUSE)
  }
  void ask()
  const stops = ([rfis, messages] as const).flatMap((entity) =>
    (['saved', 'saved-many', 'deleted', 'deleted-many'] as const).map((event) => store.of(entity).on(event, later)),
  )
  return () => {
    over = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** The RFIs that are flagged for whoever is signed in (rule rfi-flag), live; asked for once, however many show it. */
export function useFlagged(): ReadonlySignal<ReadonlySet<Id>> {
  const services = useServices()
  const { api, resumed } = services
  const again = resumed.value
  const one = held.get(api) ?? { flagged: signal<ReadonlySet<Id>>(new Set()), users: 0, stop: undefined }
  held.set(api, one)
  useEffect(() => {
    one.users++
    one.stop ??= follow(services, one.flagged)
    return () => {
      one.users--
      if (one.users) return
      one.stop?.()
      one.stop = undefined
      // Whoever signs in next has not been asked about yet.
      one.flagged.value = new Set()
    }
    // After an interruption it is followed anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [one, again])
  return one.flagged
}
