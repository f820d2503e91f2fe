import type { StoryApp } from '../../../../.storybook/services.ts'
import { addDays, type Day } from '#lib/days.ts'

/** The first day of a week (Sunday to Saturday) long before the sample company's first time entry. */
export const WEEK: Day = '2025-03-09'
export const MONDAY = addDays(WEEK, 1)

/** People of the sample company. */
export const DANA = 'Dana Mercer'
export const LUIS = 'Luis Ortega'
export const KIM = 'Kim Tran'
/** A prevailing-wage project of the sample company, in Washington. */
export const PROJECT = 'Canyon Lakes Elementary'

interface Line {
  person: string
  date?: Day
  hours: number
  type?: string
  per_diem?: boolean
}

/** Books time on the first cost code of that project. */
export async function book(app: StoryApp | undefined, lines: readonly Line[]) {
  if (!app) throw new Error('Booking time needs the app.')
  const project_id = await app.find('/projects', PROJECT)
  const [code] = await app.http<{ id: number }[]>(`/api/projects/${project_id}/cost_codes`)
  const place = { date: MONDAY, project_id, cost_code_id: code?.id }
  const data = await Promise.all(
    lines.map(async ({ person, ...line }) => ({ ...place, user_id: await app.find('/users', person), ...line })),
  )
  await app.http('/api/time_entries/store_many', { method: 'POST', body: { data, confirmed: ['duplicate'] } })
}

/** Runs workflow steps on a person's week. */
export async function step(app: StoryApp | undefined, person: string, steps: readonly string[], body: object = {}) {
  const user_id = await app?.find('/users', person)
  const [week] =
    (await app?.http<{ id: number }[]>('/api/timecards', { query: { user_id, from: WEEK, to: WEEK } })) ?? []
  for (const name of steps) await app?.http(`/api/timecards/${week?.id}/${name}`, { method: 'POST', body })
}
