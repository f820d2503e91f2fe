import { useCallback, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { useServices } from '../services/services.tsx'

/**
 * The rows of records that the browser holds, by their ids: each gets its record's signal, so that it renders by itself.
 * @example rowsOf(tasks, group.ids, (item, id) => <TaskRow item={item} href={`${path}/${id}`} />)
 */
export function useRows() {
  const { store } = useServices()
  return useCallback(
    <E extends Entity>(
      entity: E,
      ids: readonly Id[],
      row: (item: ReadonlySignal<RecordOf<E>>, id: Id) => ReactNode,
    ): ReactNode[] =>
      ids.flatMap((id) => {
        const item = store.of(entity).item(id)
        return item ? [<li key={id}>{row(item, id)}</li>] : []
      }),
    [store],
  )
}
