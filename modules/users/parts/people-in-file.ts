import { UnreadCell } from '#blocks/csv/csv-file.ts'
import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'

interface Person {
  readonly id: Id
  readonly name: string
  readonly email: string | null
}

/** Reads cells of a CSV file that name a person, by name or email address, once it has learned which people there are. */
export function createPeopleInFile(): { read: (text: string) => Id; learn: (people: readonly Person[]) => void } {
  let known: ReadonlyMap<string, readonly Person[]> = new Map()
  return {
    read(text) {
      const [person, other] = known.get(textKey(text)) ?? []
      if (!person) throw new UnreadCell(`There is no ${text}.`)
      if (other) throw new UnreadCell(`Several people are called ${text}. Their email addresses tell them apart.`)
      return person.id
    },
    learn(people) {
      const named = people.flatMap((one) => [one.name, one.email].flatMap((key) => (key ? [{ key, one }] : [])))
      const found = Map.groupBy(named, ({ key }) => textKey(key))
      known = new Map([...found].map(([key, all]) => [key, all.map(({ one }) => one)]))
    },
  }
}
