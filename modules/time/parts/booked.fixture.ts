import type { StoryApp } from '../../../.storybook/services.ts'
import { addDays, type Day } from '#lib/days.ts'

/** A week from Sunday to Saturday that the sample company has no time in. */
export const WEEK: Day = '2026-03-08'
export const MONDAY = addDays(WEEK, 1)

/** People of the sample company, by their ids. */
export const DANA = 1
export const LUIS = 4
export const KIM = 5

interface Line {
  user_id: number
  date?: Day
  hours: number
  type?: string
  per_diem?: boolean
}

/** Books time on the sample company's first project, which is a prevailing one in Washington. */
export async function book(app: StoryApp | undefined, lines: readonly Line[]) {
  const codes = await app?.http<{ id: number }[]>('/api/projects/1/cost_codes')
  const cost_code_id = codes?.[0]?.id
  const data = lines.map((line) => ({ date: MONDAY, project_id: 1, cost_code_id, ...line }))
  await app?.http('/api/time_entries/store_many', { method: 'POST', body: { data } })
}

/** Takes a person's week through these steps. */
export async function step(app: StoryApp | undefined, user_id: number, steps: readonly string[], body: object = {}) {
  const [week] =
    (await app?.http<{ id: number }[]>('/api/timecards', { query: { user_id, from: WEEK, to: WEEK } })) ?? []
  for (const name of steps) await app?.http(`/api/timecards/${week?.id}/${name}`, { method: 'POST', body })
}
