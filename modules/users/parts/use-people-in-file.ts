import { useState } from 'react'
import { UnreadCell } from '#blocks/csv/csv-file.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'
import { users } from '../entities.ts'

interface Person {
  readonly id: Id
  readonly name: string
  readonly email: string | null
}

/** Reads cells of a CSV file that name a person, by name or email address, once it has learned which people there are. */
export function createPeopleReader(): { read: (text: string) => Id; learn: (people: readonly Person[]) => void } {
  let known: ReadonlyMap<string, readonly Person[]> = new Map()
  return {
    read(text: string): Id {
      const [person, other] = known.get(textKey(text)) ?? []
      if (!person) throw new UnreadCell(`There is no ${text}.`)
      if (other) throw new UnreadCell(`Several people are called ${text}. Their email addresses tell them apart.`)
      return person.id
    },
    learn(people: readonly Person[]) {
      const named = people.flatMap((one) => [one.name, one.email].flatMap((key) => (key ? [{ key, one }] : [])))
      const found = Map.groupBy(named, ({ key }) => textKey(key))
      known = new Map([...found].map(([key, all]) => [key, all.map(({ one }) => one)]))
    },
  }
}

/** What an import needs whose file names people: `read` for the column, which stays the same, and `prepare` for the dialog. */
export function usePeopleInFile(): { read: (text: string) => Id; prepare: () => Promise<void> } {
  const people = useResource(users)
  const [{ read, learn }] = useState(createPeopleReader)
  return {
    read,
    async prepare() {
      const answer = await people.fetchAll()
      if (answer.ok) learn(answer.data)
      else toastFailure(answer)
    },
  }
}
