import { choice, flag, longText, number, ref, text } from '#core/entity/fields.ts'
import { time } from '#core/entity/time.ts'

/** The names of the types of entries, as sections are called. */
export const entryNames = {
  manpower: 'Others on site',
  weather: 'Weather',
  equipment: 'Equipment',
  delivery: 'Deliveries',
  visitor: 'Visitors',
  safety: 'Safety',
  photo: 'Photos',
  delay: 'Delays',
  note: 'Notes',
} as const
const naming = ['company', 'contact_name', 'supplier', 'name', 'description', 'body', 'sky', 'cause']

/** `Deliveries: Platt Electric`. */
export function titleOf(entry: object): string {
  const values = new Map<string, unknown>(Object.entries(entry))
  const label = Object.entries(entryNames).find(([type]) => type === values.get('type'))?.[1] ?? 'Entry'
  const subject = naming.map((name) => values.get(name)).find((value) => typeof value === 'string' && value !== '')
  return subject === undefined ? label : `${label}: ${String(subject).slice(0, 60)}`
}

const hours = () => number({ min: 0, max: 24 })
const count = () => number({ min: 1, max: 10_000, decimals: 0 })

/** The fields of each type of entry. */
export const entryFields = {
  manpower: {
    contact_id: ref('user', { onDelete: 'keep' }).optional().label('Contact'),
    company: text()
      .optional((get) => !get('contact_id'))
      .searchable(),
    trade: text().optional().searchable(),
    workers: count(),
    hours: hours().default(0).label('Hours each'),
  },
  weather: {
    observed_at: time().optional(),
    sky: choice('clear', 'cloudy', 'rain', 'snow', 'fog'),
    temperature_f: number({ min: -100, max: 150, decimals: 1 }).optional().label('Temperature'),
    wind: choice('calm', 'light', 'high').optional(),
    precipitation_in: number({ min: 0, max: 100 }).optional().label('Precipitation'),
    ground: choice('dry', 'wet', 'snow', 'frozen').optional(),
    delay: flag().default(false),
    delay_hours: hours().optional(),
  },
  equipment: {
    name: text().searchable(),
    hours_operating: hours().default(0),
    hours_idle: hours().default(0),
    inspected: flag().default(false),
  },
  delivery: {
    time: time().optional(),
    supplier: text().searchable(),
    contents: text().optional().searchable(),
    ticket_number: text().optional().searchable().label('Ticket'),
    condition: text().optional(),
  },
  visitor: {
    name: text().searchable(),
    company: text().optional().searchable(),
    time_in: time().optional(),
    time_out: time().optional(),
    purpose: text().optional().searchable(),
  },
  safety: {
    kind: choice('toolbox_talk', 'observation', 'violation', 'near_miss', 'incident'),
    time: time().optional(),
    person: text().optional().searchable(),
    company: text().optional().searchable(),
    description: longText().searchable(),
    corrective_action: longText().optional().searchable(),
    injury: flag().default(false),
    reported_at: time().optional(),
  },
  photo: {
    attachment_id: ref('attachment', { onDelete: 'cascade' }).label('Photo'),
    caption: text().optional().searchable(),
    location: text().optional().searchable(),
  },
  delay: {
    hours: hours(),
    cause: choice('weather', 'trades', 'material', 'inspection', 'owner', 'design', 'other'),
    description: longText().optional().searchable(),
  },
  note: { body: longText().searchable().label('Note'), is_issue: flag().default(false).label('Issue') },
}
