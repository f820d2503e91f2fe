import { useMemo, useRef } from 'react'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Items } from '#core/store/records.ts'
import { GridSheet, type CellChange, type Line } from '#ui/grid-sheet/grid-sheet.tsx'
import type { Cell } from '#ui/grid-sheet/sheet-cell.tsx'

interface PersonSheetProps<E extends Entity> {
  entity: E
  /** A record for each person, as far as there is one. */
  items: ReadonlySignal<Items<RecordOf<E>>>
  /** The people, by their ids. */
  rows: readonly Line[]
  columns: readonly Line[]
  /** What a cell says of a person's record. Keep it stable. */
  read: (record: RecordOf<E> | undefined, column: string, person: string) => Cell
  /** What typed cells make of a person's record. */
  write: (record: RecordOf<E> | undefined, typed: Readonly<Record<string, string>>, person: string) => DraftOf<E>
  'aria-label': string
}

function keep<T>(of: Map<string, T>, key: string, make: (key: string) => T): T {
  const known = of.get(key) ?? make(key)
  of.set(key, known)
  return known
}

/** A sheet with a line for each person, whose cells are fields of the person's record; what is refused stays typed. */
export const PersonSheet = <E extends Entity<string>>({
  entity,
  items,
  read,
  write,
  ...sheet
}: PersonSheetProps<E>) => {
  const resource = useResource(entity)
  const { typed, cell, recordOf } = useMemo(() => {
    const byPerson = computed(
      () => new Map(items.value.map((item) => [String((item.peek() as { user_id?: unknown }).user_id), item])),
    )
    /** What is typed into cells until it is saved, or why it was refused. */
    const held = new Map<string, Signal<Cell | null>>()
    const shown = new Map<string, ReadonlySignal<Cell>>()
    const typedAt = (key: string) => keep(held, key, () => signal<Cell | null>(null))
    return {
      recordOf: (person: string) => byPerson.peek().get(person)?.peek(),
      typed: (person: string, column: string) => typedAt(`${person} ${column}`),
      cell: (person: string, column: string) =>
        keep(shown, `${person} ${column}`, (key) =>
          computed(() => typedAt(key).value ?? read(byPerson.value.get(person)?.value, column, person)),
        ),
    }
  }, [items, read])
  // One after the other, so that a person's second cell changes the record that the first one made.
  const turn = useRef(Promise.resolve())
  function change(changes: readonly CellChange[]) {
    for (const { row, column, text } of changes) typed(row, column).value = { text }
    for (const [person, own] of Map.groupBy(changes, ({ row }) => row))
      turn.current = turn.current.then(async () => {
        const values = Object.fromEntries(own.map(({ column, text }) => [column, text]))
        const answer = await resource.save(write(recordOf(person), values, person))
        const problem = answer.ok ? undefined : (messageOf(answer) ?? answer.message)
        for (const { column, text } of own) typed(person, column).value = problem ? { text, problem } : null
        if (!answer.ok) toastFailure(answer)
      })
  }
  return <GridSheet {...sheet} cell={cell} onChange={change} />
}
