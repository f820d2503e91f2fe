import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'
import type { Grouping, Narrowing } from '../place.ts'
import type { Line } from '../layout.ts'

export interface RowPerson {
  readonly id: Id
  readonly name: string
  readonly license: string | null
  readonly active: boolean
  readonly schedulable: boolean
}
export interface RowCrew {
  readonly id: Id
  readonly name: string
  readonly crew_users: readonly { readonly user_id: Id }[]
}

/** What rows are found and narrowed by. It is read only as far as it is asked for. */
export interface RowFacts {
  /** The jobs that a person is planned on. */
  readonly jobsOf: (person: Id) => ReadonlySet<Id>
  readonly job: (id: Id) => { readonly number: string; readonly name: string } | undefined
  /** Who has nothing to do on one of the next work days. */
  readonly free: () => ReadonlySet<Id>
  /** The jobs that are short of people. */
  readonly short: () => ReadonlySet<Id>
}

export const licenseNames = { journeyman: 'Journeymen', apprentice: 'Apprentices', laborer: 'Laborers' } as const
const OTHERS = 'Others'
const NO_JOB = 'No job'
export const everyone: Narrowing = { search: '', license: null, crew_id: null, project_id: null, only: null }

/** The lines of the board: people who can be scheduled or are, as far as they are sought, under headings. */
export function linesOf(
  people: readonly RowPerson[],
  planned: ReadonlySet<Id>,
  crews: readonly RowCrew[],
  group: Grouping,
  facts: RowFacts,
  narrowing: Narrowing = everyone,
): Line[] {
  const shown = people
    .filter(({ id, active, schedulable }) => (active && schedulable) || planned.has(id))
    .filter(narrows(crews, facts, narrowing))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (group === 'person') return shown.filter((one) => isFound(one, facts, narrowing)).map(({ id }) => lineOf(id))
  if (group === 'job') return linesByJob(shown, facts, narrowing)
  const crewOf = new Map(
    crews.flatMap(({ name, crew_users }) => crew_users.map(({ user_id }) => [user_id, name] as const)),
  )
  const headingOf = ({ id, license }: RowPerson): string => {
    if (group === 'crew') return crewOf.get(id) ?? OTHERS
    return Object.entries(licenseNames).find(([key]) => key === license)?.[1] ?? OTHERS
  }
  const headings: string[] =
    group === 'crew' ? [...new Set(crews.map(({ name }) => name))] : Object.values(licenseNames)
  const byHeading = Map.groupBy(
    shown.filter((one) => isFound(one, facts, narrowing)),
    headingOf,
  )
  return [...headings, OTHERS].flatMap((label) => under(label, byHeading.get(label) ?? []))
}

const lineOf = (id: Id): Line => ({ kind: 'person', key: `person ${id}`, id })
const under = (label: string, members: readonly RowPerson[]): Line[] =>
  members.length
    ? [{ kind: 'group', key: `group ${label}`, label, count: members.length }, ...members.map(({ id }) => lineOf(id))]
    : []

/** People by the jobs they are on, a line for each, jobs that nobody is on but that need somebody, and who has no job. */
function linesByJob(shown: readonly RowPerson[], facts: RowFacts, narrowing: Narrowing): Line[] {
  const { project_id, only } = narrowing
  const isNarrow = narrowing.license !== null || narrowing.crew_id !== null || only === 'free'
  const ids = new Set([...shown.flatMap(({ id }) => [...facts.jobsOf(id)]), ...(isNarrow ? [] : facts.short())])
  const titles = new Map(
    [...ids].flatMap((id) => {
      const job = facts.job(id)
      return job ? [[id, `${job.number} ${job.name}`] as const] : []
    }),
  )
  const jobs = [...titles].toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  const lines = jobs.flatMap(([id, label]): Line[] => {
    if ((project_id !== null && id !== project_id) || (only === 'short' && !facts.short().has(id))) return []
    const isSought = has(label, narrowing.search)
    const there = shown.filter((one) => facts.jobsOf(one.id).has(id) && (isSought || has(one.name, narrowing.search)))
    if (!there.length && (!isSought || isNarrow)) return []
    return [
      { kind: 'group', key: `job ${id}`, label, count: there.length, project_id: id },
      ...there.map((one): Line => ({ kind: 'person', key: `job ${id} ${one.id}`, id: one.id, project_id: id })),
    ]
  })
  const idle = shown.filter((one) => !facts.jobsOf(one.id).size && has(one.name, narrowing.search))
  return [...lines, ...under(NO_JOB, idle)]
}

/** Whether a text has all words that are sought. */
const has = (text: string, search: string): boolean => {
  const key = textKey(text)
  return textKey(search)
    .split(/\s+/)
    .every((word) => key.includes(word))
}

/** Whether a person, or one of the jobs that they are on, has what is sought. */
function isFound({ id, name }: RowPerson, { jobsOf, job }: RowFacts, { search }: Narrowing): boolean {
  if (!search.trim() || has(name, search)) return true
  return [...jobsOf(id)].some((one) => {
    const found = job(one)
    return found !== undefined && has(`${found.number} ${found.name}`, search)
  })
}

function narrows(crews: readonly RowCrew[], facts: RowFacts, narrowing: Narrowing): (one: RowPerson) => boolean {
  const { license, crew_id, project_id, only } = narrowing
  const crew = crews.find(({ id }) => id === crew_id)
  const members = new Set(crew?.crew_users.map(({ user_id }) => user_id))
  return (one) =>
    (license === null || one.license === license) &&
    (!crew || members.has(one.id)) &&
    (project_id === null || facts.jobsOf(one.id).has(project_id)) &&
    (only !== 'free' || facts.free().has(one.id)) &&
    (only !== 'short' || [...facts.jobsOf(one.id)].some((job) => facts.short().has(job)))
}
