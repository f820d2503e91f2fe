import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { joinWords } from '#lib/join-words.ts'
import type { Changes, Ctx, Mail, RecordEvent } from '#server/define-server.ts'
import { tell } from '../../notifications/tell.ts'
import { follows, nameOf, type Item } from '../entities.ts'

export type Letter = Omit<Mail, 'to'>
export type Person = Id | null | undefined

/** One notification about an item, and the people who get it. */
export interface Saying {
  /** The step, "assigned" or "message". */
  readonly action: string
  readonly at: string
  readonly did: string
  /** The people who have to act on it. With `alone` those who follow it are not told. */
  readonly to: readonly Person[]
  readonly alone?: boolean
  readonly note: string | null
  /** Whether the mail says the note, too. */
  readonly says?: boolean
  readonly mailed: boolean
}

/** Of so many items that one request changed in the same way, each is told by itself. */
export const MOST_APART = 5
/** So many are written out in a mail. */
const MOST_WRITTEN = 20

interface Together<E extends Entity, R> {
  readonly entity: E
  /** That of the first of them. */
  readonly event: RecordEvent<E>
  readonly all: Awaited<ReturnType<RecordEvent<E>['alongside']>>
  /** Who did it. */
  readonly by: string
  /** Null for one of which there is nothing to say anymore. */
  sayingOf(item: R, changes: Changes): Saying | null
  /** A letter about one of them, without a sentence that says what was done. */
  write(item: R, saying: Saying): Letter | Promise<Letter>
}

/** What one person hears of the items of a project. */
interface Heard<R> {
  readonly person: Id
  readonly kind: 'with_you' | 'answers'
  readonly items: { readonly item: R; readonly saying: Saying }[]
}

/** Who hears of which items, by project: those whom they are with, and who follows them, as far as they see them. */
async function heard<E extends Entity, R extends Item & RecordOf<E>>(
  { entity, all, sayingOf }: Together<E, R>,
  ctx: Ctx,
): Promise<Heard<R>[]> {
  const changes = new Map(all.map((one) => [one.id, one.changes]))
  const items = (await ctx.all<Entity>(entity, { id: [...changes.keys()] })) as unknown as readonly R[]
  const where = { followable_type: entity.table, followable_id: items.map(({ id }) => id), muted: false }
  const following = Map.groupBy(
    await ctx.pick(follows, ['user_id', 'followable_id'], where),
    ({ followable_id }) => followable_id,
  )
  const told = new Map<string, Heard<R>>()
  for (const item of items) {
    const saying = sayingOf(item, changes.get(item.id) ?? {})
    if (!saying) continue
    const addressed = new Set(saying.to.flatMap((id) => id ?? []))
    const others = saying.alone ? [] : (following.get(item.id) ?? []).map(({ user_id }) => user_id)
    const people = [...new Set([...addressed, ...others])]
    for (const person of await ctx.whoSees(entity, item.id, people)) {
      const kind = addressed.has(person) ? 'with_you' : 'answers'
      const key = [person, kind, item.project_id].join()
      const own = told.get(key) ?? { person, kind, items: [] }
      own.items.push({ item, saying })
      told.set(key, own)
    }
  }
  return [...told.values()]
}

/**
 * Tells each person once of the items of a project that one request changed in the same way, such as those of an import: "Kim
 * assigned you 40 punch items" (rule follow).
 */
export async function sayTogether<E extends Entity, R extends Item & RecordOf<E>>(
  together: Together<E, R>,
  ctx: Ctx,
): Promise<void> {
  const { entity, event, by, write } = together
  for (const { person, kind, items } of await heard(together, ctx)) {
    const [first] = items
    if (!first || person === event.user_id) continue
    const { item, saying } = first
    const { project_id, project_number, project_name } = item
    const href = `/projects/${project_id}/${entity.table}`
    const job = joinWords(project_number, project_name)
    const what = items.length > 1 ? `${items.length} ${entity.display.plural}` : nameOf(entity, item)
    const text = `${by} ${saying.did} ${what}`
    const letters: string[] = []
    if (saying.mailed)
      for (const one of items.slice(0, MOST_WRITTEN)) letters.push((await write(one.item, one.saying)).text.trim())
    const more = items.length - letters.length
    const mail = {
      subject: `${what}: ${job}`,
      text: [`${text}, ${job}.`, ...letters, ...(more ? [`… and ${more} more.`] : []), `${ctx.appUrl}${href}`].join(
        `\n\n${'-'.repeat(40)}\n\n`,
      ),
    }
    const about = { entity, record: item, project_id, href, kind, text, note: job }
    const keyFor = (id: Id) => `${event.keyFor(id)}:${kind}:${project_id}`
    await tell({ ...event, keyFor }, { ...about, people: [person], ...(saying.mailed && { mail }) }, ctx)
  }
}
