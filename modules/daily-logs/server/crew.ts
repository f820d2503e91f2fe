import { roundHours } from '#lib/numbers.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'
import { not, withDeleted, type Ctx } from '#server/define-server.ts'
import { costCodes } from '../../cost-codes/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import type { DailyLog } from '../entities.ts'

type Crew = DailyLog['crew']
interface Place {
  readonly project_id: number
  readonly date: string
}
const keyOf = ({ project_id, date }: Place) => `${project_id} ${date}`

/** The own people on each of these logs' days (rule daily-log-crew), from time entries, in two queries. */
export async function crewOf(
  places: readonly Place[],
  { groups, pick }: Pick<Ctx, 'groups' | 'pick'>,
): Promise<Crew[]> {
  if (!places.length) return []
  const worked = await groups(timeEntries, {
    by: ['project_id', 'date', 'user_id', 'user_name', 'cost_code_id'],
    where: {
      hours: not(0),
      project_id: [...new Set(places.map(({ project_id }) => project_id))],
      date: [...new Set(places.map(({ date }) => date))],
    },
    sum: ['hours'],
  })
  const ids = [...new Set(worked.flatMap(({ cost_code_id }) => cost_code_id ?? []))]
  const known = await pick(costCodes, ['id', 'number', 'name', 'category_number'], { id: ids, ...withDeleted })
  const codes = new Map(known.map((code) => [code.id, code]))
  const lines = worked.map(({ cost_code_id, ...line }) => ({ ...line, code: codes.get(cost_code_id ?? 0) }))
  const byCode = (a: (typeof lines)[number], b: (typeof lines)[number]) =>
    compareKeys(a.code?.category_number ?? '', b.code?.category_number ?? '') ||
    compareKeys(a.code?.number ?? '', b.code?.number ?? '')
  const inOrder = lines.toSorted(
    (a, b) => compareKeys(textKey(a.user_name), textKey(b.user_name)) || a.user_id - b.user_id || byCode(a, b),
  )
  const byPlace = new Map<string, Map<number, Crew[number]>>()
  for (const { project_id, date, user_id, user_name, sum, code } of inOrder) {
    const key = keyOf({ project_id: project_id ?? 0, date })
    const people = byPlace.get(key) ?? new Map<number, Crew[number]>()
    byPlace.set(key, people)
    const person = people.get(user_id) ?? { user_id, name: user_name, hours: 0, codes: [] }
    people.set(user_id, {
      ...person,
      hours: roundHours(person.hours + sum.hours),
      codes: code
        ? [...person.codes, { number: [code.category_number, code.number].filter(Boolean).join('.'), name: code.name }]
        : person.codes,
    })
  }
  return places.map((place) => [...(byPlace.get(keyOf(place))?.values() ?? [])])
}

const asked = new WeakMap<readonly Place[], Promise<Crew[]>>()

/** The same for a batch of logs, asked once for all that is computed of it. */
export function crewsOf(logs: readonly Place[], ctx: Ctx): Promise<Crew[]> {
  const crews = asked.get(logs) ?? crewOf(logs, ctx)
  asked.set(logs, crews)
  return crews
}

/** How many people worked how many hours. */
export const totalOf = (crew: Crew): DailyLog['crew_total'] => ({
  people: crew.length,
  hours: Math.round(crew.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100,
})
