import type { Page } from '@playwright/test'
import { ask, expect } from './app.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { runningClock } from '../clock/clock.ts'
/** A record as far as it tells whether it can be changed. */
export interface Candidate {
  readonly id: number
  readonly [field: string]: unknown
}
type Fields = Readonly<Record<string, unknown>>

/** A screen that lists records, and how one of them changes. */
export interface Listed {
  /** The address of a registered screen; those of a project stand for all. */
  readonly path: string
  /** The collection whose record changes, below `/api`. */
  readonly of: string
  /** What one of 120 further records is made of. */
  readonly make?: (at: number, me: number) => Fields
  /** What one of 120 further files is sent with, one by one, since each is a form of its own. */
  readonly file?: (at: number, me: number) => { name: string; mimeType: string; bytes: Buffer; fields: Fields }
  /** Which record changes; by default one whose name or title stands on the page. */
  readonly which?: (record: Candidate, me: number) => boolean
  /** A field that the row shows, one that nothing shows, and one that decides about the row's place or group. */
  readonly shown?: Fields
  readonly hidden?: Fields
  readonly moved?: Fields
  /** What the page asks for again because of a change, and shows the answer to. */
  readonly asks?: string
  /** Unfolds what is to be counted. */
  readonly open?: (page: Page) => Promise<void>
  /** How many changes more the document may see, where sums on many places of the page have the field. */
  readonly sums?: number
  /** How many components render of what says that there was a change at all, such as its mark; none in a table. */
  readonly mark?: number
}

const item = (at: number, assigned_id: number) => ({ title: `Item ${at}`, question: 'Why?', assigned_id })
const titled = (at: number) => ({ title: `Item ${at}` })
const named = (at: number) => ({ name: `Item ${at}` })
const numbered = (at: number) => ({ number: String(5000 + at), name: `Item ${at}` })
const textFile = (at: number) => ({ name: `Item ${at}.txt`, mimeType: 'text/plain', bytes: Buffer.from(`Item ${at}`) })
/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const isItem = ({ name }: Candidate) => /^Item 0\b/.test(String(name))
const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
/** Whether a day is in the last full week. */
function inLastWeek(date: string): boolean {
  const sunday = addDays(startOfWeek(runningClock.day()), -7)
  return sunday <= date && date < addDays(sunday, 7)
}
/** A day of the last full week on which people work. */
const worked = addDays(startOfWeek(runningClock.day()), -4)
const isWorked = ({ date }: Candidate) => date === worked
const isPhaseAhead = ({ kind, start_date, blocked_by_id }: Candidate) =>
  kind === 'phase' && blocked_by_id === null && String(start_date) > runningClock.day()
const isMine = (record: Candidate, me: number) => record.assigned_id === me && !record.completed_at

/** The lists of a project that grow the most, which each run counts. */
export const ofProject: readonly Listed[] = [
  {
    path: '/projects/1/punch_items',
    of: 'projects/1/punch_items',
    make: item,
    shown: { title: 'A' },
    hidden: { description: 'B' },
    moved: { assigned_id: null },
  },
  {
    path: '/projects/1/tasks',
    of: 'projects/1/tasks',
    make: item,
    shown: { title: 'A' },
    hidden: { description: 'B' },
    moved: { phase_id: 2 },
  },
  {
    path: '/projects/1/rfis',
    of: 'projects/1/rfis',
    make: item,
    shown: { title: 'A' },
    hidden: { schedule_impact_days: 3 },
  },
]

/** All others; those of the office come last, since their records stand on many screens. */
export const others: readonly Listed[] = [
  {
    path: '/punch_items',
    of: 'projects/1/punch_items',
    make: item,
    which: isMine,
    shown: { title: 'C' },
    hidden: { description: 'D' },
    moved: { due_date: '2026-01-05' },
  },
  {
    path: '/tasks',
    of: 'projects/1/tasks',
    make: item,
    which: isMine,
    shown: { title: 'C' },
    hidden: { description: 'D' },
    moved: { due_date: '2026-01-05' },
  },
  { path: '/rfis', of: 'projects/1/rfis', make: item, shown: { title: 'B' }, hidden: { schedule_impact_days: 4 } },
  {
    path: '/projects/1/extra_work',
    of: 'projects/1/extra_work',
    make: (at) => ({ title: `Item ${at}`, date: day(at) }),
    shown: { title: 'A' },
    hidden: { description: 'B' },
  },
  {
    path: '/projects/1/drawings',
    of: 'projects/1/drawing_sheets',
    which: ({ discipline }) => discipline === 'E',
    shown: { title: 'A' },
    hidden: { sort: 7 },
    moved: { number: 'Z9' },
    // Their pictures are rendered when they are first asked for, and would count too.
    open: async (page) => {
      for (const { current_revision_id: id } of await ask<Candidate[]>(page, 'GET', '/api/projects/1/drawing_sheets')) {
        const thumb = () => page.request.get(`/api/drawing_revisions/${String(id)}/thumb`)
        await expect.poll(async () => (await thumb()).status()).toBe(200)
      }
      await page.reload()
      await page.getByRole('region').first().waitFor()
    },
  },
  {
    path: '/projects/1/drawings?show=markups',
    of: 'drawing_sheets/1/markups',
    make: (at) => ({ revision_id: 1, type: 'text', geometry: { x: 0.1, y: 0.1, w: 0.2, h: 0.1 }, text: `Item ${at}` }),
    // Those of the sample company are drawn by somebody else.
    which: ({ text, user_id }, me) => user_id === me && /^Item 6\d$/.test(String(text)),
    shown: { text: 'A' },
    hidden: { width: 5 },
    moved: { text: 'Item 0' },
  },
  { path: '/projects/1/walk', of: 'projects/1/punch_items', make: item, which: isMine, hidden: { description: 'F' } },
  {
    path: '/projects/1/daily_logs',
    of: 'projects/1/daily_logs',
    make: (at) => ({ date: day(at) }),
    which: ({ completed_at }) => completed_at === null,
    shown: { work_performed: 'A' },
    hidden: { notes: 'B' },
  },
  {
    path: '/projects/1/cost_codes',
    of: 'projects/1/cost_codes',
    make: numbered,
    shown: { name: 'A' },
    moved: { sort: 900 },
  },
  {
    path: '/projects',
    of: 'projects',
    make: (at) => ({ customer_id: 1, ...numbered(at) }),
    shown: { number: 'A1' },
    hidden: { color: 5 },
    moved: { name: 'Item 1000' },
  },
  {
    path: '/customers',
    of: 'customers',
    make: named,
    shown: { email: 'a@example.com' },
    moved: { name: 'Zz' },
  },
  {
    path: '/customers/1',
    of: 'projects',
    shown: { number: 'A2' },
    hidden: { overtime_rule: 'standard' },
    moved: { name: 'Zz' },
  },
  {
    path: '/users',
    of: 'users',
    make: (at) => ({ name: `Item ${at}`, customer_id: 1, has_access: false }),
    shown: { email: 'q@example.com' },
    hidden: { short_name: 'B' },
    moved: { name: 'Zz' },
  },
  {
    path: '/directory?tab=all',
    of: 'users',
    shown: { email: 'r@example.com' },
    hidden: { short_name: 'D' },
    moved: { name: 'Zz' },
  },
  {
    path: '/projects/1/documents',
    of: 'projects/1/folders',
    make: named,
    which: isItem,
    shown: { name: 'Item 0 A' },
    hidden: { inherits_access: false },
    moved: { name: 'Zz' },
  },
  {
    path: '/projects/1/documents',
    of: 'projects/1/documents',
    file: (at) => ({ ...textFile(at), fields: { folder_id: 1 } }),
    which: isItem,
    shown: { name: 'Item 0 A.txt' },
    moved: { name: 'Zz.txt' },
  },
  {
    path: '/setup/default_project_documents',
    of: 'default_folders',
    make: named,
    which: isItem,
    shown: { name: 'Item 0 A' },
    hidden: { inherits_access: false },
    moved: { name: 'Zz' },
  },
  {
    path: '/setup/default_project_documents',
    of: 'default_documents',
    file: (at) => ({ ...textFile(at), fields: { default_folder_id: 1 } }),
    which: isItem,
    shown: { name: 'Item 0 A.txt' },
    moved: { name: 'Zz.txt' },
  },
  {
    path: '/projects/1/photos',
    of: 'projects/1/attachments',
    file: (at) => ({ name: `Item ${at}.png`, mimeType: 'image/png', bytes: dot, fields: {} }),
    which: isItem,
    shown: { caption: 'A' },
    hidden: { kind: 'before' },
    moved: { taken_at: '2024-01-05T12:00:00.000Z' },
  },
  {
    path: `/time?view=day&day=${worked}`,
    of: 'time_entries',
    which: isWorked,
    shown: { hours: 3.25 },
    hidden: { notes: 'B' },
  },
  {
    path: `/time?view=week&day=${worked}`,
    of: 'time_entries',
    which: isWorked,
    shown: { hours: 3.5 },
    hidden: { notes: 'C' },
  },
  {
    path: '/time?view=entries',
    of: 'time_entries',
    which: () => true,
    shown: { hours: 3.75 },
    hidden: { notes: 'D' },
    moved: { date: addDays(runningClock.day(), -400) },
  },
  {
    path: '/forecasting/hours',
    of: 'projects/1/cost_codes',
    which: ({ budget_hours, percent_complete }) => Number(budget_hours) > 0 && Number(percent_complete) > 10,
    shown: { percent_complete: 90 },
    asks: '/api/time_entries/at_completion',
  },
  {
    path: '/forecasting/hours?project=1',
    of: 'projects/1/cost_codes',
    which: ({ budget_hours, percent_complete }) => Number(budget_hours) > 0 && Number(percent_complete) > 10,
    shown: { percent_complete: 80 },
    sums: 5,
    hidden: { sort: 950 },
    moved: { number: '9999' },
  },
  {
    path: '/forecasting',
    of: 'schedule_events',
    which: isPhaseAhead,
    shown: { headcount: { journeyman: 3, apprentice: 1, laborer: 0 } },
    asks: '/api/schedule_events/workload',
    sums: 30,
  },
  {
    path: '/schedule?view=gantt',
    of: 'schedule_events',
    which: isPhaseAhead,
    shown: { percent_complete: 44 },
    hidden: { lag_days: 1 },
    moved: { start_date: runningClock.day() },
  },
  {
    path: '/payroll',
    of: 'time_entries',
    // Of the week that is closed; less than the plan would be an exception as well.
    which: ({ date, hours }) => inLastWeek(String(date)) && hours === 8,
    shown: { hours: 8.25 },
    asks: '/api/payroll_batches/preview',
    open: async (page) => {
      const folded = page.getByRole('table', { name: 'Weeks' }).getByRole('button', { expanded: false })
      while (await folded.count()) await folded.first().click()
    },
  },
  {
    path: '/schedule',
    of: 'schedule_events',
    which: ({ kind, draft }) => kind === 'assignment' && draft === true,
    shown: { hours_per_day: 4 },
    hidden: { note: 'B' },
    // The mark is painted with the chip that has it, in its person's line, and the bar says who will be told of the change.
    mark: 15,
  },
  {
    path: '/schedule/time-off',
    of: 'time_off_requests',
    make: (at) => ({ kind: 'vacation', start_date: day(at), end_date: day(at), note: `Item ${at}` }),
    which: ({ note }) => /^Item 0\b/.test(String(note)),
    shown: { kind: 'personal' },
    moved: { start_date: '2023-12-01' },
  },
  {
    path: '/setup/certifications',
    of: 'certifications',
    make: (at, user_id) => ({ name: `Item ${at}`, user_id, expires_on: day(at) }),
    shown: { name: 'A' },
    moved: { expires_on: '2023-01-05' },
  },
  {
    path: '/setup/trade_classes',
    of: 'trade_classes',
    make: named,
    shown: { name: 'A' },
    moved: { name: 'Zz' },
  },
  {
    path: '/setup/time_off_balances',
    of: 'time_off_balances',
    make: (at, user_id) => ({ date: day(at), user_id, vacation_hours: at }),
    shown: { sick_hours: 7 },
    moved: { date: '2031-01-05' },
  },
  {
    path: '/setup/contact_types',
    of: 'contact_types',
    make: named,
    shown: { name: 'Consultants' },
    moved: { name: 'Zz' },
  },
  { path: '/setup/custom_fields', of: 'custom_fields', make: named, shown: { name: 'A' }, moved: { sort: 900 } },
  {
    path: '/setup/default_tasks',
    of: 'default_tasks',
    make: titled,
    shown: { title: 'A' },
    hidden: { description: 'B' },
    moved: { sort: 900 },
  },
  {
    path: '/setup/default_punch_items',
    of: 'default_punch_items',
    make: titled,
    shown: { title: 'A' },
    hidden: { description: 'B' },
    moved: { sort: 900 },
  },
  {
    path: '/setup/default_cost_codes',
    of: 'default_cost_codes',
    make: numbered,
    shown: { name: 'A' },
    moved: { sort: 900 },
  },
  {
    path: '/setup/default_cost_codes/categories',
    of: 'default_cost_code_categories',
    make: numbered,
    shown: { name: 'A' },
    moved: { sort: 900 },
  },
  {
    path: '/setup/phases',
    of: 'phases',
    make: (at) => ({ name: `Item ${at}`, phase_type_id: 1 }),
    shown: { name: 'A' },
    moved: { sort: 900 },
  },
  { path: '/setup/phases/types', of: 'phase_types', make: named, shown: { name: 'A' }, moved: { sort: 900 } },
]

/** The registered screens that list no records, or none that grow, and why. */
export const without: Readonly<Record<string, string>> = {
  '/projects/:project_id': 'a project itself, beside a few of its latest records',
  '/projects/:project_id/history': 'what has happened, which no longer changes',
  '/projects/:project_id/time': 'sums of hours by code, which the server computes',
  '/projects/:project_id/schedule': 'the bars of one project, as many as it has phases',
  '/projects/:project_id/documents/folder_access': 'a table of rights over the tree of folders',
  '/projects/:project_id/documents/:document_id': 'a document',
  '/projects/:project_id/daily_logs/:daily_log_id': 'a day, which has a few entries of each type',
  '/projects/:project_id/drawings/sets/:set_id': 'the review of a set',
  '/projects/:project_id/drawings/:sheet_id': 'a sheet',
  '/projects/:project_id/drawings/:sheet_id/compare': 'two sheets',
  '/rfis/:rfi_id': 'an RFI',
  '/test_drawing_sheet': 'a sheet',
  '/certifications': 'the list of Setup, of one person',
  '/certified_payroll': 'weeks, which the server computes',
  '/certified_payroll/:project_id/:week': 'the form of a week, which the server computes',
  '/reports': 'rows that the server computes, each in a signal of its own',
  '/reports/:id': 'rows that the server computes, each in a signal of its own',
  '/setup/worker_numbers': 'a sheet, each of whose cells has a signal of its own',
  '/timecard': 'a week of one person',
  '/timecard/basic': 'a week of one person',
  '/time/sign': 'the crew that signs on one phone, each in a card that is memorized',
  '/setup': 'links',
  '/setup/company': 'one record',
  '/setup/start': 'steps, of which there are few',
  '/setup/import': 'kinds of records, of which there are few',
  '/setup/overtime': 'one record, beside agreements that are signed once',
  '/setup/schedule': 'one record',
  '/setup/system': 'the state of the server',
  '/setup/security': 'what nobody changes',
  '/setup/api': 'webhooks and access tokens, of which there are few, and the last deliveries',
  '/account': 'where one is signed in, and one’s own access tokens, of which there are few',
  '/setup/:default_project_docuemts/folder_access': 'a table of rights over the tree of folders',
}
