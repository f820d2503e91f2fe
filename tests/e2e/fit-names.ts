import type { Page } from '@playwright/test'
import { ask } from './app.ts'

const LENGTH = 60
/** As long as they come, with one word that no line breaks. */
export const longName = (kind: string): string =>
  `${kind} of the Northwestern Intercommunity Telecommunications Authority`.slice(0, LENGTH).padEnd(LENGTH, 'x')

interface Named {
  readonly id: number
  /** When it was sent, after which its title stays. */
  readonly sent_at?: string | null
}

/** Lists whose first records get long names, and the field that holds them. */
const renamed: readonly (readonly [list: string, field: string, kind: string])[] = [
  ['/api/projects', 'name', 'Renovation'],
  ['/api/customers', 'name', 'Administration'],
  ['/api/projects/1/punch_items', 'title', 'Replacement'],
  ['/api/projects/1/tasks', 'title', 'Commissioning'],
  ['/api/projects/1/rfis', 'title', 'Clarification'],
  ['/api/projects/1/cost_codes', 'name', 'Installation'],
]
/** Who does most of what the sample company tells. */
const PEOPLE = 4

/** Gives the first project, customer and people, and some titles, names of 60 letters. Who did so before did it once. */
export async function lengthen(page: Page): Promise<void> {
  for (const [list, field, kind] of renamed) {
    const found = await ask<Named[] | { data: Named[] }>(page, 'GET', list)
    const records = Array.isArray(found) ? found : found.data
    const [first] = records.filter(({ sent_at }) => !sent_at).toSorted((one, other) => one.id - other.id)
    if (first) await ask(page, 'PUT', `${list}/${first.id}`, { ...first, [field]: longName(kind) })
  }
  const people = await ask<{ id: number; name: string }[]>(page, 'GET', '/api/users')
  for (const [at, person] of people.slice(0, PEOPLE).entries())
    await ask(page, 'PUT', `/api/users/${person.id}`, { ...person, name: longName(`Maximilian${at}`) })
}
