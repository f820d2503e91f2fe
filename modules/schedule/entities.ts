import * as z from 'zod/mini'
import { area, can, every, nobody, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { date, flag, instant, json, lines, number, ref, related } from '#core/entity/fields.ts'
import { time } from '#core/entity/time.ts'
import { filter } from '#core/query/filters.ts'
import { anyOf, between, some } from '#core/query/where.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { answering, dayNamed } from './answers.ts'
import { mayChange, placeErrors, plans, seesDrafts, seesWork, steps } from './guards.ts'
import { kindFields, planned, type Kind } from './kinds.ts'
import { MOST_HOURS } from './time-off.ts'

export { calendarFeeds, type CalendarFeed } from './feeds.ts'
export { scheduleNotices } from './notices.ts'
export { calendarTypes, licenses, timeOffKinds, type CalendarType, type Kind, type TimeOffKind } from './kinds.ts'
export { timeOffBalances, timeOffRequests, type Balance, type TimeOffBalance, type TimeOffRequest } from './time-off.ts'

/** A person's answer for one of the published days. */
const answer = z.object({
  date: z.string(),
  confirmed_at: z.nullable(z.string()),
  declined_at: z.nullable(z.string()),
  declined_reason: z.nullable(z.string()),
  /** When somebody who plans left a declined day open. */
  left_open_at: z.optional(z.string()),
})
export type Answer = z.infer<typeof answer>

/** Who an event is for, in the plan and as published. */
interface Placed {
  user_id: number | null
  told_user_id: number | null
  attendees: { user_id: number }[]
}

/** Phases of projects, calendar events, and who works where on which days (rule schedule-event). */
export const scheduleEvents = defineEntity('schedule_event', {
  endpoint: 'api/schedule_events',
  area: area('schedule', {
    project_manager: ['view', 'create', 'edit', 'delete'],
    office_staff: ['view', 'create', 'edit'],
    foreman: ['view'],
    employee: ['view'],
    customer: ['view'],
    contact: ['view'],
  }),
  access: {
    create: every(staff, can('create', 'schedule')),
    edit: plans,
    delete: every(staff, can('delete', 'schedule')),
    confirm: can('view', 'schedule'),
    decline: can('view', 'schedule'),
    ask_again: plans,
    leave_open: plans,
    leave_double: plans,
    replace: plans,
    changes: plans,
    preview: plans,
    clear: plans,
    unpublish: plans,
    unanswered: plans,
    workload: plans,
    agenda: can('view', 'schedule'),
    planned: every(staff, can('view', 'schedule')),
  },
  sort: 'id',
  indexed: [['end_date'], ['told_to']],
  fields: {
    project_id: planned(ref('project', { onDelete: 'cascade' }).optional()),
    /** Shown to those who may see them, on the days of the event. */
    documents: lines({ document_id: ref('document', { onDelete: 'cascade' }) }, { shared: 'schedule_documents' }),
    published_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    published_at: instant().optional().readonly(),
    /** What was published last. */
    published: json(z.record(z.string(), z.unknown())).optional().readonly().readableBy(seesWork),
    answers: json(z.array(answer)).default([]).readonly(),
    /** Whether it differs from what was published last. */
    draft: flag().default(true).readonly().readableBy(plans),
    /** Who planned the draft last, so that others leave it to them; null where it is none, and for those of earlier versions. */
    drafted_id: ref('user', { onDelete: 'keep' }).optional().readonly().readableBy(plans),
    /** A published event that will be deleted as soon as that is published. */
    removed: flag().default(false).label('Removal').readableBy(plans),
    // What was published as columns, since conditions cannot look into JSON.
    told_user_id: ref('user', { onDelete: 'cascade' }).optional().readonly(),
    told_project_id: ref('project', { onDelete: 'cascade' }).optional().readonly(),
    told_from: date().optional().readonly(),
    told_to: date().optional().readonly(),
    /** The people of a calendar event, and whether it concerns everyone because it names nobody. */
    attendees: lines({ user_id: ref('user', { onDelete: 'cascade' }) }).readonly(),
    everyone: flag().default(false).readonly(),
  },
  variants: { by: 'kind', of: kindFields, strict: true },
  computed: {
    user_name: related<string | null>('user_id', 'name').readableBy(plans),
    project_name: related<string | null>('project_id', 'name').readableBy(plans),
    project_number: related<string | null>('project_id', 'number').readableBy(plans),
    told_project_name: related<string | null>('told_project_id', 'name'),
    told_project_number: related<string | null>('told_project_id', 'number'),
  },
  filters: {
    /** Events that have not ended before a day, and those that have begun by it. */
    from: filter(date(), (day, { user }) =>
      seesDrafts(user) ? { end_date: between(day, null) } : { told_to: between(day, null) },
    ),
    to: filter(date(), (day, { user }) =>
      seesDrafts(user) ? { start_date: between(null, day) } : { told_from: between(null, day) },
    ),
    /** What concerns the whole company, such as its holidays. */
    everyone: filter(flag(), (everyone) => ({ everyone })),
    project_id: filter(ref('project'), (id, { user }) =>
      seesDrafts(user) ? { project_id: id } : { told_project_id: id },
    ),
    user_id: filter(ref('user'), (id, { user }) =>
      anyOf<Placed>(seesDrafts(user) ? { user_id: id } : { told_user_id: id }, { attendees: some({ user_id: id }) }),
    ),
  },
  actions: ['confirm', 'decline', 'ask_again', 'leave_open', 'shift', 'unpublish'],
  undo: { confirm: false, decline: false, ask_again: false },
  effects: {
    confirm: (event, body, { now }) => answering(event, dayNamed(body), { says: 'confirmed', now }),
    decline: (event, body, { now }) => answering(event, dayNamed(body), { ...body, says: 'declined', now }),
  },
  rules: {
    may: (verb, at, { user }) => mayChange(verb, at, user),
    validate: (draft, before) => placeErrors(draft, before),
    steps,
  },
  collectionActions: ['publish', 'discard', 'copy_week', 'shift', 'clear', 'replace', 'leave_double'],
  queries: ['changes', 'preview', 'agenda', 'planned', 'unanswered', 'workload'],
  online: ['ask_again', 'leave_open', 'shift', 'unpublish'],
  whileActive: { on: 'project_id', entering: true },
  offline: { days: 7 },
  display: {
    noun: 'schedule event',
    icon: 'calendar-days',
    title: titleOf,
    subtitle: ({ told_project_name, project_name }) => told_project_name ?? project_name ?? '',
    href: () => '/schedule',
  },
})
export type ScheduleEvent = RecordOf<typeof scheduleEvents>
export type EventOf<K extends Kind> = Extract<ScheduleEvent, { kind: K }>
export type Assignment = EventOf<'assignment'>
export type PhaseBar = EventOf<'phase'>
export type CalendarEvent = EventOf<'calendar'>

const kindNames: Readonly<Record<Kind, string>> = { phase: 'Phase', calendar: 'Event', assignment: 'Assignment' }

/** `Assignment, Mon, Nov 23`, or the title of a calendar event. */
function titleOf(event: object): string {
  const values = new Map<string, unknown>(Object.entries(event))
  const [kind, title, day] = [values.get('kind'), values.get('title'), values.get('start_date')]
  if (typeof title === 'string') return title
  const name = Object.entries(kindNames).find(([one]) => one === kind)?.[1] ?? 'Schedule event'
  return typeof day === 'string' ? `${name}, ${formatWeekday(day)}` : name
}

/** The response of GET api/schedule_events/unanswered: what waits for those who plan, from today on. */
export interface Unanswered {
  /** The next work day, and who has not confirmed it. */
  readonly day: Day
  readonly open: readonly number[]
  /** Who cannot make a day that nobody answered for. */
  readonly declined: readonly {
    readonly event_id: number
    readonly user_id: number
    /** `26-001 Canyon Lakes Elementary` */
    readonly job: string
    readonly date: Day
    readonly reason: string | null
  }[]
  /** Who is planned for more hours on several jobs than a day has: on how many days, the first of them, and where. */
  readonly double: readonly {
    readonly user_id: number
    readonly date: Day
    readonly days: number
    readonly jobs: readonly string[]
  }[]
}

/** The response of GET api/schedule_events/planned?day=…: who was published to work where on a day, and who is off. */
export interface PlannedDay {
  readonly day: Day
  readonly work: readonly {
    readonly user_id: number
    readonly project_id: number
    readonly phase_id: number | null
    readonly hours: number
  }[]
  readonly off: readonly number[]
}

/**
 * The response of GET api/schedule_events/workload?from=…&to=…, first and last day, two years apart at most: the phases
 * of active projects, who may be scheduled, and who is away or assigned, drafts included. A year before and after the
 * span is covered by `off`, so that phases can be moved by weeks.
 */
export interface Workload {
  readonly bars: readonly (Pick<PhaseBar, 'id' | 'phase_id' | 'start_date' | 'end_date' | 'headcount' | 'tentative'> & {
    readonly project_id: number
  })[]
  readonly people: readonly { readonly id: number; readonly license: string | null }[]
  /** Days on which a person is away as a whole, first and last. */
  readonly away: readonly { readonly user_id: number; readonly from: Day; readonly to: Day }[]
  /** Days on which a person is away for some hours; older servers leave it out. */
  readonly partly?: readonly {
    readonly user_id: number
    readonly from: Day
    readonly to: Day
    readonly hours: number
  }[]
  readonly assignments: readonly {
    readonly user_id: number
    readonly project_id: number
    readonly phase_id: number | null
    readonly start_date: Day
    readonly end_date: Day
    readonly days: readonly number[] | null
    readonly hours: number
    /** The days that the person cannot make; older servers leave it out. */
    readonly declined?: readonly Day[]
  }[]
  readonly work_days: readonly number[]
  /** Holidays and days off of everyone, as a whole. */
  readonly off: readonly Day[]
  /** Those of some hours, with how many they take of the day; older servers leave them out. */
  readonly short?: Readonly<Record<Day, number>>
}

const weekdays = z.array(z.int()).check(
  z.minLength(1, 'must have at least one day'),
  z.refine((days) => days.every((day) => day >= 0 && day <= 6), 'must be weekdays from 0 to 6'),
)

/** The hours of a kind of time off that everybody has a year, if the company counts them. */
const hoursAYear = (kind: string) =>
  number({ min: 0, max: MOST_HOURS, hours: true }).optional().label(`${kind}, hours a year`).readableBy(staff)

/** How the company plans. There is always exactly one record. */
export const scheduleSettings = defineEntity('schedule_setting', {
  endpoint: 'api/schedule_settings',
  area: 'users',
  access: { view: signedIn, create: nobody, edit: can('edit', 'users'), delete: nobody },
  online: true,
  sort: 'id',
  fields: {
    work_days: json(weekdays).default([1, 2, 3, 4, 5]),
    start_time: time().default('07:00'),
    /** Whether more trainees than journeymen on a project and day are warned of. */
    ratio: flag().default(true).label('Warn when trainees outnumber journeymen').readableBy(staff),
    /** What each person has of it; without them nobody's balance is shown. */
    vacation_hours: hoursAYear('Vacation'),
    sick_hours: hoursAYear('Sick'),
    personal_hours: hoursAYear('Personal'),
  },
  offline: 'start',
  display: { icon: 'calendar-days', title: () => 'Schedule settings' },
})
export type ScheduleSetting = RecordOf<typeof scheduleSettings>
