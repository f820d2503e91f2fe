import { useBusy } from '#blocks/failure/use-busy.ts'
import type { Id } from '#core/access/access.ts'
import { guardOf, type Entity } from '#core/entity/entity.ts'
import { UNDO_HOURS, undoOf } from '#core/entity/undo.ts'
import { useServices } from '../services/services.tsx'
import { sayTurned } from '../undo/offer.ts'

/** The server decides, by its own clock. */
const UNDO_MS = UNDO_HOURS * 3_600_000

/** A change that the server knows by its name. */
export interface NamedChange {
  readonly change_id?: string | null
  readonly user_id: Id | null
  readonly created_at: string
  /** What was asked for, as a description knows it. */
  readonly verb: string
}

/**
 * Undoes a change that was made earlier or by somebody else; null where this person may not: one's own, or with edit in
 * the area those of others, for a day (rule undo). @useSignals
 */
export function useUndoChange(
  entity: Entity,
  { change_id, user_id, created_at, verb }: NamedChange,
  ids: readonly Id[],
): { busy: boolean; undo: () => Promise<void> } | null {
  const services = useServices()
  const [busy, during] = useBusy()
  const user = services.session.user.value
  const isOver = Date.now() - Date.parse(created_at) > UNDO_MS
  if (!user || !change_id || isOver || !services.settings.value.features.includes('undo')) return null
  if (undoOf(entity, verb) === false) return null
  if (user_id !== user.id && !guardOf(entity, 'edit')(user)) return null
  async function undo() {
    if (!change_id) return
    const dot = change_id.indexOf('.')
    const made = { user: Number(change_id.slice(0, dot)), key: change_id.slice(dot + 1), entity: entity.name, ids }
    const result = await during(services.writes.undo(made))
    if (result.ok) sayTurned(services, { ...result, data: result.notUndone ?? [] }, 'Undone.')
    else sayTurned(services, { ...result, current: [] }, '')
  }
  return { busy, undo }
}
