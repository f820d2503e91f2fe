import type { ReadonlySignal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { messageOf } from '../resource/messages.ts'
import { call } from '../resource/result.ts'
import type { Store } from '../store/store.ts'
import { isRefusal } from './deliver.ts'
import type { Waiting } from './mutation.ts'

/** Where it is told what a device holds, and of which changes: whose a record is, and of which day, by its fields. */
export interface HeldReport {
  readonly to: Entity
  readonly of: readonly { readonly entity: Entity; readonly person: string; readonly day: string }[]
}

/** What a device holds of one person's records of one kind. */
export interface HeldLine {
  readonly entity: string
  readonly person: Id
  readonly count: number
  readonly days: readonly string[]
  /** When the oldest was made, and why that, or what it waits for, was refused. */
  readonly since: string
  readonly refusal: string | null
}

/** What the network does not keep from being sent: changes that were refused, and those that wait behind one. */
export function heldIn(items: readonly Waiting[], { of }: HeldReport, store: Store): HeldLine[] {
  const byPlace = new Map(items.map((item) => [item.at, item]))
  const held = items.flatMap((item) => {
    const kind = of.find(({ entity }) => entity.name === item.entity)
    const refused = item.refused ?? byPlace.get(item.waitsFor ?? -1)?.refused
    if (!kind || !refused) return []
    return item.drafts.flatMap((draft) => {
      const stored = draft.id === undefined ? undefined : store.of(kind.entity).peek(draft.id)
      const values: Readonly<Record<string, unknown>> = { ...stored, ...draft }
      const [person, day] = [values[kind.person], values[kind.day]]
      return typeof person === 'number' && typeof day === 'string' ? { item, person, day, refused } : []
    })
  })
  return [...Map.groupBy(held, ({ item, person }) => `${item.entity} ${person}`).values()].flatMap((own) => {
    const [first] = own.toSorted((a, b) => a.item.kept_at.localeCompare(b.item.kept_at))
    if (!first) return []
    const days = [...new Set(own.map(({ day }) => day))].sort()
    const { item, person, refused } = first
    const since = new Date(item.kept_at).toISOString()
    return { entity: item.entity, person, count: own.length, days, since, refusal: messageOf(refused) }
  })
}

interface Deps {
  readonly http: $Fetch
  readonly store: Store
  readonly user: ReadonlySignal<{ readonly id: Id } | null>
  readonly report: HeldReport
  /** Whether the server takes it; without it nothing is asked. */
  readonly takes: () => boolean
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const KEY = 'held'

/**
 * Tells the server what this device holds, as often as that changes; once nothing is left, that too (rule held-changes).
 * Sign-out ends the session, and with it what the session told.
 */
export function createHeldReport({ http, store, user, report, takes, storage = () => localStorage }: Deps) {
  let told: string | undefined
  let items: readonly Waiting[] = []
  let isTelling = false
  /** Whether the server was told of something, by an earlier visit too. */
  const noted = (person?: Id, isSome = false): boolean => {
    try {
      if (person === undefined) return storage().getItem(KEY) !== null
      if (isSome) storage().setItem(KEY, String(person))
      else storage().removeItem(KEY)
    } catch {
      // Without storage, what an earlier visit told is corrected by the next that holds something.
    }
    return false
  }
  async function tell(): Promise<void> {
    const person = user.peek()?.id
    if (person === undefined || isTelling || !takes()) return
    const changes = heldIn(items, report, store)
    const next = JSON.stringify([person, changes])
    if (next === told || (told === undefined && !changes.length && !noted())) return
    isTelling = true
    const device = globalThis.matchMedia?.('(pointer: coarse)').matches ? 'phone' : 'computer'
    const sent = { method: 'PUT', body: { device, changes } } as const
    const answer = await call(http, `/${report.to.endpoint}`, sent, () => true).finally(() => (isTelling = false))
    // What found no server is told with the next round of the queue.
    if (!answer.ok && !isRefusal(answer)) return
    told = next
    noted(person, changes.length > 0)
    await tell()
  }
  return (shown: readonly Waiting[]): void => {
    items = shown
    if (!user.peek()) told = undefined
    void tell()
  }
}
