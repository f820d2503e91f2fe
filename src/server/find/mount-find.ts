import type { Hono } from 'hono'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import { readId } from '../../core/entity/id.ts'
import { mayBeMistyped, searchWords } from '../../core/query/found.ts'
import type { Context } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { ownTurn } from '../files/turns.ts'
import { invalid } from '../http/errors.ts'
import { readQuery, type Query } from '../resource/list.ts'
import type { AllServices } from '../services.ts'
import { findIn } from './find-in.ts'
import { itemsOf } from './found-items.ts'

/** Each kind shows a few of its records, and more where the request names kinds, since those fill the box then. */
const [OF_EACH, OF_NAMED] = [6, 30]
/** Of more, they are counted no further, and no further where kinds are named. */
const [ENOUGH, ENOUGH_NAMED] = [20, 60]
/**
 * Mounts GET /api/search (rule find): finds `q` in all kinds of records that are `findable`, or in those of `kinds[]`, as far
 * as the user may see them. Those of the projects `near[]` come before others that answer as well. Where nothing has the words,
 * those are found that have similar ones, which the answer says.
 */
export function mountFind(app: Hono, deps: AllServices): void {
  const findable = deps.catalog.entities.filter(({ display }) => display.findable)
  app.get('/api/search', async (c) => {
    const ctx = createContext(deps, deps.askerOf(c))
    const query = readQuery(new URL(c.req.url).searchParams)
    const kinds = many(query, 'kinds')
    const unknown = kinds.filter((kind) => !findable.some(({ name }) => name === kind))
    if (unknown.length) throw invalid({ kinds: [`Kinds may not be “${unknown.join('”, “')}”.`] })
    const wanted = findable.filter(
      (one) => guardOf(one, 'view')(ctx.user) && (!kinds.length || kinds.includes(one.name)),
    )
    const text = many(query, 'q')[0] ?? ''
    const near = new Set(many(query, 'near').flatMap((id) => readId(id) ?? []))
    const [most, enough] = kinds.length ? [OF_NAMED, ENOUGH_NAMED] : [OF_EACH, ENOUGH]
    const findAll = (similar: ReadonlySet<string>) =>
      Promise.all(wanted.map((entity) => findIn(ctx, entity, { text, near, similar, enough })))
    let found = searchWords(text).length ? await findAll(NONE) : []
    const similar = found.some(({ ranked }) => ranked.length) ? NONE : await unknownWords(ctx, wanted, text)
    if (similar.size) found = await findAll(similar)
    await ownTurn()
    const items = await itemsOf(ctx, found, most)
    const counts = found.flatMap(({ entity, ranked, more }) =>
      ranked.length ? [[entity.name, { count: ranked.length, more }] as const] : [],
    )
    return deps.answer(c, { items, counts: Object.fromEntries(counts), similar: similar.size > 0 && items.length > 0 })
  })
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The words of a search that nothing has that the user may see. What others see does not count: whether an error is forgiven
 * would tell of it.
 */
async function unknownWords(ctx: Context, wanted: readonly Entity[], text: string): Promise<ReadonlySet<string>> {
  const unknown = new Set(searchWords(text).filter(mayBeMistyped))
  if (searchWords(text).length === 1) return unknown
  const strike = async (word: string) => {
    for (const entity of wanted) {
      const { ranked } = await findIn(ctx, entity, { text: word, near: new Set(), similar: NONE, enough: 1 })
      if (ranked.length) return void unknown.delete(word)
    }
  }
  await Promise.all([...unknown].map(strike))
  return unknown
}

const many = (query: Query, name: string): string[] => [query.get(name) ?? []].flat().slice(0, 100)
