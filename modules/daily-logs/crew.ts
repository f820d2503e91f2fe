import { sql } from 'kysely'
import type { Ctx } from '#server/define-server.ts'
import type { DailyLog } from './entities.ts'

type Crew = DailyLog['crew']
interface Place {
  readonly project_id: number
  readonly date: string
}
const keyOf = ({ project_id, date }: Place) => `${project_id} ${date}`

/** The own people on each of these logs' days (rule daily-log-crew), from time entries, in one query. */
export async function crewOf(places: readonly Place[], { query }: Pick<Ctx, 'query'>): Promise<Crew[]> {
  if (!places.length) return []
  const projects = [...new Set(places.map(({ project_id }) => project_id))]
  const days = [...new Set(places.map(({ date }) => date))]
  const rows = await query(
    sql<{
      project_id: unknown
      date: string
      user_id: unknown
      user_name: string
      hours: unknown
      code: string | null
      code_name: string | null
      category: string | null
    }>`select e.project_id, e.date, e.user_id, u.name as user_name, sum(e.hours) as hours, c.number as code, c.name as code_name, g.number as category from time_entries as e join users as u on u.id = e.user_id left join cost_codes as c on c.id = e.cost_code_id left join cost_code_categories as g on g.id = c.cost_code_category_id where e.deleted_at is null and e.hours > 0 and e.project_id in (${sql.join(projects)}) and e.date in (${sql.join(days)}) group by e.project_id, e.date, e.user_id, u.name, c.number, c.name, g.number order by u.name, e.user_id, g.number, c.number`,
  )
  const byPlace = new Map<string, Map<number, Crew[number]>>()
  for (const { project_id, date, user_id, user_name, hours, code, code_name, category } of rows) {
    const key = keyOf({ project_id: Number(project_id), date })
    const people = byPlace.get(key) ?? new Map<number, Crew[number]>()
    byPlace.set(key, people)
    const person = people.get(Number(user_id)) ?? { user_id: Number(user_id), name: user_name, hours: 0, codes: [] }
    const number = [category, code].filter(Boolean).join('.')
    people.set(person.user_id, {
      ...person,
      hours: Math.round((person.hours + Number(hours)) * 100) / 100,
      codes: code === null ? person.codes : [...person.codes, { number, name: code_name ?? '' }],
    })
  }
  return places.map((place) => [...(byPlace.get(keyOf(place))?.values() ?? [])])
}

/** How many people worked how many hours. */
export const totalOf = (crew: Crew): DailyLog['crew_total'] => ({
  people: crew.length,
  hours: Math.round(crew.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100,
})
