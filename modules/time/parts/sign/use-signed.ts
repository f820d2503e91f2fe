import { useMemo } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useMay } from '#blocks/offered/offered.tsx'
import type { Id } from '#core/access/access.ts'
import { between } from '#core/query/where.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import type { Day } from '#lib/days.ts'
import { signedDay, type DaySignature, type SignedDay } from '../../day-signatures.ts'
import { daySignatures, type TimeEntry } from '../../entities.ts'
import { cellKey } from '../sheet/day-sheet.ts'

/** Tracked: how a person's day is signed, given its entries; null if it is not, or that is not known. */
export type SignedOn = (user_id: Id, day: Day, entries: readonly TimeEntry[]) => SignedDay | null

/** How days are signed from the first to the last, each person's day in a signal of its own. @useSignals */
export function useSigned(from: Day, to: Day): { signedOn: SignedOn; query: LiveQuery<DaySignature> } {
  const { store } = useServices()
  const may = useMay()
  const query = useQuery(daySignatures, { filters: { from, to }, ask: may(daySignatures, 'view') })
  const signedOn = useMemo((): SignedOn => {
    const listed = { entity: daySignatures, where: { date: between(from, to) } } as const
    const byDay = store.groups(listed, ({ user_id, date }) => cellKey(String(user_id), date))
    return (user_id, day, entries) => signedDay(byDay.of(cellKey(String(user_id), day)).value, entries)
  }, [store, from, to])
  return { signedOn, query }
}
