import type { CurrentUser, Id } from '#core/access/access.ts'
import { guardOf, type Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { foundItem, jobOf, type FoundItem } from '#core/query/found-item.ts'
import { formsOf, isAlmostIn, mayBeMistyped, plainNumber, rankOf, shortTexts, soughtOf } from '#core/query/found.ts'
import type { Store } from '#core/store/store.ts'
import { textKey } from '#lib/text-key.ts'

/** How many of each kind the device tells before the server does. */
const OF_EACH = 6

export interface OnDevice {
  readonly store: Store
  readonly user: CurrentUser
  /** The entity of jobs, by whose names what belongs to them is found too. */
  readonly jobs: Entity | undefined
  /** The jobs whose records come first. */
  readonly near: ReadonlySet<Id>
}

interface Ranked {
  readonly item: FoundItem
  /** From 0 to 4, as `rankOf` says it. */
  readonly rank: number
}

/** Finds records of a kind among those that the device holds in memory, as the server does (rule find). */
export function findOnDevice({ store, user, jobs, near }: OnDevice, entity: Entity, text: string): Ranked[] {
  if (!guardOf(entity, 'view')(user)) return []
  const sought = soughtOf(entity, text)
  const textsOf = readerOf(entity)
  const { words, numbered } = sought
  const titleOf = (id: Id | null) => {
    const job = id === null || !jobs ? undefined : store.of(jobs).peek(id)
    return job && jobs ? jobs.display.title(job) : null
  }
  const found = store
    .of(entity)
    .all.peek()
    .flatMap((held) => {
      const record = held.peek()
      const { short, texts, number } = textsOf(record)
      const has = (word: string) =>
        isIn(texts, word) || plainNumber(number) === plainNumber(word) || isMeant(texts, word)
      const isNumber = numbered !== null && numbered.number === number
      if (!isNumber && (numbered?.only || !words.some(has))) return []
      const job = jobOf(entity, record)
      const missing = isNumber ? [] : words.filter((word) => !has(word))
      return [{ record, job, missing, rank: rankOf(sought, { short, number }), near: job !== null && near.has(job) }]
    })
    .toSorted(
      (a, b) =>
        b.rank - a.rank ||
        Number(b.near) - Number(a.near) ||
        b.record.updated_at.localeCompare(a.record.updated_at) ||
        b.record.id - a.record.id,
    )
  const best: Ranked[] = []
  for (const { record, job, missing, rank } of found) {
    if (best.length === OF_EACH) break
    const item = { ...foundItem(entity, record), within: titleOf(job) }
    const around = textKey(`${item.subtitle} ${item.within ?? ''}`)
    if (item.href !== null && missing.every((word) => isIn(around, word))) best.push({ item, rank })
  }
  return best
}

interface Texts {
  /** Normalized, as `rankOf` reads them. */
  readonly short: string
  readonly texts: string
  readonly number: unknown
}
/** The texts of records that were looked through before: each letter that is typed looks through all of them. */
const known = new WeakMap<object, Texts>()

function readerOf(entity: Entity): (record: object) => Texts {
  const few = shortTexts(entity)
  const all = Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) => (facts.searchable ? [name] : []))
  const joined = (record: object, names: readonly string[]) =>
    textKey(names.map((name) => String(Reflect.get(record, name) ?? '')).join(' '))
  return (record) => {
    const before = known.get(record)
    if (before) return before
    const read = {
      short: joined(record, few),
      texts: joined(record, all),
      number: Reflect.get(record, 'number'),
    }
    known.set(record, read)
    return read
  }
}

const isIn = (texts: string, word: string) => formsOf(word).some((form) => ` ${texts}`.includes(form))
const isMeant = (texts: string, word: string) => mayBeMistyped(word) && isAlmostIn(texts, word)
