import { useMemo, type ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Column } from '#ui/table/column.ts'
import { useTells } from '../offered/offered.tsx'
import { WaitingTag } from '../outbox/waiting-tag.tsx'

/**
 * The columns that the server tells; the one with the titles also says what waits on the device, on phones too. The same for as
 * long as `columns` are and the server tells these. @useSignals
 */
export function useTold<E extends Entity>(
  entity: E,
  columns: readonly Column<RecordOf<E>>[],
): readonly Column<RecordOf<E>>[] {
  const tells = useTells()
  const told = columns.flatMap(({ key }) => (tells(entity, key) ? key : [])).join(' ')
  return useMemo(() => {
    const titles = columns.find(({ phone }) => phone === 'title') ?? columns[0]
    const waiting = (cell: (record: RecordOf<E>) => ReactNode) => (record: RecordOf<E>) => (
      <>
        {cell(record)} <WaitingTag entity={entity} id={record.id} />
      </>
    )
    return told.split(' ').flatMap((key) => {
      const column = columns.find((one) => one.key === key)
      if (!column || column !== titles) return column ?? []
      const { cell, phoneCell } = column
      return { ...column, cell: waiting(cell), ...(phoneCell && { phoneCell: waiting(phoneCell) }) }
    })
  }, [columns, entity, told])
}
