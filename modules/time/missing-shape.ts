/**
 * The response of GET api/time_entries/missing?day=…, and with `back=1` of the last work day until that one: visible people who track time and have fewer hours on that day than
 * they were planned for, or none on a work day.
 */
export interface Missing {
  day: string
  user_ids: number[]
  /** Those of them who were planned to work; servers before the schedule leave it out. */
  planned_ids?: number[]
  /** How many hours those who were planned lack; older servers leave it out. */
  short?: { user_id: number; hours: number }[]
}
