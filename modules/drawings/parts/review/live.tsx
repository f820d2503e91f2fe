import type { Signal } from '@preact/signals-react'
import { useDerived } from '#blocks/query/use-derived.ts'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import type { DrawingRevision } from '../../entities.ts'

/** What the box that is being drawn holds on its page. */
export interface Live {
  readonly page: Id
  readonly field: ReadField
  readonly value: string
}

/** What the box that is being drawn holds, where it is about this value. @useSignals */
export function useLive(live: Signal<Live | null>, page: Id, field: ReadField): string | null {
  return useDerived(() => {
    const now = live.value
    return now?.page === page && now.field === field ? now.value : null
  }, [live, page, field])
}

/** A value of a page, and while a box is drawn for it what that holds. @useSignals */
export const LiveValue = ({
  live,
  page,
  field,
}: {
  live: Signal<Live | null>
  page: DrawingRevision
  field: ReadField
}) => {
  const value = useLive(live, page.id, field) ?? page[field]
  if (value === null) return '–'
  return field === 'dated' ? formatDay(value) : value
}
