import { useState } from 'react'
import { guardOf, type Entity } from '#core/entity/entity.ts'
import { UNDO_HOURS, undoOf, verbOf } from '#core/entity/undo.ts'
import type { HistoryEntry } from '#core/resource/resource.ts'
import { Button } from '#ui/button/button.tsx'
import { useServices } from '../services/services.tsx'
import { sayTurned } from '../undo/offer.ts'

/** The server decides, by its own clock. */
const UNDO_MS = UNDO_HOURS * 3_600_000

/** Undoes a change from a record's history: one's own, or with edit in the area that of others (rule undo). @useSignals */
export const UndoEntry = ({ entity, id, entry }: { entity: Entity; id: number; entry: HistoryEntry }) => {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  const { action, change_id, created_at, user_id } = entry
  const user = services.session.user.value
  const isOver = Date.now() - Date.parse(created_at) > UNDO_MS
  if (!user || !change_id || isOver || !services.settings.value.features.includes('undo')) return null
  if (undoOf(entity, verbOf(action)) === false) return null
  if (user_id !== user.id && !guardOf(entity, 'edit')(user)) return null
  async function undo(change: string) {
    setBusy(true)
    const dot = change.indexOf('.')
    const made = { user: Number(change.slice(0, dot)), key: change.slice(dot + 1), entity: entity.name, ids: [id] }
    const result = await services.writes.undo(made)
    setBusy(false)
    if (result.ok) sayTurned(services, { ...result, data: result.notUndone ?? [] }, 'Undone.')
    else sayTurned(services, { ...result, current: [] }, '')
  }
  return (
    <Button variant="ghost" size="sm" loading={busy} onClick={() => void undo(change_id)}>
      Undo
    </Button>
  )
}
