import * as z from 'zod/mini'
import { area, can, every, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, email, json, longText, ref, related, text } from '#core/entity/fields.ts'
import { signature } from '#core/entity/signature.ts'
import { fileFields, mailed } from '#core/entity/files.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'
import { entryFields, titleOf } from './entry-types.ts'
import {
  changesOnLog,
  dateErrors,
  deriveEntry,
  editsLogs,
  insiders,
  mayAttachToEntry,
  mayChangeEntry,
  reopensLogs,
  seesHours,
} from './guards.ts'
import { crew, totals, weather } from './values.ts'
import { formatWeekday } from '#lib/days.ts'
import { MOST_MAILED_BYTES } from '#lib/file-size.ts'
import { joinWords } from '#lib/join-words.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'daily_log.pending_entries': number
  }
}

const range = {
  from: filter(date(), (day) => ({ date: between(day, null) })),
  to: filter(date(), (day) => ({ date: between(null, day) })),
}

const ofActive = ({ project_archived_at }: { readonly project_archived_at: string | null }) =>
  project_archived_at === null

/** What happened on a project on one day (rule daily-log). */
export const dailyLogs = defineEntity('daily_log', {
  endpoint: 'api/projects/{project_id}/daily_logs',
  root: 'api/daily_logs',
  area: area(
    'dailyLogs',
    {
      project_manager: ['view', 'create', 'edit', 'delete'],
      office_staff: ['view'],
      foreman: ['view', 'create', 'edit'],
      employee: ['view'],
      customer: ['view'],
      contact: ['view', 'create'],
    },
    { own: true },
  ),
  access: {
    edit: editsLogs,
    delete: reopensLogs,
    reopen: reopensLogs,
    complete: editsLogs,
    share: editsLogs,
    unshare: editsLogs,
    copy_previous: editsLogs,
    weather: every(staff, can('view', 'dailyLogs')),
  },
  sort: '-date',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    date: date().unique('A daily log already exists for this date.', ['project_id']),
    user_id: ref('user', { onDelete: 'keep' }).readonly().readableBy(insiders),
    work_performed: longText().optional().searchable().readableBy(insiders).writableBy(editsLogs),
    delays: longText().optional().searchable().readableBy(insiders).writableBy(editsLogs),
    notes: longText().optional().searchable().readableBy(staff).writableBy(editsLogs),
    weather_auto: json(weather).optional().readonly().readableBy(insiders),
    signature_path: signature().optional().readonly().readableBy(insiders),
    reopened_reason: text().optional().readonly().readableBy(staff),
    /** The crew as it was signed, to tell what has changed since. */
    signed_crew: json(crew).optional().readonly().readableBy(seesHours),
  },
  computed: {
    user_name: related('user_id', 'name').readableBy(insiders),
    project_name: related('project_id', 'name'),
    project_number: related('project_id', 'number'),
    project_archived_at: related<string | null>('project_id', 'archived_at'),
    crew: json(crew).readableBy(seesHours),
    crew_total: json(z.object({ people: z.number(), hours: z.number() })).readableBy(staff),
    totals: json(totals).readableBy(insiders),
    /** Entries that wait for approval. */
    /** The number of pictures on the log, and the newest of them. */
    pictures: json(z.object({ count: z.number(), ids: z.array(z.number()) })).readableBy(insiders),
  },
  filters: range,
  actions: ['copy_previous'],
  queries: ['weather'],
  rules: {
    derive: (_, before) => (before ? { date: before.date } : {}),
    validate: ({ date: day }) => dateErrors(day),
    mayAttach: (at, _, { user }) => changesOnLog(at, user),
  },
  online: ['copy_previous', 'reopen', 'share', 'unshare', 'delete'],
  natural: ['project_id', 'date'],
  attachable: ['message', 'attachment'],
  whileActive: 'project_id',
  active: {
    until: 'completed_at',
    message: 'This daily log is complete. Reopen it to make changes.',
    except: ['complete', 'reopen', 'share', 'unshare'],
  },
  offline: 'project',
  display: {
    icon: 'notebook-pen',
    findable: true,
    title: ({ date }) => formatWeekday(date),
    subtitle: ({ project_number, project_name }) => joinWords(project_number, project_name),
    href: ({ id, project_id }) => `/projects/${project_id}/daily_logs/${id}`,
  },
  workflow: {
    states: {
      draft: { label: 'Draft', tone: 'primary' },
      completed: { label: 'Complete', tone: 'done', stamp: 'completed' },
    },
    marks: { shared: { label: 'Shared with the customer', stamp: 'shared', readableBy: insiders } },
    steps: {
      complete: {
        from: ['draft'],
        to: 'completed',
        label: 'Complete',
        icon: 'check',
        done: 'Daily log completed.',
        asks: { signature_path: signature().optional() },
        primary: true,
      },
      reopen: {
        from: ['completed'],
        to: 'draft',
        label: 'Reopen',
        icon: 'undo-2',
        done: 'Daily log reopened.',
        reason: { field: 'reopened_reason', message: 'Add a reason.' },
      },
      share: {
        marks: 'shared',
        label: 'Share with customer',
        icon: 'share',
        done: 'Shared with the customer.',
        undo: 'unshare',
        offered: ofActive,
      },
      unshare: {
        clears: 'shared',
        label: 'Stop sharing',
        icon: 'share',
        done: 'No longer shared.',
        undo: 'share',
        offered: ofActive,
      },
    },
  },
})
export type DailyLog = RecordOf<typeof dailyLogs>

/** A line of a daily log; each type has its own fields. The own crew is no entry: it comes from time. */
export const logEntries = defineEntity('daily_log_entry', {
  endpoint: 'api/daily_logs/{daily_log_id}/entries',
  root: 'api/daily_log_entries',
  table: 'daily_log_entries',
  area: 'dailyLogs',
  access: {
    // Outside contacts change their own pending entries; the server checks each entry in `may`.
    create: can('create', 'dailyLogs'),
    edit: can('create', 'dailyLogs'),
    delete: can('create', 'dailyLogs'),
    approve: editsLogs,
  },
  sort: 'id',
  fields: {
    daily_log_id: ref('daily_log', { onDelete: 'cascade' }),
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
    /** What outside contacts enter is pending until it is approved. */
    status: choice('approved', 'pending').default('approved').readonly(),
    notes: longText().optional().searchable(),
  },
  variants: {
    by: 'type',
    of: entryFields,
  },
  computed: {
    user_name: related('user_id', 'name'),
    contact_name: related<string | null>('contact_id', 'name'),
  },
  workflow: {
    states: {
      pending: { label: 'Pending', tone: 'attention', is: { status: 'pending' } },
      approved: { label: 'Approved', tone: 'done', is: { status: 'approved' } },
    },
    steps: { approve: { to: 'approved', label: 'Approve', icon: 'check', done: 'Entry approved.', button: true } },
  },
  rules: {
    may: (verb, at, { user }) => mayChangeEntry(verb, at, user),
    derive: (draft, before, { user }) => deriveEntry(draft, before, user),
    mayAttach: (at, entry, { user }) => mayAttachToEntry(at, entry, user),
  },
  attachable: ['attachment'],
  whileActive: 'daily_log_id',
  offline: 'project',
  totals: {
    'daily_log.pending_entries': {
      of: 'daily_log_id',
      where: { status: 'pending' },
      labels: ['entry to approve', 'entries to approve'],
    },
  },
  display: {
    noun: 'entry',
    plural: 'entries',
    icon: 'list-checks',
    title: titleOf,
  },
})
export type LogEntry = RecordOf<typeof logEntries>
export type EntryType = LogEntry['type']
export type EntryOf<T extends EntryType> = Extract<LogEntry, { type: T }>

/** Who gets a project's daily logs by mail. */
export const logRecipients = defineEntity('daily_log_recipient', {
  endpoint: 'api/projects/{project_id}/daily_log_recipients',
  area: 'dailyLogs',
  access: { view: editsLogs, create: editsLogs, edit: editsLogs, delete: editsLogs },
  sort: 'email',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    email: email().unique('That address is on the list already.', ['project_id']),
  },
  whileActive: 'project_id',
  display: { noun: 'recipient', icon: 'mail', title: ({ email }) => email },
})
export type LogRecipient = RecordOf<typeof logRecipients>

/** Daily logs that were mailed to a project's list: the PDF that is uploaded here goes to everyone on it. */
export const logMailings = defineEntity('daily_log_mailing', {
  endpoint: 'api/projects/{project_id}/daily_log_mailings',
  area: 'dailyLogs',
  ...mailed(editsLogs),
  whileActive: 'project_id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    from: date(),
    to: date(),
    ...fileFields(MOST_MAILED_BYTES),
    /** The addresses it was mailed to; the list may have changed since. */
    addresses: json(z.array(z.string())).optional().readonly(),
  },
})
export type LogMailing = RecordOf<typeof logMailings>
