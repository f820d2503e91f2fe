import { formatMoment } from '#lib/moments.ts'
import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper, type Paper, type PaperPicture } from '#lib/pdf/paper.ts'
import { formatWeekday } from '#lib/days.ts'
import type { DailyLog, EntryType, LogEntry } from './entities.ts'
import { entryNames } from './entry-types.ts'
import { crewChanges } from './crew-changes.ts'
import { glanceOf, hoursLabel } from './layouts.ts'
import { formatTime } from '#lib/moments.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { PAD } from '#lib/signature.ts'
import { joinWords } from '#lib/join-words.ts'
import { mainSky, rainOf, skyNames, windOf } from './sky.ts'

/** A day as it is printed. */
export interface PrintedDay {
  readonly log: DailyLog
  readonly entries: readonly LogEntry[]
  /** The pictures of the day, fetched one after another. */
  readonly pictures: AsyncIterable<PaperPicture>
}

const order: readonly EntryType[] = [
  'manpower',
  'weather',
  'equipment',
  'delivery',
  'visitor',
  'delay',
  'safety',
  'note',
]

/** A PDF of one or several days. Its times are those of a zone, an IANA name; by default this device's. */
export async function logPdf(
  title: string,
  letterhead: Letterhead,
  days: AsyncIterable<PrintedDay>,
  zone?: string,
): Promise<Uint8Array> {
  const paper = await createPaper(title, letterhead)
  for await (const day of days) {
    paper.turn()
    paper.letterhead()
    printDay(paper, day, zone)
    await paper.pictures(day.pictures)
  }
  return paper.finish()
}

function printDay(paper: Paper, { log, entries }: PrintedDay, zone?: string): void {
  const { write, fact, space, row } = paper
  const head = (text: string, note = '') => {
    space(8)
    write(note ? `${text}  ·  ${note}` : text, { bold: true, size: 12 })
  }
  write(joinWords(log.project_number, log.project_name), { bold: true, quiet: true })
  write(`Daily log, ${formatWeekday(log.date)}, ${log.date.slice(0, 4)}`, { size: 18, bold: true, gap: 6 })
  fact('Written by', log.user_name)
  fact('Completed', log.completed_at && `${log.completed_name ?? ''}, ${formatMoment(log.completed_at, zone)}`)
  if (!log.completed_at) fact('State', 'Draft')
  if (log.work_performed) {
    head('Work performed')
    write(log.work_performed)
  }
  printCrew(paper, log, head)
  const weather = log.weather_auto
  if (weather) {
    head('Weather', `${weather.source}, observed until ${formatTime(weather.observed_at)}`)
    const { temperature_high_f: high, temperature_low_f: low } = weather
    write(
      `${skyNames[mainSky(weather)]}, ${Math.round(high)}° / ${Math.round(low)}° F, wind to ${Math.round(windOf(weather))} mph, rain ${formatNumber(rainOf(weather), 2, 2)} in`,
    )
  }
  for (const type of order) {
    const own = entries.filter((entry) => entry.type === type && entry.status === 'approved')
    if (!own.length) continue
    head(entryNames[type])
    for (const entry of own) {
      const { title, detail, end } = glanceOf(entry)
      row([title, [detail, entry.notes].filter(Boolean).join(' · '), end], [0.34, 0.5, 0.16])
    }
  }
  for (const [label, text] of [
    ['Delays', log.delays],
    ['Notes', log.notes],
  ] as const)
    if (text) {
      head(label)
      write(text)
    }
  if (log.signature_path) {
    head('Signed')
    paper.stroke(log.signature_path, PAD, 180)
    write(log.completed_name ?? '', { quiet: true })
  }
}

function printCrew({ row, write }: Paper, log: DailyLog, head: (text: string, note?: string) => void): void {
  const { crew, crew_total: total, signed_crew: signed } = log
  if (!total || total.people === 0) return
  head('Crew', `${total.people === 1 ? '1 person' : `${total.people} people`}, ${hoursLabel(total.hours)}`)
  for (const { name, codes, hours } of crew ?? [])
    row([name, codes.map((code) => `${code.number} ${code.name}`).join(', '), formatHours(hours)], [0.34, 0.5, 0.16])
  const changes = log.completed_at && signed && crew ? crewChanges(signed, crew) : []
  if (changes.length)
    write(
      `Changed since the log was completed: ${changes.map(({ name, before, after }) => `${name} ${formatHours(before)} to ${formatHours(after)} h`).join(', ')}`,
      { size: 9, quiet: true },
    )
}
