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
  const short = shortTexts(entity)
  const all = Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) => (facts.searchable ? [name] : []))
  const titleOf = (id: Id | null) => {
    const job = id === null || !jobs ? undefined : store.of(jobs).peek(id)
    return job && jobs ? jobs.display.title(job) : null
  }
  const found = store
    .of(entity)
    .all.peek()
    .flatMap((held) => {
      const record = held.peek()
      const item = { ...foundItem(entity, record), within: null as string | null }
      if (item.href === null) return []
      item.within = titleOf(jobOf(item))
      const [few, texts] = [short, all].map((names) =>
        textKey(names.map((name) => String(Reflect.get(record, name) ?? '')).join(' ')),
      )
      const around = textKey(`${item.subtitle} ${item.within ?? ''}`)
      const number: unknown = Reflect.get(record, 'number')
      const has = (word: string) =>
        isIn(texts ?? '', word) || plainNumber(number) === plainNumber(word) || isMeant(texts ?? '', word)
      const isNumber = sought.numbered?.number === number && number !== undefined
      if (!isNumber && (sought.numbered?.only || !sought.words.some(has))) return []
      if (!isNumber && !sought.words.every((word) => has(word) || isIn(around, word))) return []
      const rank = rankOf(sought, { short: few ?? '', number })
      return [{ item, rank, near: near.has(jobOf(item) ?? 0), at: record.updated_at }]
    })
  return found
    .toSorted((a, b) => b.rank - a.rank || Number(b.near) - Number(a.near) || b.at.localeCompare(a.at))
    .slice(0, OF_EACH)
}

const isIn = (texts: string, word: string) => formsOf(word).some((form) => ` ${texts}`.includes(form))
const isMeant = (texts: string, word: string) => mayBeMistyped(word) && isAlmostIn(texts, word)
