import { choiceLabel } from '#lib/choice-label.ts'
import { formatDuration } from '#lib/durations.ts'
import { formatTime, secondsBetween } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import type { EntryOf, EntryType, LogEntry } from './entities.ts'

/** What a line says at a glance. */
export interface Glance {
  readonly title: string
  readonly detail: string
  /** At the end of the line: hours, or a state. */
  readonly end: string
}

/** How entries of one type are entered and shown. */
interface Layout<T extends EntryType> {
  readonly icon: string
  /** The label of its button: "Add company". */
  readonly add: string
  /** The inputs, in order. */
  readonly fields: readonly string[]
  /** Inputs for a time of day. */
  readonly times?: readonly string[]
  readonly glance: (entry: EntryOf<T>) => Glance
}

const list = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')
export const hoursLabel = (hours: number): string => `${formatHours(hours)} h`
/** A visit from its start to its end, with how long it was. */
function visitLabel(from: string | null, to: string | null): string {
  const seconds = from && to && secondsBetween(from, to)
  const ends = [from, to].flatMap((time) => (time ? formatTime(time) : [])).join(' – ')
  return seconds ? `${ends} (${formatDuration(seconds)})` : ends
}

export const layouts: { readonly [T in EntryType]: Layout<T> } = {
  manpower: {
    icon: 'hard-hat',
    add: 'Add company',
    fields: ['company', 'trade', 'workers', 'hours', 'notes'],
    glance: ({ company, contact_name, trade, workers, hours }) => ({
      title: company ?? contact_name ?? '',
      detail: list(trade, `${workers} ${workers === 1 ? 'worker' : 'workers'}`, `${formatHours(hours)} h each`),
      end: hoursLabel(workers * hours),
    }),
  },
  weather: {
    icon: 'cloud',
    add: 'Add weather',
    fields: [
      'observed_at',
      'sky',
      'temperature_f',
      'wind',
      'precipitation_in',
      'ground',
      'delay',
      'delay_hours',
      'notes',
    ],
    times: ['observed_at'],
    glance: ({ observed_at, sky, temperature_f, wind, precipitation_in, ground, delay, delay_hours }) => ({
      title: choiceLabel(sky),
      detail: list(
        observed_at && formatTime(observed_at),
        temperature_f !== null && `${temperature_f}°`,
        wind && `wind ${wind}`,
        precipitation_in !== null && `${precipitation_in} in`,
        ground && `ground ${ground}`,
      ),
      end: delay || delay_hours ? `Delay ${hoursLabel(delay_hours ?? 0)}` : '',
    }),
  },
  equipment: {
    icon: 'wrench',
    add: 'Add equipment',
    fields: ['name', 'hours_operating', 'hours_idle', 'inspected', 'notes'],
    glance: ({ name, hours_operating, hours_idle, inspected }) => ({
      title: name,
      detail: list(hours_idle > 0 && `${hoursLabel(hours_idle)} idle`, inspected && 'inspected'),
      end: hoursLabel(hours_operating),
    }),
  },
  delivery: {
    icon: 'truck',
    add: 'Add delivery',
    fields: ['supplier', 'contents', 'time', 'ticket_number', 'condition', 'notes'],
    times: ['time'],
    glance: ({ time, supplier, contents, ticket_number, condition }) => ({
      title: supplier,
      detail: list(time && formatTime(time), contents, ticket_number && `Ticket ${ticket_number}`),
      end: condition ?? '',
    }),
  },
  visitor: {
    icon: 'user',
    add: 'Add visitor',
    fields: ['name', 'company', 'time_in', 'time_out', 'purpose', 'notes'],
    times: ['time_in', 'time_out'],
    glance: ({ name, company, time_in, time_out, purpose }) => ({
      title: name,
      detail: list(company, purpose),
      end: visitLabel(time_in, time_out),
    }),
  },
  safety: {
    icon: 'triangle-alert',
    add: 'Add safety entry',
    fields: ['kind', 'description', 'injury', 'time', 'person', 'company', 'corrective_action', 'reported_at', 'notes'],
    times: ['time', 'reported_at'],
    glance: ({ kind, description, time, person, company, injury }) => ({
      title: `${choiceLabel(kind)}${injury ? ', injury' : ''}`,
      detail: list(time && formatTime(time), person, company, description),
      end: '',
    }),
  },
  photo: {
    icon: 'camera',
    add: 'Add photo',
    fields: ['caption', 'location'],
    glance: ({ caption, location }) => ({ title: caption ?? 'Photo', detail: location ?? '', end: '' }),
  },
  delay: {
    icon: 'clock',
    add: 'Add delay',
    fields: ['hours', 'cause', 'description', 'notes'],
    glance: ({ hours, cause, description }) => ({
      title: choiceLabel(cause),
      detail: description ?? '',
      end: hoursLabel(hours),
    }),
  },
  note: {
    icon: 'message-square-text',
    add: 'Add note',
    fields: ['body', 'is_issue'],
    glance: ({ body, is_issue }) => ({ title: body, detail: '', end: is_issue ? 'Issue' : '' }),
  },
}

/** What any entry says at a glance. */
export function glanceOf(entry: LogEntry): Glance {
  switch (entry.type) {
    case 'manpower':
      return layouts.manpower.glance(entry)
    case 'weather':
      return layouts.weather.glance(entry)
    case 'equipment':
      return layouts.equipment.glance(entry)
    case 'delivery':
      return layouts.delivery.glance(entry)
    case 'visitor':
      return layouts.visitor.glance(entry)
    case 'safety':
      return layouts.safety.glance(entry)
    case 'photo':
      return layouts.photo.glance(entry)
    case 'delay':
      return layouts.delay.glance(entry)
    case 'note':
      return layouts.note.glance(entry)
  }
}
