import { not, refuse } from '#server/define-server.ts'
import type { SamplePart } from '../../projects/slots.ts'
import { timecards, timeEntries } from '../entities.ts'

/** Hours that people entered on the sample project go with it, but for those that are approved, which are kept. */
export const sampleHours: SamplePart = {
  of: timeEntries,
  async take(project_id, { pick, exists, remove }) {
    const entries = await pick(timeEntries, ['id', 'week_id'], { project_id })
    const weeks = [...new Set(entries.flatMap(({ week_id }) => week_id ?? []))]
    if (weeks.length && (await exists(timecards, { id: weeks, approved_at: not(null) })))
      refuse('Hours on the sample project are approved. Reopen their weeks first.')
    for (const { id } of entries) await remove(timeEntries, id)
  },
}
