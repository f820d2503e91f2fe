import * as z from 'zod/mini'
import { can, every, nobody, only, staff, type Id } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, json, number, ref, text } from '#core/entity/fields.ts'
import { between } from '#core/query/where.ts'
import { filter } from '#core/query/filters.ts'
import { formatDay, type Day } from '#lib/days.ts'
import { seesAllTime, type HeldChange, type Statement, type Totals } from '../time/entities.ts'
import { ADD_A_REASON, type Proposal } from '../time/guards.ts'
import {
  fileFormats,
  LEFT_OUT,
  payrollColumns,
  payTypes,
  sageColumns,
  type FileHead,
  type MappedColumn,
  type PayrollTotals,
} from './layout.ts'
import type { PayrollRow, PayrollWeek } from './rows.ts'

/** A file of a batch, as CSV. */
export interface PayrollFile {
  readonly name: string
  readonly text: string
}

/** Users who may export to payroll: those with export permission who see everyone's time. */
export const exporters = every(staff, can('export', 'timecards'), seesAllTime)

const column = z.strictObject(
  {
    column: z.enum(payrollColumns, { error: 'must name an existing column' }),
    header: z
      .string({ error: 'must be text' })
      .check(
        z.trim(),
        z.minLength(1, 'must give every column a header'),
        z.maxLength(100, 'must have headers of 100 characters or fewer'),
      ),
    text: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must have texts of 100 characters or fewer'))),
    codes: z.optional(
      z.partialRecord(
        z.enum(payTypes),
        z.string().check(z.trim(), z.maxLength(30, 'must have pay codes of 30 characters or fewer')),
      ),
    ),
  },
  { error: 'must be columns and their headers' },
)
const columns = z.array(column, { error: 'must be a list' }).check(
  z.refine((list) => list.length > 0, 'must have at least one column'),
  z.refine((list) => {
    const once = list.filter(({ column }) => column !== 'fixed')
    return new Set(once.map((one) => one.column)).size === once.length
  }, 'must not repeat a column'),
  z.refine(
    (list) => list.every(({ codes = {} }) => payTypes.every((type) => codes[type] !== LEFT_OUT || type === 'PERDIEM')),
    'must not leave out hours: only PERDIEM has none',
  ),
)

/** The layout of a payroll file: its columns, their order and their headers. */
export const payrollMappings = defineEntity('payroll_mapping', {
  endpoint: 'api/payroll_mappings',
  area: 'timecards',
  access: only(exporters),
  online: true,
  sort: 'name',
  fields: {
    name: text().unique('A mapping of this name exists already.'),
    columns: json<MappedColumn[]>(columns).default([...sageColumns]),
    format: choice(...fileFormats).default('csv'),
    company: text().optional().label('Company').help('As QuickBooks names it, in an exported timer list: COMPANYNAME'),
    company_number: text().optional().label('Company’s number').help('There too: COMPANYCREATETIME'),
  },
  display: { icon: 'file-text' },
})
export type PayrollMapping = RecordOf<typeof payrollMappings>

export const LEFT = 'The file of this batch was downloaded. Reverse the batch instead.'
const administrators = every(exporters, can('edit', 'users'))

/** JSON that only the server writes; it is not validated when read back. */
const snapshot = <T>() => json<T>(z.custom<T>()).readonly()

/**
 * An export: a snapshot of the weeks and rows at that time, so that its file is always the same. They are stored as JSON
 * rather than as lines, since they are never searched or changed and there may be thousands.
 */
export const payrollBatches = defineEntity('payroll_batch', {
  endpoint: 'api/payroll_batches',
  area: 'timecards',
  access: { ...only(exporters), edit: nobody, delete: nobody, undo: administrators, reverse: administrators },
  online: true,
  sort: '-id',
  fields: {
    /** The batch covers the weeks whose first day is in this range, both ends included. */
    starts_on: date().label('First day'),
    ends_on: date().label('Last day'),
    mapping_id: ref('payroll_mapping', { onDelete: 'keep' }).label('Mapping'),
    /**
     * Leaves what is not approved yet, or has no employee code, for a later batch. Clients of earlier versions, which write
     * the file themselves, do not send it.
     */
    ready_only: flag().optional(),
    /** Exports the changes alone of weeks that were exported before, of whatever span. */
    changes_only: flag().default(false),
    creator_id: ref('user', { onDelete: 'keep' }).readonly(),
    mapping_name: text().readonly(),
    /** The batch that it takes back, and the reason why a batch was taken back. */
    reverses_id: ref('payroll_batch', { onDelete: 'keep' }).optional().readonly(),
    reversed_reason: text().optional().readonly(),
    totals: snapshot<PayrollTotals>(),
    columns: snapshot<MappedColumn[]>().sent('alone'),
    /** How its file is written; batches of earlier versions are for spreadsheets. */
    head: snapshot<FileHead>().optional(),
    weeks: snapshot<PayrollWeek[]>().sent('alone'),
    rows: snapshot<PayrollRow[]>().sent('alone'),
    /** Its files, made when the first of them leaves, and the same ever since. */
    files: snapshot<Record<string, PayrollFile>>().optional().readableBy(nobody),
  },
  // What was exported is undone by the batch.
  undo: false,
  queries: ['preview', 'changes'],
  workflow: {
    states: {
      made: { label: 'Not downloaded', refusal: 'Nobody has downloaded this batch. Undo it instead.' },
      exported: { label: 'Exported', tone: 'done', stamp: 'left', refusal: LEFT },
      reversed: { label: 'Reversed', stamp: 'reversed' },
      undone: { label: 'Undone', stamp: 'undone' },
    },
    steps: {
      undo: {
        from: ['made'],
        to: 'undone',
        label: 'Undo batch',
        icon: 'undo-2',
        done: ({ id }) => `Batch ${id} undone.`,
        offered: ({ reverses_id }) => reverses_id === null,
        question: {
          title: ({ id }) => `Undo batch ${id}?`,
          message: 'Nobody has its file. Its weeks are exported again with the next batch.',
          danger: true,
        },
      },
      reverse: {
        from: ['exported'],
        to: 'reversed',
        label: 'Reverse batch',
        icon: 'undo-2',
        done: ({ id }) => `Batch ${id} reversed.`,
        offered: ({ reverses_id }) => reverses_id === null,
        reason: { field: 'reversed_reason', message: ADD_A_REASON, title: 'Reverse this batch' },
      },
    },
  },
  display: {
    icon: 'file-text',
    title: ({ starts_on, ends_on }) => `${formatDay(starts_on)} to ${formatDay(ends_on)}`,
    subtitle: ({ mapping_name }) => mapping_name,
    href: () => '/payroll',
  },
})
export type PayrollBatch = RecordOf<typeof payrollBatches>

/** What keeps a week from being approved with others (rule payroll-exceptions). */
export const exceptionKinds = ['held', 'missing', 'disputed', 'over_12', 'twice', 'no_code', 'law'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** An exception that somebody looked at and accepts as it is; with other hours that day it is one again. */
export const settledExceptions = defineEntity('settled_exception', {
  endpoint: 'api/settled_exceptions',
  area: 'timecards',
  access: { ...only(exporters), edit: nobody, remind: exporters },
  online: true,
  sort: 'date',
  fields: {
    user_id: ref('user').label('Person'),
    date: date(),
    kind: choice('missing', 'over_12', 'twice', 'held'),
    /** The hours that were accepted, or how many changes a device holds. */
    hours: number({ min: 0, max: 1000, hours: true }),
  },
  filters: {
    from: filter(date(), (day) => ({ date: between(day, null) })),
    to: filter(date(), (day) => ({ date: between(null, day) })),
  },
  /** `{ user_id, starts_on, ends_on }`: tells whose hours are missing. */
  collectionActions: ['remind'],
  display: { noun: 'exception', icon: 'check', title: ({ date: day }) => formatDay(day), href: () => '/payroll' },
})

/** One of a period's exceptions, with what its answers need. */
export interface WeekException {
  kind: ExceptionKind
  user_id: Id
  name: string
  /** Null for somebody who has no hours at all. */
  timecard_id: Id | null
  date: Day
  /** The hours of the day, those that are missing, or how many changes a device holds. */
  hours: number
  /** The job of most of them, and what was said. */
  job: string
  text: string
  /** That job, or the one of most of the week's hours, for what is missing; older servers leave it out. */
  project_id?: Id | null
  /** Who gets a reminder of missing hours: the person or their lead. Absent on older servers. */
  reminds?: { id: Id; name: string } | null
  asked?: { by: string; at: string } | null
  /** Who enters missing hours, and when their devices last reached the server, if not since that day: they may hold them. */
  unheard?: { name: string; at: string } | null
  /** Whose device holds the changes, their kind, and since when they wait; `text` says why they were refused. */
  held?: Pick<HeldChange, 'id' | 'kind' | 'device' | 'since'> & { by: string }
  /** What is proposed instead of disputed hours, of each day; earlier clients know of the first one. */
  proposal?: Proposal | null
  proposals?: readonly Proposal[]
  /** What was said of a disputed week, oldest first, if that is more than `text`. */
  said?: readonly Statement[]
  /** The entry without a code, and the code that its person used last on its job. */
  entry_id: Id | null
  code: { id: Id; number: string } | null
}

/** A week of a period that is closed: how it is paid, as approved or as it would be now, and whose crew it is in. */
export interface ClosingWeek extends PayrollWeek {
  /** Null where an older server does not say it of a week that is not approved. */
  paid: Totals | null
  /** The job of most of its hours, and whose crew it is in; empty without. */
  job: string
  lead: string
}

/** The response of GET api/payroll_batches/preview?starts_on=…&ends_on=…: all weeks with time entries, by name. */
export interface PayrollPreview {
  weeks: ClosingWeek[]
  /** Older servers leave it out. */
  exceptions?: WeekException[]
}

/** A preview as a server of any version sends it, or one that the device has kept of it. */
export interface AnyPreview extends Omit<PayrollPreview, 'weeks'> {
  weeks: (PayrollWeek & Partial<ClosingWeek>)[]
  /** The exceptions of a kind that earlier clients do not know: what devices hold. */
  held?: WeekException[]
}

/** The response of GET api/payroll_batches/changes: the weeks that changed since their export, and what changed. */
export interface PayrollChanges {
  weeks: PayrollWeek[]
  rows: PayrollRow[]
}
