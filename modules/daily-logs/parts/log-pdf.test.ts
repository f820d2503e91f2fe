import { expect, test } from 'vitest'
import { pagesOf } from '../../../tests/stock-reader.ts'
import type { DailyLog, LogEntry } from '../entities.ts'
import { logPdf, type PrintedDay } from '../log-pdf.ts'

/** A log with the fields that are printed; the others are not read. */
const log = (part: Partial<DailyLog>) =>
  ({
    id: 1,
    date: '2026-11-19',
    project_number: '26-041',
    project_name: 'Canyon Lakes',
    user_name: 'Luis Ortega',
    completed_at: null,
    completed_name: null,
    work_performed: null,
    delays: null,
    notes: null,
    weather_auto: null,
    signature_path: null,
    signed_crew: null,
    crew: [],
    crew_total: { people: 0, hours: 0 },
    ...part,
  }) as DailyLog

test('a stock reader finds each day of a log on pages of its own', async () => {
  const line = {
    id: 1,
    type: 'note',
    body: 'The lift was late.',
    is_issue: false,
    notes: null,
    status: 'approved',
    user_name: 'Luis Ortega',
  } as LogEntry
  const long = Array.from({ length: 90 }, (_, at) => `Pulled feeder ${at}.`)
  async function* none() {}
  async function* days(): AsyncGenerator<PrintedDay> {
    yield { log: log({ work_performed: long.join('\n') }), entries: [line], pictures: none() }
    yield { log: log({ date: '2026-11-20', notes: 'Inspection passed.' }), entries: [], pictures: none() }
  }
  const bytes = await logPdf('26-041 daily log', { company: 'Three Rivers Electric', logo: null }, days())
  const pages = (await pagesOf(bytes)).map(({ text }) => text)
  expect(pages).toHaveLength(4)
  const words = pages.join(' ')
  for (const text of [...long, 'The lift was late.', 'Inspection passed.']) expect(words).toContain(text)
  expect(pages.at(-1)).not.toContain('The lift was late.')
  for (const [at, text] of pages.entries()) expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
})
