import { useMemo, useRef } from 'react'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Items } from '#core/store/records.ts'
import { GridSheet, type CellChange, type GridSheetProps } from '#ui/grid-sheet/grid-sheet.tsx'
import type { Cell } from '#ui/grid-sheet/sheet-cell.tsx'

interface PersonSheetProps<E extends Entity> extends Pick<GridSheetProps, 'rows' | 'columns' | 'aria-label'> {
  entity: E
  /** A record for each person, as far as there is one; the keys of rows are their ids. */
  items: ReadonlySignal<Items<RecordOf<E> & { readonly user_id: Id }>>
  /** What a cell says of a person's record. Keep it stable. */
  read: (record: RecordOf<E> | undefined, column: string) => string
  /** What typed cells make of a person's record, or of a new one */
  write: (typed: Readonly<Record<string, string>>, record: RecordOf<E> | undefined) => DraftOf<E>
}

/** A sheet with a line for each person, whose cells are fields of the person's record; what is refused stays typed. */
export const PersonSheet = <E extends Entity<string>>(props: PersonSheetProps<E>) => {
  const { entity, items, read, write, ...sheet } = props
  const resource = useResource(entity)
  const { recordOf, typedAt, cell } = useMemo(() => {
    const byPerson = computed(() => new Map(items.value.map((item) => [String(item.peek().user_id), item])))
    /** What is typed until it is saved, or why it was refused; and what is shown. */
    const cells = new Map<string, { typed: Signal<Cell | null>; shown: ReadonlySignal<Cell> }>()
    function cellAt(person: string, column: string) {
      const known = cells.get(`${person} ${column}`)
      if (known) return known
      const typed = signal<Cell | null>(null)
      const shown = computed(() => typed.value ?? { text: read(byPerson.value.get(person)?.value, column) })
      cells.set(`${person} ${column}`, { typed, shown })
      return { typed, shown }
    }
    return {
      recordOf: (person: string) => byPerson.peek().get(person)?.peek(),
      typedAt: (person: string, column: string) => cellAt(person, column).typed,
      cell: (person: string, column: string) => cellAt(person, column).shown,
    }
  }, [items, read])
  // One after the other, so that a person's second cell changes the record that the first one made.
  const turn = useRef(Promise.resolve())
  function change(changes: readonly CellChange[]) {
    for (const { row, column, text } of changes) typedAt(row, column).value = { text }
    for (const [person, own] of Map.groupBy(changes, ({ row }) => row))
      turn.current = turn.current.then(async () => {
        const values = Object.fromEntries(own.map(({ column, text }) => [column, text]))
        const record = recordOf(person)
        const whose = record ? { id: record.id } : { user_id: Number(person) }
        const answer = await resource.save({ ...write(values, record), ...whose })
        const problem = answer.ok ? undefined : (messageOf(answer) ?? answer.message)
        for (const { column, text } of own) typedAt(person, column).value = problem ? { text, problem } : null
        if (!answer.ok) toastFailure(answer)
      })
  }
  return <GridSheet {...sheet} cell={cell} onChange={change} />
}
