import * as z from 'zod/mini'
import { can, every, nobody, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, json, ref, related, text } from '#core/entity/fields.ts'
import { time } from '#core/entity/time.ts'

/** Who may see at least one report (rule report). Each has its own guard beyond that. */
export const reportReaders = every(staff, can('create', 'timeEntries'))
/** Who decides what others get by mail. */
export const mailsOthers = every(reportReaders, can('edit', 'users'))

const chosen = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(100)))
export const mailDays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'weekdays',
  'every_day',
  'first_of_month',
] as const

/** A report that somebody gets by mail, on which days and at what time of the company's day (rule report-mail). */
export const reportMails = defineEntity('report_mail', {
  endpoint: 'api/report_mails',
  area: 'timeEntries',
  access: { ...only(reportReaders), answer: reportReaders },
  online: true,
  // What reports answer may be pay, which devices do not keep.
  offline: false,
  sort: 'id',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).label('Person'),
    report: text(),
    filters: json<Record<string, string>>(chosen).default({}),
    day: choice(...mailDays).default('monday'),
    time: time().default('06:00'),
    /** Turned off when its reader ends it or may no longer see the report; `ended_reason` says which. It can be turned on again. */
    active: flag().default(true),
    ended_reason: text().optional().readonly(),
    /** What is in the address that ends it, and does nothing else. */
    token: text().optional().readonly().readableBy(nobody),
    /** The day of the company on which it was sent last. */
    sent_on: date().optional().readonly(),
  },
  computed: { user_name: related('user_id', 'name') },
  queries: ['answer'],
  rules: {
    may: (_, { before, draft }, { user }) =>
      [before?.user_id, draft.user_id].every((id) => id === undefined || id === user.id) ||
      mailsOthers(user) ||
      'Only who may edit people decides what others get by mail.',
  },
  display: {
    noun: 'report by mail',
    plural: 'reports by mail',
    icon: 'mail',
    href: ({ report }) => `/reports/${report}`,
  },
})
export type ReportMail = RecordOf<typeof reportMails>
