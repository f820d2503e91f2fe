import type { Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import { scheduleEvents, type ScheduleEvent } from '../../entities.ts'
import type { BigStep } from '../../steps.ts'
import { words } from './words.ts'

/** Takes a step with these events in one transaction. What it deletes is not in its answer, and leaves the store at once. */
export async function takeStep(
  { api, store }: Pick<Services, 'api' | 'store'>,
  step: BigStep,
  body: Readonly<Record<string, unknown>>,
  ids: readonly Id[],
): Promise<Result<ScheduleEvent[]>> {
  const result = await api(scheduleEvents).actOnAll(step, body)
  if (!result.ok || result.waiting || !words[step].danger) return result
  const left = new Set(result.data.map(({ id }) => id))
  store.of(scheduleEvents).remove(
    ids.filter((id) => !left.has(id)),
    'local',
  )
  return result
}
