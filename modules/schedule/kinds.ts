import * as z from 'zod/mini'
import type { Guard } from '#core/access/access.ts'
import type { Field } from '#core/entity/field.ts'
import { choice, date, flag, instant, json, longText, number, ref, text } from '#core/entity/fields.ts'
import { time } from '#core/entity/time.ts'
import { plans, seesWork } from './guards.ts'

/** What a calendar event is. Time off and holidays are days off. */
export const calendarTypes = ['meeting', 'delivery', 'inspection', 'shop', 'time_off', 'holiday'] as const
export type CalendarType = (typeof calendarTypes)[number]
/** What time off is for, which balances and the report count by. */
export const timeOffKinds = ['vacation', 'sick', 'personal', 'unpaid'] as const
export type TimeOffKind = (typeof timeOffKinds)[number]
export const licenses = ['journeyman', 'apprentice', 'laborer'] as const

const MOST_PEOPLE = 9999
const people = z
  .int('must be whole numbers')
  .check(
    z.minimum(0, 'must be 0 or more of each license'),
    z.maximum(MOST_PEOPLE, `must be ${MOST_PEOPLE} or less of each license`),
  )
/** How many people of each license a phase needs. */
const headcount = z.pipe(
  z.strictObject(
    { journeyman: z.optional(people), apprentice: z.optional(people), laborer: z.optional(people) },
    'must be a number of people by license',
  ),
  z.transform(({ journeyman = 0, apprentice = 0, laborer = 0 }) => ({ journeyman, apprentice, laborer })),
)
/** Weekdays, 0 for Sunday, sorted and without repetition. */
const mask = z.pipe(
  z
    .array(z.int('must be weekdays from 0 to 6').check(z.minimum(0), z.maximum(6)), 'must be a list of weekdays')
    .check(z.minLength(1, 'must have at least one weekday')),
  z.transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
)
const ids = z.pipe(
  z.array(z.int('must be people').check(z.positive('must be people')), 'must be a list of people'),
  z.transform((people) => [...new Set(people)]),
)

const planners: Guard = plans
/** What is planned is a draft until it is published: others read what was published last. */
export const planned = <T, D>(field: Field<T, D>): Field<T, D> => field.readableBy(planners, 'published')

/** What time off is for, and the granted request that it stands for. This is nothing to others, and so is not published. */
const ofTimeOff = {
  off_kind: choice(...timeOffKinds)
    .optional()
    .label('Kind of time off')
    .readableBy(planners),
  request_id: ref('time_off_request', { onDelete: 'cascade' }).optional().readonly().readableBy(planners),
}

/** The fields of each kind of event, besides those that all have. */
export const kindFields = {
  phase: {
    phase_id: planned(ref('phase')),
    start_date: planned(date()),
    end_date: planned(date()),
    // How many people a phase takes is nothing to customers.
    headcount: json(headcount)
      .default({ journeyman: 0, apprentice: 0, laborer: 0 })
      .readableBy(planners, { in: 'published', for: seesWork }),
    percent_complete: planned(number({ min: 0, max: 100, decimals: 0 }).default(0)),
    tentative: planned(flag().default(false)),
    blocked_by_id: planned(ref('schedule_event', { onDelete: 'keep' }).optional().label('Waits for')),
    lag_days: planned(number({ min: -365, max: 365, decimals: 0 }).default(0).label('Days after it')),
  },
  calendar: {
    title: planned(text()),
    type: planned(choice(...calendarTypes)),
    all_day: planned(flag().default(true)),
    starts_at: planned(instant().optional().label('Start')),
    ends_at: planned(instant().optional().label('End')),
    start_date: planned(date().optional()),
    end_date: planned(date().optional()),
    location: planned(text().optional()),
    user_ids: planned(json(ids).default([]).label('People')),
    /** Of a day off: how many hours of each day it takes; empty for whole days. */
    hours_off: planned(
      number({ min: 0.25, max: 24, hours: true }).optional().label('Hours a day').help('Empty for whole days.'),
    ),
    ...ofTimeOff,
  },
  assignment: {
    user_id: planned(ref('user', { onDelete: 'cascade' }).label('Person')),
    phase_id: planned(ref('phase').optional()),
    start_date: planned(date()),
    end_date: planned(date()),
    start_time: planned(time().optional()),
    hours_per_day: planned(number({ min: 0.25, max: 24, hours: true }).default(8)),
    days: planned(json(mask).optional()),
    lead: planned(flag().default(false)),
    meeting_place: planned(text().optional()),
    note: planned(longText().optional()),
  },
}
export type Kind = keyof typeof kindFields

/** The names of what is planned, and so of what is published, of each kind. */
export const plannedNames: Readonly<Record<Kind, readonly string[]>> = {
  phase: ['project_id', ...Object.keys(kindFields.phase)],
  calendar: ['project_id', ...Object.keys(kindFields.calendar).filter((name) => !(name in ofTimeOff))],
  assignment: ['project_id', ...Object.keys(kindFields.assignment)],
}
