import * as z from 'zod/mini'
import { area, can, every, nobody, staff, type Guard } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, json, lines, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { signature } from '#core/entity/signature.ts'
import { formatDay } from '#lib/days.ts'
import type { FormData } from './form.ts'
import { classErrors, digitsErrors, SIGNED } from './guards.ts'
import { hrefOf } from './week.ts'

/** Administrators, and office staff with the permission. For anybody else the permission has no effect. */
const office: Guard = (user) => staff(user) && ['admin', 'office_staff'].includes(user?.role ?? '')
const pays = (verb: string) => every(office, can(verb, 'pay'))
export const payers = pays('view')

const access = { view: payers, create: pays('create'), edit: pays('edit'), delete: pays('delete') }
/** What people are paid needs a connection, and devices keep no copy of it (rule pay-data). */
const pay = { area: 'pay', access, online: true, offline: false, undo: false } as const

const money = () => number({ min: 0, max: 1e6 })
/** What somebody works as; without a period, as a journeyworker. */
const classed = {
  trade_class_id: ref('trade_class').label('Class'),
  period: number({ min: 1, max: 20, decimals: 0 }).optional().label('Apprentice period'),
}

/** A class of a wage determination, with its rates by county and the percentages of its apprentices. */
export const tradeClasses = defineEntity('trade_class', {
  ...pay,
  endpoint: 'api/trade_classes',
  area: area('pay', {}, { own: true }),
  sort: 'name',
  fields: {
    name: text().unique('A class of this name exists already.').searchable(),
    class_rates: lines({
      county: text(),
      starts_on: date().label('From'),
      ends_on: date().optional().label('Until'),
      rate: money().label('Rate'),
      fringe_plans: money().default(0).label('Fringe to plans'),
      fringe_cash: money().default(0).label('Fringe in cash'),
    }).label('Rates'),
    class_periods: lines({
      period: number({ min: 1, max: 20, decimals: 0 }),
      percent: number({ min: 1, max: 100 }).label('Percent of the rate'),
    }).label('Apprentice periods'),
  },
  rules: { validate: (draft, before) => classErrors({ ...before, ...draft }) },
  display: { icon: 'layers', href: () => '/setup/trade_classes' },
})
export type TradeClass = RecordOf<typeof tradeClasses>

/** What forms say of a job beyond the project, and what its people work as. */
export const certifiedJobs = defineEntity('certified_job', {
  ...pay,
  endpoint: 'api/certified_jobs',
  sort: 'id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }).unique('This job has its terms already.'),
    county: text(),
    contract_number: text().optional().label('Project or contract number'),
    wage_decision: text().optional().help('With its modification: WA20260031, mod 4'),
    starts_on: date().optional().label('Forms from').help('Earlier weeks were certified elsewhere.'),
    job_classes: lines({
      user_id: ref('user', { onDelete: 'cascade' }).label('Person'),
      ...classed,
      starts_on: date().optional().label('From'),
    }).label('Classes'),
  },
  computed: { project_name: related('project_id', 'name') },
  display: { noun: 'certified job', icon: 'building-2', title: ({ project_name }) => project_name },
})
export type CertifiedJob = RecordOf<typeof certifiedJobs>

/** One time entry that was worked as another class than its person's on the job. */
export const entryClasses = defineEntity('entry_class', {
  ...pay,
  endpoint: 'api/entry_classes',
  sort: 'id',
  fields: {
    time_entry_id: ref('time_entry', { onDelete: 'cascade' }).unique('This entry has a class already.'),
    ...classed,
  },
  display: { noun: 'class of an entry', plural: 'classes of entries', icon: 'layers' },
})
export type EntryClass = RecordOf<typeof entryClasses>

/** The number by which forms tell a worker: the last four digits, never the whole one. */
export const workerNumbers = defineEntity('worker_number', {
  ...pay,
  endpoint: 'api/worker_numbers',
  sort: 'user_name',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).label('Person').unique('This person has a number already.'),
    last_four: text().label('Last four of SSN').help('Four digits. The whole number is kept nowhere.'),
    program: text().optional().label('Apprenticeship program').help('With its registration: WA-0412, registered 2024'),
  },
  computed: { user_name: related('user_id', 'name') },
  rules: { validate: ({ last_four }) => digitsErrors(last_four) },
  display: { noun: 'worker number', icon: 'users', title: (one) => one.user_name, href: () => '/setup/worker_numbers' },
})
export type WorkerNumber = RecordOf<typeof workerNumbers>

/** What payroll paid a person for a week: typed or imported, never computed (rule pay-data). */
export const payWeeks = defineEntity('pay_week', {
  ...pay,
  endpoint: 'api/pay_weeks',
  sort: '-week_start',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).label('Person'),
    week_start: date().unique('This week is there already.', ['user_id']).label('Week start'),
    gross: money().optional().label('Gross, all work'),
    fica: money().optional().label('FICA'),
    withheld: money().optional().label('Tax withheld'),
    other: money().optional().label('Other deductions'),
    net: money().optional().label('Net wages'),
    /** The gross of a job, where it is another than hours times rate. */
    job_gross: lines({ project_id: ref('project', { onDelete: 'cascade' }), gross: money() }),
  },
  computed: { user_name: related('user_id', 'name') },
  display: {
    noun: 'paid week',
    icon: 'clock',
    title: ({ user_name, week_start }) => `${user_name}, ${formatDay(week_start)}`,
  },
})
export type PayWeek = RecordOf<typeof payWeeks>

/** What forms are made of, beside hours. */
export const madeOf = [tradeClasses, certifiedJobs, entryClasses, workerNumbers, payWeeks] as const

/** The certified payroll of a job and week, form WH-347 (rule certified-payroll). Once it is signed it never changes. */
export const certifiedPayrolls = defineEntity('certified_payroll', {
  ...pay,
  endpoint: 'api/certified_payrolls',
  access: { ...access, delete: nobody, sign: pays('edit') },
  sort: '-id',
  indexed: [['project_id', 'week_start']],
  queries: ['weeks', 'form'],
  fields: {
    project_id: ref('project'),
    week_start: date().label('Week'),
    /** Counts a job's weeks from 1; an amended form keeps the number. */
    number: number({ decimals: 0 }).readonly(),
    /** How many forms of the same week went before. */
    amendment: number({ decimals: 0 }).default(0).readonly(),
    final: flag().default(false).label('Final payroll of this job'),
    fringes: choice('plans', 'cash', 'both').default('plans').label('Fringe benefits are paid'),
    form_exceptions: lines({ craft: text(), explanation: text() }).label('Exceptions'),
    deductions: longText().optional().label('Deductions').help('What was deducted, and what “Other” is.'),
    /** What was signed. */
    data: json<FormData>(z.custom<FormData>()).optional().readonly().sent('alone'),
    signed_by: text().optional().readonly(),
    signed_title: text().optional().readonly(),
    signature_path: signature().optional().readonly(),
  },
  rules: { may: (verb, { before }) => verb !== 'edit' || !before?.signed_at || SIGNED },
  workflow: {
    states: {
      made: { label: 'Made' },
      signed: { label: 'Signed', tone: 'done', stamp: 'signed', refusal: SIGNED },
    },
    steps: {
      sign: {
        from: ['made'],
        to: 'signed',
        label: 'Sign',
        icon: 'pencil',
        done: 'Form signed.',
        asks: {
          signed_by: text().label('Name'),
          signed_title: text().label('Title'),
          signature_path: signature().label('Signature'),
        },
        question: {
          title: 'Sign',
          message:
            'I pay or supervise the payment of these people. The statement of compliance on the last page is true. It stays as it is signed.',
        },
        primary: true,
      },
    },
  },
  display: {
    icon: 'file-text',
    title: (form) => `Payroll ${titleOf(form)}`,
    subtitle: ({ week_start }) => `Week of ${formatDay(week_start)}`,
    href: hrefOf,
  },
})
export type CertifiedPayroll = RecordOf<typeof certifiedPayrolls>

/** "11", or "11, amended" and "11, amended 2". */
export const titleOf = ({ number, amendment }: { readonly number: number; readonly amendment: number }): string =>
  `${number}${amendment ? `, amended${amendment > 1 ? ` ${amendment}` : ''}` : ''}`
