import * as z from 'zod/mini'
import { can, every, nobody, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { date, instant, json, ref, related } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { signature } from '#core/entity/signature.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'
import { formatDay } from '#lib/days.ts'
import type { TimeEntry } from './entities.ts'
import { mayStep } from './guards.ts'

export const NO_LINES = 'There are no hours to sign.'

/** What a person signs of one of a day's entries. */
const dayLine = z.object({
  entry_id: z.number(),
  type: z.string(),
  project_id: z.nullable(z.number()),
  cost_code_id: z.nullable(z.number()),
  hours: z.number(),
  per_diem: z.boolean(),
})
export type DayLine = z.infer<typeof dayLine>

const signers = every(staff, can('view', 'timecards'))

/**
 * A person's signature below the hours of one day, given on somebody's phone (rule day-signature). It never changes: it is
 * void once the day's hours are others, or once the person signs the day again.
 */
export const daySignatures = defineEntity('day_signature', {
  endpoint: 'api/day_signatures',
  area: 'timecards',
  access: { ...only(nobody), view: signers, create: signers },
  sort: '-date',
  fields: {
    user_id: ref('user').label('Person'),
    date: date(),
    signature_path: signature(),
    /** Exactly what was signed. A device names entries that wait there too, so that they are sent before. */
    lines: json(z.array(dayLine).check(z.maxLength(200))),
    /** Who held the phone. */
    holder_id: ref('user', { onDelete: 'keep' }).readonly(),
    /** Who entered all of these hours, if it was one person, who sees the signature as well as them. */
    entered_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    voided_at: instant().optional().readonly(),
  },
  computed: { user_name: related('user_id', 'name'), holder_name: related('holder_id', 'name') },
  filters: {
    from: filter(date(), (day) => ({ date: between(day, null) })),
    to: filter(date(), (day) => ({ date: between(null, day) })),
  },
  indexed: [['user_id', 'date']],
  offline: { days: 14 },
  undo: false,
  rules: {
    may: (_, { draft }, { user }) => mayStep(draft, user),
    validate: ({ lines }, before): FieldErrors => (before || lines?.length ? {} : { lines: [NO_LINES] }),
  },
  display: {
    noun: 'signature',
    icon: 'pencil',
    title: ({ user_name, date }) => `${user_name}, ${formatDay(date)}`,
    href: ({ date }) => `/time/sign?day=${date}`,
  },
})
export type DaySignature = RecordOf<typeof daySignatures>

type Line = Pick<TimeEntry, 'id' | Exclude<keyof DayLine, 'entry_id'>>

/** A day's entries as they are signed. */
export const linesOfDay = (entries: readonly Line[]): DayLine[] =>
  entries.map(({ id: entry_id, type, project_id, cost_code_id, hours, per_diem }) => {
    return { entry_id, type, project_id, cost_code_id, hours, per_diem }
  })

const textOf = (lines: readonly DayLine[]) =>
  lines
    .map((line) => [line.entry_id, line.type, line.project_id, line.cost_code_id, line.hours, line.per_diem].join())
    .toSorted()
    .join(';')

/** Whether a day's entries are those that were signed, in whatever order. */
export const isSame = (lines: readonly DayLine[], entries: readonly Line[]): boolean =>
  textOf(lines) === textOf(linesOfDay(entries))

export interface SignedDay {
  readonly state: 'signed' | 'void'
  /** The signature that holds, or the last one that did. */
  readonly signature: DaySignature
}

/**
 * How a person's day is signed, given its entries; null if it is not. What waits on the device counts: hours that were
 * changed there make a signature void before the server has heard of it.
 */
export function signedDay(signatures: readonly DaySignature[], entries: readonly Line[]): SignedDay | null {
  const sorted = signatures.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const valid = sorted.findLast(({ voided_at, lines }) => voided_at === null && isSame(lines, entries))
  const last = valid ?? sorted.at(-1)
  return last && entries.length ? { state: valid ? 'signed' : 'void', signature: last } : null
}
