import { useEffect, useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { watchedAll } from '#core/store/watched.ts'
import { workKinds, type Pinned, type WorkKind } from '../../../work-items/index.ts'

/** A record that is pinned to the sheet. */
export interface Pin {
  readonly key: string
  readonly kind: WorkKind
  readonly record: Pinned
  readonly face: ReturnType<WorkKind['face']>
  readonly title: string
  readonly href: string | null
}

/** The pinned records of a project, of all kinds or of those named, on one sheet or on all. @useSignals */
function usePinned(project_id: Id, sheet_id: Id | null, only?: readonly string[]) {
  const { registry, session, queries, shown } = useServices()
  const user = session.user.value
  const named = only?.join(' ')
  const kinds = useMemo(
    () =>
      registry
        .filled(workKinds, user)
        .filter(({ entity }) => named === undefined || named.split(' ').includes(entity.name)),
    [registry, user, named],
  )
  const asked = useMemo(
    () =>
      kinds.map((kind) => ({
        kind,
        query: queries(kind.entity, {
          params: { project_id },
          ...(sheet_id !== null && { filters: { drawing_sheet_id: sheet_id } }),
        }),
      })),
    [kinds, queries, project_id, sheet_id],
  )
  useEffect(() => {
    const stops = asked.flatMap(({ query }) => [query.follow(), shown.add(query)])
    return () => {
      for (const stop of stops) stop()
    }
  }, [asked, shown])
  return useMemo(() => {
    const lists = asked.map(({ kind, query }) => ({ kind, records: watchedAll(query.items) }))
    return computed(() =>
      lists.flatMap(({ kind, records }) =>
        // Every kind's records have the fields of a pin.
        (records.value as readonly Pinned[]).flatMap((record) =>
          record.pin && record.drawing_sheet_id !== null ? [{ kind, record }] : [],
        ),
      ),
    )
  }, [asked])
}

function pinFor({ kind, record }: { kind: WorkKind; record: Pinned }): Pin {
  const { display, name } = kind.entity
  const [title, href] = [display.title(record), display.href(record)]
  return { key: `${name} ${record.id}`, kind, record, face: kind.face(record), title, href }
}

/**
 * The records of all kinds that are pinned to a sheet, as far as this user sees them; `only` narrows it to some kinds by
 * their entities' names. @useSignals
 */
export function usePins({ id, project_id }: { id: Id; project_id: Id }, only?: readonly string[]): readonly Pin[] {
  return usePinned(project_id, id, only).value.flatMap((one) =>
    one.record.drawing_sheet_id === id ? [pinFor(one)] : [],
  )
}

/** What this user sees pinned to each sheet of a project. @useSignals */
export function usePinsBySheet(project_id: Id): ReadonlyMap<Id, readonly Pin[]> {
  const pins = new Map<Id, Pin[]>()
  for (const one of usePinned(project_id, null).value) {
    const id = one.record.drawing_sheet_id
    if (id !== null) pins.set(id, [...(pins.get(id) ?? []), pinFor(one)])
  }
  return pins
}

export type PinCounts = ReadonlySignal<ReadonlyMap<Id, number>>

/** How many records this user sees pinned to each sheet of a project, or has to do there. @useSignals */
export function usePinCounts(project_id: Id, of: 'all' | 'own' = 'all'): PinCounts {
  const me = useServices().session.user.value?.id
  const pinned = usePinned(project_id, null)
  return useMemo(
    () =>
      computed(() => {
        const isOwn = ({ kind, record }: (typeof pinned.value)[number]) =>
          'assigned_id' in record && record.assigned_id === me && kind.face(record).tone !== 'done'
        const counted = of === 'own' ? pinned.value.filter(isOwn) : pinned.value
        const bySheet = Map.groupBy(counted, ({ record }) => record.drawing_sheet_id ?? 0)
        return new Map([...bySheet].map(([id, all]) => [id, all.length]))
      }),
    [pinned, of, me],
  )
}
