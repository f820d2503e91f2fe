import { addDays, isZone, momentIn, type Day } from '#lib/days.ts'

/** An event as calendars exchange it: with moments, or whole days of which the last one is included. */
export interface IcsEvent {
  readonly uid: string
  readonly title: string
  readonly location: string | null
  readonly note: string | null
  readonly when:
    | { readonly starts_at: string; readonly ends_at: string }
    | { readonly start_date: Day; readonly end_date: Day }
}
/** An event of a feed, with when it changed last. */
export interface FeedEvent extends IcsEvent {
  readonly changed_at: string
}

const OCTETS = 75
const encoder = new TextEncoder()
const ascii = /^[ -~]*$/

/** A line of at most 75 octets; what is left goes on in lines that begin with a space. */
function folded(line: string): string {
  // Most lines are short and of one octet a sign.
  if (line.length <= OCTETS && ascii.test(line)) return line
  if (encoder.encode(line).length <= OCTETS) return line
  const parts: string[] = []
  let [part, size] = ['', 0]
  for (const sign of line) {
    const octets = encoder.encode(sign).length
    if (size + octets > OCTETS) {
      parts.push(part)
      ;[part, size] = [' ', 1]
    }
    part += sign
    size += octets
  }
  return [...parts, part].join('\r\n')
}

const special = /[\\;,\r\n]/
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n') : text
/** `2027-03-12T15:00:00.000Z` as `20270312T150000Z`. */
const stamp = (moment: string): string =>
  `${dayText(moment.slice(0, 10))}T${moment.slice(11, 13)}${moment.slice(14, 16)}${moment.slice(17, 19)}Z`
const dayText = (day: Day): string => day.replaceAll('-', '')
/** Counts up with every change, in seconds since 2020. */
const SINCE = Date.UTC(2020, 0, 1)
const sequenceOf = (changed_at: string): number => Math.max(0, Math.floor((Date.parse(changed_at) - SINCE) / 1000))

/** A calendar to subscribe to: times in UTC, and days without a zone. */
export function writeIcs(name: string, events: readonly FeedEvent[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Plumbline//Schedule//EN', 'CALSCALE:GREGORIAN']
  lines.push('METHOD:PUBLISH', `X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  for (const { uid, title, location, note, when, changed_at } of events) {
    lines.push('BEGIN:VEVENT', `UID:${uid}@plumbline`, `DTSTAMP:${stamp(changed_at)}`)
    lines.push(`SEQUENCE:${sequenceOf(changed_at)}`)
    if ('starts_at' in when) lines.push(`DTSTART:${stamp(when.starts_at)}`, `DTEND:${stamp(when.ends_at)}`)
    else {
      lines.push(`DTSTART;VALUE=DATE:${dayText(when.start_date)}`)
      // The end of whole days is the day after the last one.
      lines.push(`DTEND;VALUE=DATE:${dayText(addDays(when.end_date, 1))}`)
    }
    lines.push(`SUMMARY:${escaped(title)}`)
    if (location) lines.push(`LOCATION:${escaped(location)}`)
    if (note) lines.push(`DESCRIPTION:${escaped(note)}`)
    lines.push('END:VEVENT')
  }
  lines.push('END:VCALENDAR')
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** What could not be read is counted: events without a start, and rules of repetition. */
export interface ReadIcs {
  readonly events: readonly IcsEvent[]
  readonly unread: number
  /** Events that repeat; only the first of each is read. */
  readonly repeated: number
}

interface Line {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly value: string
}

function lineOf(text: string): Line {
  const colon = /^(?:[^":]|"[^"]*")*/.exec(text)?.[0].length ?? text.length
  const [name = '', ...params] = text.slice(0, colon).split(';')
  return {
    name: name.toUpperCase(),
    params: Object.fromEntries(
      params.map((param) => {
        const [key = '', ...value] = param.split('=')
        return [key.toUpperCase(), value.join('=').replaceAll('"', '')]
      }),
    ),
    value: text.slice(colon + 1),
  }
}
const unescaped = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))

type Moment = { day: Day } | { at: string } | null
/** A start or end: a day, a moment in UTC, or a time in a zone, by default the company's. */
function momentOf(line: Line | undefined, zone: string): Moment {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d*(Z?))?$/.exec(line?.value.trim() ?? '')
  if (!match) return null
  const [, year = '', month = '', date = '', hour, minute, utc] = match
  const day = `${year}-${month}-${date}`
  if (Number.isNaN(Date.parse(`${day}T12:00:00Z`))) return null
  if (hour === undefined || minute === undefined) return { day }
  if (utc) return { at: `${day}T${hour}:${minute}:00.000Z` }
  const named = line?.params.TZID ?? ''
  return { at: momentIn(isZone(named) ? named : zone, day, `${hour}:${minute}`) }
}

const HOUR = 3_600_000

/** Reads the events of an .ics file; times without a zone are the company's. */
export function readIcs(text: string, zone: string): ReadIcs {
  const lines = text
    .replace(/\r\n[ \t]|\n[ \t]/g, '')
    .split(/\r?\n/)
    .map(lineOf)
  const events: IcsEvent[] = []
  let [unread, repeated] = [0, 0]
  let current: Map<string, Line> | null = null
  let depth = 0
  for (const line of lines) {
    if (line.name === 'BEGIN') {
      if (current) depth++
      if (line.value.toUpperCase() === 'VEVENT' && !current) current = new Map()
    } else if (line.name === 'END' && current) {
      if (depth > 0) depth--
      else {
        const event = eventOf(current, zone)
        if (event) events.push(event)
        else unread++
        if (event && current.has('RRULE')) repeated++
        current = null
      }
    } else if (current && depth === 0 && !current.has(line.name)) current.set(line.name, line)
  }
  return { events, unread, repeated }
}

function eventOf(lines: ReadonlyMap<string, Line>, zone: string): IcsEvent | null {
  const textOf = (name: string) => unescaped(lines.get(name)?.value ?? '').trim() || null
  const start = momentOf(lines.get('DTSTART'), zone)
  const end = momentOf(lines.get('DTEND'), zone)
  if (!start) return null
  const common = {
    uid: textOf('UID') ?? '',
    title: textOf('SUMMARY') ?? 'Event',
    location: textOf('LOCATION'),
    note: textOf('DESCRIPTION'),
  }
  if ('day' in start) {
    const last = end && 'day' in end && end.day > start.day ? addDays(end.day, -1) : start.day
    return { ...common, when: { start_date: start.day, end_date: last } }
  }
  const ends_at = end && 'at' in end ? end.at : new Date(Date.parse(start.at) + HOUR).toISOString()
  return { ...common, when: { starts_at: start.at, ends_at } }
}
