import type { RefObject } from 'react'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import { useServices } from '#blocks/services/services.tsx'
import { downloadText } from '#lib/csv.ts'
import { formatMonthDay } from '#lib/days.ts'
import { toast } from '#ui/toast/toast.tsx'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { scheduleSettings, type Assignment } from '../entities.ts'
import type { BoardState } from './board/board.tsx'
import { assignmentsCsv } from './schedule-csv.ts'

/** What the board shows, as its filters have it, as a file: assignments as CSV, or the whole on one sheet of paper. */
export function usePapers(shown: RefObject<BoardState | null>) {
  const services = useServices()
  const { store, settings } = services
  const jobOf = (id: number | null) => (id === null ? undefined : store.of(projects).peek(id))

  function known() {
    const board = shown.current
    if (!board) toast.error('The schedule is not loaded yet. Try again in a moment.')
    const [from, to] = [board?.days[0], board?.days.at(-1)]
    if (!board || !from || !to) return null
    const lines = board.lines.peek()
    const people = new Set(lines.flatMap((line) => (line.kind === 'person' ? [line.id] : [])))
    const assignments = board.index.assignments.peek().filter(({ user_id }) => people.has(user_id))
    return { from, to, days: board.days, lines, assignments, company: board.company.peek() }
  }

  return {
    exportCsv() {
      const found = known()
      if (!found) return
      const start_time = store.of(scheduleSettings).all.peek()[0]?.peek().start_time ?? '07:00'
      const text = assignmentsCsv(found.assignments, found, found.company, start_time, {
        person: (id) => store.of(users).peek(id),
        project: jobOf,
        phase: (id) => (id === null ? undefined : store.of(phases).peek(id)?.name),
      })
      downloadText(`schedule-${found.from}.csv`, text)
    },
    async print() {
      const found = known()
      if (!found) return
      const { from, to, days, lines, company } = found
      const byPerson = Map.groupBy<number, Assignment>(found.assignments, ({ user_id }) => user_id)
      try {
        const { boardPdf } = await import('./schedule-pdf.ts')
        const bytes = await boardPdf({
          title: `${settings.peek().company_name}, Schedule ${formatMonthDay(from)} – ${formatMonthDay(to)}`,
          letterhead: await letterheadOf(services),
          days,
          lines,
          company,
          assignmentsOf: (id) => byPerson.get(id) ?? [],
          nameOf: (id) => store.of(users).peek(id)?.name ?? '',
          jobOf,
        })
        download(pdfBlob(bytes), `schedule-${from}.pdf`)
      } catch {
        toast.error('The page could not be made. Check the connection and try again.')
      }
    },
  }
}
