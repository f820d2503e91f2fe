import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'
import type { Item } from '../entities.ts'

interface Person {
  readonly id: Id
  readonly name: string
  readonly email: string | null
}

/** The columns of a CSV file of work items, those of its kind last, and what tells them which people there are. */
export function createItemColumns<R extends Item>(
  own: readonly CsvColumn<R>[],
): {
  columns: readonly CsvColumn<R>[]
  learn: (people: readonly Person[]) => void
} {
  let known: ReadonlyMap<string, readonly Person[]> = new Map()
  const columns: readonly CsvColumn<R>[] = [
    {
      name: 'number',
      also: ['#', 'No.', 'ID', 'Item', 'Item #', 'RFI', 'RFI #', 'Punch #', 'Task #'],
      read(text) {
        // "RFI-014" and "#14" have number 14.
        const [, figures] = /^\D*(\d{1,7})$/.exec(text) ?? []
        if (figures === undefined) throw new UnreadCell(`Number cannot be “${text}”. It is a whole number.`)
        return Number(figures)
      },
    },
    { name: 'title', also: ['Subject', 'Name', 'Item name', 'Summary', 'RFI subject'] },
    {
      name: 'assigned_id',
      header: 'Assigned to',
      also: ['Assignee', 'Assigned', 'Ball in court', 'Responsible', 'Responsible party', 'Punch item manager'],
      read(text) {
        const [person, other] = known.get(textKey(text)) ?? []
        if (!person) throw new UnreadCell(`There is no ${text}.`)
        if (other) throw new UnreadCell(`Several people are called ${text}. Their email addresses tell them apart.`)
        return person.id
      },
    },
    { name: 'due_date', also: ['Due', 'Date due', 'Required by', 'Date required', 'Needed by', 'Deadline'] },
    ...own,
  ]
  return {
    columns,
    learn(people) {
      const named = people.flatMap((one) => [one.name, one.email].flatMap((key) => (key ? [{ key, one }] : [])))
      const found = Map.groupBy(named, ({ key }) => textKey(key))
      known = new Map([...found].map(([key, all]) => [key, all.map(({ one }) => one)]))
    },
  }
}
