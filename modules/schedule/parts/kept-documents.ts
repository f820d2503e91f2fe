import type { Keeps } from '#core/module/keeps.ts'
import { loadPdfEngine } from '#lib/pdf/pdf-document.ts'
import { documents, documentUrl } from '../../documents/entities.ts'
import { scheduleEvents, type ScheduleEvent } from '../entities.ts'

const jobOf = ({ told_project_id, project_id }: ScheduleEvent) => told_project_id ?? project_id ?? null

/** The documents that are pinned to days of a job, and on which jobs a person is planned. */
const keptDocuments: Keeps = {
  noun: ['document', 'documents'],
  async items(of) {
    const events = [...(await of(scheduleEvents)), ...(await of(scheduleEvents, 'told_project_id'))]
    const pinned = new Set(events.flatMap((event) => (event.documents ?? []).map(({ document_id }) => document_id)))
    return (await of(documents))
      .filter(({ id }) => pinned.has(id))
      .map((one) => {
        const path = `${documentUrl(one)}?v=${one.sha256 ?? one.version}`
        return { files: [{ path, bytes: one.size }] }
      })
  },
  opens: loadPdfEngine,
  planned: {
    entity: scheduleEvents,
    filters: ({ id }, from, to) => ({ user_id: id, from, to }),
    jobsIn(records) {
      // Safe because these are the entity's own records.
      const days = (records as ScheduleEvent[]).filter(({ kind }) => kind === 'assignment')
      return days
        .toSorted((a, b) => ((a.start_date ?? '') < (b.start_date ?? '') ? -1 : 1))
        .flatMap((day) => jobOf(day) ?? [])
    },
  },
}
export default keptDocuments
