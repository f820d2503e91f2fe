import type { Id } from '#core/access/access.ts'
import type { Grouping } from '../place.ts'
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

const licenseNames = { journeyman: 'Journeymen', apprentice: 'Apprentices', laborer: 'Laborers' } as const
const OTHERS = 'Others'

/** The lines of the board: people who can be scheduled or are, by licence or by their usual crew, under headings. */
export function linesOf(
  people: readonly RowPerson[],
  planned: ReadonlySet<Id>,
  crews: readonly RowCrew[],
  group: Grouping,
): Line[] {
  const shown = people
    .filter(({ id, active, schedulable }) => (active && schedulable) || planned.has(id))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const crewOf = new Map(
    crews.flatMap(({ name, crew_users }) => crew_users.map(({ user_id }) => [user_id, name] as const)),
  )
  const headingOf = ({ id, license }: RowPerson): string => {
    if (group === 'crew') return crewOf.get(id) ?? OTHERS
    return Object.entries(licenseNames).find(([key]) => key === license)?.[1] ?? OTHERS
  }
  const headings: string[] =
    group === 'crew' ? [...new Set(crews.map(({ name }) => name))] : Object.values(licenseNames)
  const byHeading = Map.groupBy(shown, headingOf)
  return [...headings, OTHERS].flatMap((label): Line[] => {
    const members = byHeading.get(label) ?? []
    if (!members.length) return []
    return [
      { kind: 'group', key: `group ${label}`, label, count: members.length },
      ...members.map(({ id }): Line => ({ kind: 'person', key: `person ${id}`, id })),
    ]
  })
}
