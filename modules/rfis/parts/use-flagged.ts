import { useEffect, useRef } from 'react'
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { useServices, type Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { AWAY } from '#core/resource/retries.ts'
import { messages } from '../../messages/entities.ts'
import { rfis, type Rfi } from '../entities.ts'

/** Milliseconds to wait after a change, since one save may change a message, its RFI and its project. */
const PAUSE = 100

interface SharedQuery {
  flagged: Signal<ReadonlySet<Id>>
  users: number
  ask: (() => void) | undefined
  stop: (() => void) | undefined
}
// One query shared by all components that show a dot, keyed by the app's api.
const queries = new WeakMap<Services['api'], SharedQuery>()

function follow({ api, store, retries }: Services, flagged: Signal<ReadonlySet<Id>>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let withdraw = () => {}
  async function ask() {
    const answer = await api.across(rfis).ask<Rfi[]>('subscribed_and_unread')
    if (over) return
    withdraw()
    if (answer.ok) tell(answer.data)
    else if (AWAY.includes(answer.status)) withdraw = retries.add(() => void ask())
  }
  function tell(answer: readonly Rfi[]) {
    const ids = new Set(answer.map(({ id }) => id))
    // The same flags again tell nobody anything.
    if (ids.symmetricDifference(flagged.peek()).size) flagged.value = ids
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), PAUSE)
  }
  void ask()
  const stops = ([rfis, messages] as const).flatMap((entity) =>
    (['saved', 'saved-many', 'deleted', 'deleted-many'] as const).map((event) => store.of(entity).on(event, later)),
  )
  const stop = () => {
    over = true
    withdraw()
    clearTimeout(timer)
    for (const one of stops) one()
  }
  return { ask: later, stop }
}

/** Asks again which RFIs are flagged, after one was viewed: that changes no record of the person who viewed it. */
export const flagsChanged = (api: Services['api']): void => queries.get(api)?.ask?.()

/** The ids of the RFIs flagged for the current user (rule rfi-flag), kept up to date by one shared query. */
export function useFlagged(): ReadonlySignal<ReadonlySet<Id>> {
  const services = useServices()
  const { api, store } = services
  const again = store.missedOf(rfis).value
  const query = queries.get(api) ?? {
    flagged: signal<ReadonlySet<Id>>(new Set()),
    users: 0,
    ask: undefined,
    stop: undefined,
  }
  queries.set(api, query)
  const known = useRef(again)
  useEffect(() => {
    query.users++
    if (!query.stop) Object.assign(query, follow(services, query.flagged))
    return () => {
      query.users--
      if (query.users) return
      query.stop?.()
      query.stop = undefined
      query.ask = undefined
      // The next user to sign in must not see this user's flags.
      query.flagged.value = new Set()
    }
    // The services stay the same as long as the app does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [query])
  // Asked again after a reconnect. The flags stay as they were until there is an answer.
  useEffect(() => {
    if (known.current !== again) flagsChanged(api)
    known.current = again
  }, [api, again])
  return query.flagged
}
