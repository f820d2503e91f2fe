import { useEffect, useMemo, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { FoundItem } from '#core/query/found-item.ts'
import { searchWords } from '#core/query/found.ts'
import type { Found } from '#core/resource/find.ts'
import { findOnDevice } from './on-device.ts'

/** Milliseconds after the last key until the server is asked. */
const AFTER_KEYS = 300

export interface FoundRecords {
  /** By kind, the best kind first, and what came later behind what is there. */
  readonly kinds: readonly { readonly entity: Entity; readonly items: readonly FoundItem[]; readonly count?: string }[]
  readonly busy: boolean
  /** Whether only similar words were found. */
  readonly similar: boolean
  /** Whether the server said nothing, so that this is what the device has. */
  readonly isDevice: boolean
}

/** What the server answered to a text, by kind; '' is all of them together, and null no answer. */
interface Answered {
  readonly text: string
  readonly by: ReadonlyMap<string, Found | null>
}

/** What is known of all kinds, with more of the one that is shown alone: the others stay, to go on to. */
function known(all: Found | null | undefined, one: Found | null | undefined): Found | null {
  if (!all || !one || all === one) return one ?? all ?? null
  const isOther = ({ kind }: FoundItem) => !one.items.some((item) => item.kind === kind)
  return { ...all, items: [...one.items, ...all.items.filter(isOther)], counts: { ...all.counts, ...one.counts } }
}

/**
 * Records of all kinds for what is typed (rule box): those of the device at once, the server's behind them, so that nothing moves.
 * @param kind the one that is shown alone, of which more are asked for
 * @param near the jobs whose records come first
 * @param waits whether what the server answered is not shown yet
 */
export function useFound(text: string, kind: string | null, near: readonly Id[], waits: boolean): FoundRecords {
  const { api, kept, registry, session, settings, store } = useServices()
  const user = session.user.peek()
  const jobs = registry.ahead
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [loaded, setLoaded] = useState(0)
  const wanted = searchWords(text).join(' ')
  const asks = settings.value.features.includes('search') && wanted !== ''
  const nearKey = near.join()
  const by = answered?.text === wanted ? answered.by : undefined
  // All kinds first, also where one is chosen before they are here: they are what Tab goes on to.
  const next = asks ? ['', kind ?? ''].find((one) => !by?.has(one)) : undefined
  useEffect(() => {
    if (next === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const { signal } = stop
      const asked = { text: wanted, kind: next || null, near: nearKey.split(',').filter(Boolean).map(Number), signal }
      const answer = await api.find(asked)
      if (signal.aborted) return
      const found = answer.ok ? answer.data : null
      setAnswered((before) => ({
        text: wanted,
        by: new Map([...(before?.text === wanted ? before.by : []), [next, found]]),
      }))
      if (answer.ok) return
      // Without the server, all that the device has is looked at, shown before or not.
      const all = registry.entities.filter(({ display }) => display.findable)
      await Promise.all(all.map((entity) => kept.restoreAll(entity)))
      setLoaded((times) => times + 1)
    }, AFTER_KEYS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, kept, nearKey, next, registry, wanted])
  const found = waits ? null : known(by?.get(''), by?.get(kind ?? ''))
  // Read once for what is typed, not for each part of the box that is filled.
  const device = useMemo(() => {
    const findable = registry.entities.filter(({ name, display }) => display.findable && name !== jobs?.name)
    const own = { store, jobs, near: new Set(nearKey.split(',').map(Number)) }
    return findable.map((entity) => ({
      entity,
      ranked: user && wanted ? findOnDevice({ ...own, user }, entity, wanted) : [],
      loaded,
    }))
  }, [jobs, loaded, nearKey, registry, store, user, wanted])
  const kinds = merge(device, found)
  return {
    kinds,
    busy: waits || next !== undefined,
    similar: found?.similar ?? false,
    isDevice: loaded > 0 && !waits && by !== undefined && found === null,
  }
}

/** What the device has of each kind, then what the server found besides. */
function merge(
  held: readonly { readonly entity: Entity; readonly ranked: ReturnType<typeof findOnDevice> }[],
  found: Found | null,
) {
  const kinds = new Map<string, FoundItem[]>()
  const best = ({ ranked: [first] }: (typeof held)[number]) => first?.rank ?? -1
  for (const { entity, ranked } of held.toSorted((a, b) => best(b) - best(a)))
    if (ranked.length)
      kinds.set(
        entity.name,
        ranked.map(({ item }) => item),
      )
  for (const item of found?.items ?? []) {
    const known = kinds.get(item.kind) ?? []
    if (!known.some(({ id }) => id === item.id)) kinds.set(item.kind, [...known, item])
  }
  return [...kinds].flatMap(([name, items]) => {
    const entity = held.find((one) => one.entity.name === name)?.entity
    const told = found?.counts[name]
    const count = Math.max(told?.count ?? 0, items.length)
    return entity ? [{ entity, items, count: `${count}${told?.more ? '+' : ''}` }] : []
  })
}
