import { can, every, nobody, only, staff, type CurrentUser, type Id } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, longText, number, ref, related } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { dayIn, daysBetween, formatDay, formatWeekday, type Day } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { ENDS_EARLY, MOST_ASSIGNED, NO_REASON, plans } from './guards.ts'
import { timeOffKinds, type TimeOffKind } from './kinds.ts'

const askers = every(staff, can('view', 'schedule'))

export const ANSWERED = 'This was answered. Ask again for other days.'
export const BEGUN = 'This time off has begun. Ask those who plan to change it.'
export const TOO_LONG = 'Time off lasts a year at most.'

interface Asked {
  readonly user_id: Id
  readonly start_date: Day
  readonly end_date: Day
  readonly hours_per_day: number | null
  readonly granted_at: string | null
  readonly declined_at: string | null
  readonly withdrawn_at: string | null
}

/** The requests that nobody has answered, and that still stand. */
export const open = { granted_at: null, declined_at: null, withdrawn_at: null }

/** Whether a request is one of these. */
export const isAsked = ({
  granted_at,
  declined_at,
  withdrawn_at,
}: Pick<Asked, 'granted_at' | 'declined_at' | 'withdrawn_at'>): boolean =>
  granted_at === null && declined_at === null && withdrawn_at === null

/** `Mon, Dec 7 – Fri, Dec 11, 4.00 h a day`. */
export const spanText = ({
  start_date,
  end_date,
  hours_per_day,
}: Pick<Asked, 'start_date' | 'end_date' | 'hours_per_day'>): string =>
  [
    start_date === end_date ? formatWeekday(start_date) : `${formatWeekday(start_date)} – ${formatWeekday(end_date)}`,
    ...(hours_per_day === null ? [] : [`${formatHours(hours_per_day)} h a day`]),
  ].join(', ')

const isOwn = ({ user_id }: Pick<Asked, 'user_id'>, user: Pick<CurrentUser, 'id'>): boolean => user_id === user.id

function spanErrors(draft: Partial<Asked>, before: Asked | null): FieldErrors {
  const { start_date, end_date } = { ...before, ...draft }
  if (!start_date || !end_date) return {}
  if (end_date < start_date) return { end_date: [ENDS_EARLY] }
  return daysBetween(start_date, end_date) < MOST_ASSIGNED ? {} : { end_date: [TOO_LONG] }
}

/**
 * Time off that somebody asks for (rule time-off). Granted, it is a day off on the schedule, which is what everything else
 * counts. Its kind and note are for its person and for those who answer.
 */
export const timeOffRequests = defineEntity('time_off_request', {
  endpoint: 'api/time_off_requests',
  area: 'schedule',
  access: {
    view: askers,
    create: askers,
    edit: askers,
    delete: nobody,
    grant: plans,
    decline: plans,
    withdraw: askers,
    reopen: askers,
    balances: askers,
  },
  sort: '-start_date',
  indexed: [['user_id', 'end_date'], ['end_date']],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly().label('Person'),
    kind: choice(...timeOffKinds).default('vacation'),
    start_date: date().label('First day'),
    end_date: date().label('Last day'),
    hours_per_day: number({ min: 0.25, max: 24, hours: true })
      .optional()
      .label('Hours a day')
      .help('Empty for whole days.'),
    note: longText().optional().help('For you and those who answer.'),
    declined_reason: longText().optional().readonly(),
  },
  computed: { user_name: related('user_id', 'name').searchable() },
  filters: {
    from: filter(date(), (day) => ({ end_date: between(day, null) })),
    to: filter(date(), (day) => ({ start_date: between(null, day) })),
    /** Those that nobody has answered, of everyone that one answers. */
    view: filter(choice('asked', 'all').default('all'), (view) => (view === 'asked' ? open : {})),
  },
  queries: ['balances'],
  offline: { days: 60 },
  rules: {
    may: (verb, { before }, { user }) => {
      if (verb !== 'edit' || !before) return true
      return isOwn(before, user) && (isAsked(before) || ANSWERED)
    },
    validate: (draft, before) => spanErrors(draft, before),
  },
  workflow: {
    states: {
      asked: { label: 'Asked', tone: 'attention' },
      declined: { label: 'Declined', tone: 'neutral', stamp: 'declined', passing: true },
      granted: { label: 'Granted', tone: 'done', stamp: 'granted' },
      withdrawn: { label: 'Withdrawn', tone: 'neutral', stamp: 'withdrawn' },
    },
    steps: {
      grant: {
        from: ['asked'],
        to: 'granted',
        label: 'Grant',
        icon: 'check',
        done: 'Time off granted.',
        undo: 'reopen',
        primary: true,
        may: (_, user) => plans(user),
        batch: { past: 'granted' },
      },
      decline: {
        from: ['asked'],
        to: 'declined',
        label: 'Decline',
        icon: 'x',
        done: 'Time off declined.',
        reason: { field: 'declined_reason', message: NO_REASON, title: 'Decline time off' },
        undo: 'reopen',
        button: true,
        may: (_, user) => plans(user),
      },
      withdraw: {
        from: ['asked', 'granted'],
        to: 'withdrawn',
        label: 'Withdraw',
        icon: 'undo-2',
        done: 'Request withdrawn.',
        undo: 'reopen',
        button: true,
        may: isOwn,
        offered: ({ granted_at, start_date }) => granted_at === null || start_date > dayIn(deviceZone),
      },
      reopen: {
        from: ['declined', 'granted', 'withdrawn'],
        to: 'asked',
        label: 'Take back the answer',
        icon: 'undo-2',
        done: 'Asked again.',
        history: 'reopened',
        may: (request, user) => (request.withdrawn_at === null ? plans(user) : isOwn(request, user)),
        offered: ({ withdrawn_at }) => withdrawn_at === null,
      },
    },
  },
  display: {
    noun: 'time off request',
    icon: 'sun',
    title: ({ user_name, start_date, end_date, hours_per_day }) =>
      `${user_name}, ${spanText({ start_date, end_date, hours_per_day })}`,
    subtitle: ({ kind }) => choiceLabel(kind),
    href: ({ id }) => `/schedule/time-off/${id}`,
  },
})
export type TimeOffRequest = RecordOf<typeof timeOffRequests>

/**
 * The response of GET api/time_off_requests/balances?year=…&user_id=…: each kind of which the company gives hours a year, how
 * many of them are granted, and how many are asked for.
 */
export interface Balance {
  readonly kind: TimeOffKind
  readonly hours: number
  readonly used: number
  readonly asked: number
}

/** Hours that one person has in a year, at most. */
export const MOST_HOURS = 2000
export const TAKEN = 'This person has a balance of that day.'
const left = (kind: string) =>
  number({ min: 0, max: MOST_HOURS, hours: true }).optional().label(`${kind}, hours`).help('Empty: what everybody has.')

/**
 * What somebody has of time off from a day until the end of its year, in place of what everybody has: what was left in the
 * system before, or more than others have (rule time-off).
 */
export const timeOffBalances = defineEntity('time_off_balance', {
  endpoint: 'api/time_off_balances',
  area: 'users',
  access: { ...only(can('edit', 'users')), view: askers },
  online: true,
  sort: 'date',
  natural: ['user_id', 'date'],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).label('Person'),
    date: date().label('From').unique(TAKEN, ['user_id']),
    vacation_hours: left('Vacation'),
    sick_hours: left('Sick'),
    personal_hours: left('Personal'),
  },
  computed: { user_name: related<string>('user_id', 'name') },
  offline: false,
  display: {
    noun: 'time-off balance',
    plural: 'time-off balances',
    icon: 'calendar-days',
    title: ({ user_name, date: day }) => `${user_name}, ${formatDay(day)}`,
  },
})
export type TimeOffBalance = RecordOf<typeof timeOffBalances>
