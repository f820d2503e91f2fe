/** The phases of construction that the sample company is in. */
export type Stage = 'Underground' | 'Rough-in' | 'Trim' | 'Punch'

/** The people whom the sample company sends to jobs, each by what stands before the @ of their email address. */
export type Mailbox = 'foreman' | 'pat' | 'employee' | 'sam' | 'aisha' | 'theo' | 'marisol' | 'nell'

/** A phase of a job, in days from this week's Monday. */
export interface Bar {
  readonly job: number
  readonly stage: Stage
  readonly first: number
  readonly last: number
  /** How many journeymen, apprentices and laborers it takes. */
  readonly needs: readonly [journeyman: number, apprentice: number, laborer: number]
  /** The place in this list of the phase that it waits for. */
  readonly after?: number
  readonly tentative?: true
  /** Not published yet. */
  readonly draft?: true
}

/** The place among the active jobs of the one whose trench took longer than was sold for it, and of one that is done. */
export const [OVER, DONE] = [1, 8]

export const BARS: readonly Bar[] = [
  { job: 0, stage: 'Rough-in', first: -28, last: 25, needs: [2, 1, 0] },
  { job: 2, stage: 'Underground', first: -14, last: 18, needs: [2, 1, 1] },
  { job: 3, stage: 'Trim', first: -7, last: 11, needs: [2, 1, 0] },
  { job: 4, stage: 'Trim', first: 7, last: 25, needs: [1, 0, 0], draft: true },
  { job: 1, stage: 'Rough-in', first: 14, last: 32, needs: [1, 1, 0], tentative: true, draft: true },
  // Further ahead.
  { job: 0, stage: 'Trim', first: 28, last: 67, needs: [3, 2, 0], after: 0 },
  { job: 2, stage: 'Rough-in', first: 28, last: 81, needs: [3, 1, 1], after: 1 },
  { job: 3, stage: 'Punch', first: 28, last: 46, needs: [1, 1, 0], after: 2 },
  { job: 4, stage: 'Punch', first: 35, last: 60, needs: [1, 0, 1] },
  { job: 5, stage: 'Underground', first: 35, last: 53, needs: [0, 1, 2], tentative: true },
  { job: 5, stage: 'Rough-in', first: 56, last: 95, needs: [2, 1, 0], after: 9, tentative: true },
  { job: 6, stage: 'Rough-in', first: 63, last: 116, needs: [2, 1, 1], tentative: true },
  { job: 9, stage: 'Rough-in', first: 98, last: 151, needs: [3, 2, 1] },
  // What was done before.
  { job: 0, stage: 'Underground', first: -56, last: -31, needs: [2, 1, 0] },
  { job: OVER, stage: 'Underground', first: -42, last: -17, needs: [2, 0, 1] },
  { job: 3, stage: 'Rough-in', first: -56, last: -10, needs: [1, 1, 0] },
  { job: 4, stage: 'Rough-in', first: 0, last: 4, needs: [1, 0, 0] },
  { job: DONE, stage: 'Rough-in', first: -56, last: -52, needs: [2, 0, 1] },
  { job: DONE, stage: 'Trim', first: -49, last: -45, needs: [2, 0, 1] },
]

/** Somebody's days on a job, likewise. */
export interface Planned {
  readonly mailbox: Mailbox
  readonly job: number
  readonly first: number
  readonly last: number
  readonly lead: boolean
  readonly hours: number
  readonly draft: boolean
  /** Why the person cannot make it. */
  readonly declined?: string
  readonly note?: string
}
type Told = Partial<Pick<Planned, 'lead' | 'hours' | 'draft' | 'declined' | 'note'>>
const LEADS = { lead: true }

const stint = (mailbox: Mailbox, job: number, first: number, last: number, told: Told = {}): Planned => {
  return { mailbox, job, first, last, lead: false, hours: 8, draft: false, ...told }
}

/**
 * Who works where, by the last day of this week on which the company works.
 * @param friday in days from its Monday
 */
export const crewsOf = (friday: number): readonly Planned[] => [
  stint('foreman', 0, -56, -17, LEADS),
  stint('foreman', 0, -14, -3, LEADS),
  stint('foreman', 0, 0, 4, LEADS),
  stint('foreman', 0, 7, 9, LEADS),
  stint('pat', 0, -56, -17),
  stint('pat', 0, -14, -3),
  stint('pat', 0, 0, 4),
  stint('pat', 0, 7, 9),
  stint('employee', 0, -56, -10),
  stint('employee', 0, -7, -3),
  stint('employee', 0, 0, 4),
  stint('employee', 0, 7, 9),
  stint('sam', DONE, -56, -45, LEADS),
  stint('sam', OVER, -42, -17, LEADS),
  stint('sam', 2, -14, -3, LEADS),
  stint('sam', 2, 0, 4, LEADS),
  stint('aisha', DONE, -56, -45),
  stint('aisha', OVER, -42, -17),
  stint('aisha', 2, -14, -3),
  stint('aisha', 2, 0, 4),
  stint('theo', 3, -56, -10),
  stint('theo', 3, -7, -3),
  stint('theo', 2, 0, friday - 1),
  stint('theo', 2, friday, friday, { declined: 'Dentist in the morning' }),
  stint('marisol', 3, -56, -10, LEADS),
  stint('marisol', 3, -7, -3, LEADS),
  stint('marisol', 3, 0, 4, LEADS),
  stint('marisol', 3, 7, 9, LEADS),
  stint('nell', DONE, -56, -45),
  stint('nell', OVER, -42, -17),
  stint('nell', OVER, -14, -3, LEADS),
  stint('nell', 4, 0, 2, LEADS),
  // Saturdays that are worked.
  stint('sam', OVER, -23, -23, { lead: true, hours: 5, note: 'Rock in the trench: we catch up.' }),
  stint('aisha', OVER, -23, -23, { hours: 5 }),
  stint('foreman', 0, -9, -9, { lead: true, hours: 5, note: 'Shutdown for the feeder tie-in.' }),
  stint('pat', 0, -9, -9, { hours: 5 }),
  // As the manager is still planning it.
  stint('sam', 2, 7, 9, { lead: true, draft: true }),
  stint('pat', OVER, 8, 8, { draft: true }),
  stint('aisha', 0, 7, 9, { draft: true }),
]

/** Who worked on another job than they were planned on, or without a plan. */
export const LENT = [
  { mailbox: 'theo', job: 0, first: -12, last: -12, note: 'Lent to Canyon Lakes for the wire pull.' },
  { mailbox: 'nell', job: OVER, first: 3, last: 4, note: 'Closed the last of the trench.' },
] as const

/** Who is away, and why. */
export const ABSENCES = [
  { mailbox: 'theo', title: 'Class', first: 7, last: 7 },
  { mailbox: 'nell', title: 'Vacation', first: 9, last: 11 },
  { mailbox: 'aisha', title: 'Vacation', first: -31, last: -31 },
  { mailbox: 'pat', title: 'Vacation', first: -18, last: -17 },
] as const

/** The day on which the company is closed. */
export const COMPANY_DAY_OFF = 11
