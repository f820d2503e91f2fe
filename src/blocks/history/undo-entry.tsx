import type { Entity } from '#core/entity/entity.ts'
import { verbOf } from '#core/entity/undo.ts'
import type { HistoryEntry } from '#core/resource/resource.ts'
import { Button } from '#ui/button/button.tsx'
import { useUndoChange } from './use-undo-change.ts'

/** Undoes a change from a record's history. @useSignals */
export const UndoEntry = ({ entity, id, entry }: { entity: Entity; id: number; entry: HistoryEntry }) => {
  const undoing = useUndoChange(entity, { ...entry, verb: verbOf(entry.action) }, [id])
  if (!undoing) return null
  return (
    <Button variant="ghost" size="sm" loading={undoing.busy} onClick={() => void undoing.undo()}>
      Undo
    </Button>
  )
}
