import { addDays, momentIn, startOfWeek, type Day } from '#lib/days.ts'

/** When the day begins for whoever puts something off, on their own clock. */
const MORNING = '06:00'

/** The Monday after a day. */
export const mondayAfter = (day: Day): Day => addDays(startOfWeek(day, 'monday'), 7)

/** The moments to which a notification is put off, by the person's own time zone. */
export const laterFrom = (today: Day, zone: string): readonly { label: string; at: string }[] => [
  { label: 'Tomorrow, 6:00 AM', at: momentIn(zone, addDays(today, 1), MORNING) },
  { label: 'Monday, 6:00 AM', at: momentIn(zone, mondayAfter(today), MORNING) },
]

/** How long a job is muted: until a day of the company, or for good. */
export const mutedFrom = (today: Day): readonly { label: string; until: Day | null }[] => [
  { label: 'until tomorrow', until: addDays(today, 1) },
  { label: 'until Monday', until: mondayAfter(today) },
  { label: 'for good', until: null },
]

/** Whether a job is muted on a day of the company. */
export const isMutedOn = ({ until }: { readonly until: Day | null }, today: Day): boolean =>
  until === null || until > today
