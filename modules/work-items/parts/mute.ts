import type { Result } from '#core/resource/result.ts'
import type { Mute } from '../../notifications/index.ts'
import { follows } from '../entities.ts'

/** Mutes a work item (rule follow), whether one follows it or not. */
export const mute: Mute['mute'] = async ({ api }, { entity, id, project_id }): Promise<Result<unknown>> => {
  const about = { followable_type: entity.table, followable_id: id }
  const resource = api(follows, { project_id })
  const known = await resource.fetchAll(about)
  if (!known.ok) return known
  const [held] = known.data
  return resource.save(held ? { id: held.id, muted: true } : { ...about, muted: true })
}
