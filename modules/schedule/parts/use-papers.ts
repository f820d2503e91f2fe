import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import { useServices } from '#blocks/services/services.tsx'
import { downloadText } from '#lib/csv.ts'
import { addDays, formatMonthDay, type Day } from '#lib/days.ts'
import { toast } from '#ui/toast/toast.tsx'
import { crews } from '../../crews/entities.ts'
import { overtimeSettings, rulesOf } from '../../overtime/entities.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { companyDays } from '../company-days.ts'
import { spanOf } from '../days-of.ts'
import { scheduleEvents, scheduleSettings, type Assignment } from '../entities.ts'
import { linesOf } from './board/board-rows.ts'
import type { Place } from './place.ts'
import { assignmentsCsv } from './schedule-csv.ts'

/** The days of the board as a file: assignments as CSV, or the whole on one sheet of paper. */
export function usePapers({ place, from, to }: { place: Place; from: Day; to: Day }) {
  const services = useServices()
  const { store, settings } = services

  function known() {
    const events = store
      .of(scheduleEvents)
      .all.peek()
      .map((item) => item.peek())
      .filter(
        ({ start_date, end_date }) => start_date !== null && end_date !== null && start_date <= to && end_date >= from,
      )
    const assignments = events.flatMap((event): Assignment[] => (event.kind === 'assignment' ? [event] : []))
    const [setting] = store.of(scheduleSettings).all.peek()
    const [overtime] = store.of(overtimeSettings).all.peek()
    const span = { from: addDays(from, -31), to: addDays(to, 31) }
    const calendar = events.flatMap((event) => (event.kind === 'calendar' ? [event] : []))
    const company = companyDays(
      span,
      setting?.peek().work_days ?? [1, 2, 3, 4, 5],
      rulesOf(overtime?.peek()).other,
      calendar,
    )
    return { assignments, company, start_time: setting?.peek().start_time ?? '07:00' }
  }
  const title = `Schedule ${formatMonthDay(from)} – ${formatMonthDay(to)}`

  return {
    exportCsv() {
      const { assignments, company, start_time } = known()
      const text = assignmentsCsv(assignments, { from, to }, company, start_time, {
        person: (id) => store.of(users).peek(id),
        project: (id) => (id === null ? undefined : store.of(projects).peek(id)),
        phase: (id) => (id === null ? undefined : store.of(phases).peek(id)?.name),
      })
      downloadText(`schedule-${from}.csv`, text)
    },
    async print() {
      const { assignments, company } = known()
      const byPerson = Map.groupBy(assignments, ({ user_id }) => user_id)
      try {
        const { boardPdf } = await import('./schedule-pdf.ts')
        const lines = linesOf(
          store
            .of(users)
            .all.peek()
            .map((item) => item.peek()),
          new Set(byPerson.keys()),
          store
            .of(crews)
            .all.peek()
            .map((item) => item.peek()),
          place.group,
          {
            jobsOf: (id) => new Set(byPerson.get(id)?.flatMap((one) => (one.removed ? [] : (one.project_id ?? [])))),
            job: (id) => store.of(projects).peek(id),
            free: () => new Set(),
            short: () => new Set(),
          },
        )
        const bytes = await boardPdf({
          title: `${settings.peek().company_name}, ${title}`,
          letterhead: await letterheadOf(services),
          days: spanOf(from, to),
          lines,
          company,
          assignmentsOf: (id) => byPerson.get(id) ?? [],
          nameOf: (id) => store.of(users).peek(id)?.name ?? '',
          jobOf: (id) => (id === null ? undefined : store.of(projects).peek(id)),
        })
        download(pdfBlob(bytes), `schedule-${from}.pdf`)
      } catch {
        toast.error('The page could not be made. Check the connection and try again.')
      }
    },
  }
}
