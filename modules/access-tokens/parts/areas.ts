import type { Entity } from '#core/entity/entity.ts'
import { reaches } from '#lib/abilities.ts'
import { choiceLabel } from '#lib/choice-label.ts'

/** A kind of records that a token may be limited to, with the areas that it takes. */
export interface TokenArea {
  readonly label: string
  /** The one that decides, and those that its records name besides. */
  readonly areas: readonly [string, ...string[]]
}

/** The areas there are, by the plural of the records that declare them. */
export const areasOf = (entities: readonly Entity[]): TokenArea[] =>
  entities
    .flatMap(({ area, areas, display }): TokenArea[] =>
      typeof area === 'string'
        ? []
        : [{ label: choiceLabel(display.plural), areas: [area.area, ...areas.map((more) => more.area)] }],
    )
    .toSorted((a, b) => a.label.localeCompare(b.label))

/** The use of an area by abilities that name areas. */
export const abilityIn = (abilities: readonly string[], { areas: [area] }: TokenArea): 'none' | 'read' | 'write' =>
  reaches(abilities, area, 'write') ? 'write' : reaches(abilities, area, 'read') ? 'read' : 'none'

/** What a token may, in words: `Read RFIs, change projects`. */
export function abilityWords(abilities: readonly string[], areas: readonly TokenArea[]): string {
  if (abilities.includes('write')) return 'Read and change all'
  const named = (use: 'read' | 'write') =>
    areas.filter((one) => abilityIn(abilities, one) === use).map(({ label }) => label)
  const [read, changed] = [abilities.includes('read') ? ['all'] : named('read'), named('write')]
  const words = [
    ...(read.length ? [`read ${read.join(', ')}`] : []),
    ...(changed.length ? [`change ${changed.join(', ')}`] : []),
  ]
  return choiceLabel(words.join(' · '))
}
