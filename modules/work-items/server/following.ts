import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { mentionedIn } from '#lib/mentions.ts'
import { anyOf, between, serve, withDeleted, within, type Ctx, type Served } from '#server/define-server.ts'
import { messages, type Message } from '../../messages/entities.ts'
import { users } from '../../users/entities.ts'
import { follows, type Follow, type Item } from '../entities.ts'
import { workItems } from '../slots.ts'

type Following = readonly [reason: Follow['reason'], user_id: Id | null]
type Followed = Pick<Item, 'id' | 'project_id' | 'user_id' | 'assigned_id'> & {
  readonly distributions?: readonly { readonly user_id: Id }[]
}

/** So many items of earlier versions are read at a time. */
const AT_ONCE = 1000

/** Every work item has these fields. */
const asFollowed = (record: object) => record as Followed

/** Whoever changes who follows an item waits for others who do, so that a person is noted once. */
const lock = (type: string, id: Id, ctx: Ctx) => ctx.alone(`follows ${type} ${id}`)

const kindOf = (type: string, ctx: Ctx): Entity | undefined => ctx.filled(workItems).find(({ table }) => table === type)

/** Those whom an item names, who follow it by that. */
export const namedIn = ({
  user_id,
  assigned_id,
  distributions = [],
}: Omit<Followed, 'id' | 'project_id'>): Following[] => [
  ['created', user_id],
  ['assigned', assigned_id],
  ...distributions.map((line): Following => ['distributed', line.user_id]),
]

/** The people of a list, each once, by the first reason. */
export const onceEach = (all: readonly Following[]): Map<Id, Follow['reason']> =>
  new Map(all.flatMap(([reason, id]): [Id, Follow['reason']][] => (id === null ? [] : [[id, reason]])).reverse())

async function readFollowers({ table }: Entity, id: Id, ctx: Ctx): Promise<Set<Id>> {
  const all = await ctx.pick(follows, ['user_id'], { followable_type: table, followable_id: id })
  return new Set(all.map(({ user_id }) => user_id))
}

/** Those who follow an item or have muted it, asked once for all that one request writes about it. */
const followersOf = (entity: Entity, id: Id, ctx: Ctx): Promise<Set<Id>> =>
  ctx.once(`follows ${entity.table} ${id}`, () => readFollowers(entity, id, ctx))

/** Notes who follows an item from now on, apart from those who do, or have muted it. */
async function note(
  entity: Entity,
  { id, project }: { id: Id; project: () => Promise<Id> | Id },
  people: Map<Id, Follow['reason']>,
  ctx: Ctx,
): Promise<void> {
  const already = await followersOf(entity, id, ctx)
  if ([...people.keys()].every((user_id) => already.has(user_id))) return
  await lock(entity.table, id, ctx)
  for (const user_id of await readFollowers(entity, id, ctx)) people.delete(user_id)
  for (const user_id of people.keys()) already.add(user_id)
  await follow(entity, { id, project_id: await project() }, people, ctx)
}

async function follow(
  { table }: Entity,
  { id, project_id }: Pick<Item, 'id' | 'project_id'>,
  people: ReadonlyMap<Id, Follow['reason']>,
  ctx: Ctx,
): Promise<void> {
  const about = { project_id, followable_type: table, followable_id: id }
  await ctx.save(
    follows,
    [...people].map(([user_id, reason]) => ({ ...about, user_id, reason })),
  )
}

/** Has those who make a work item, are assigned to it or are put on its distribution follow it. */
export async function followNamed(entity: Entity, record: object, before: object | null, ctx: Ctx): Promise<void> {
  const item = asFollowed(record)
  const former = new Set(before ? namedIn(asFollowed(before)).map(String) : [])
  const people = onceEach(namedIn(item).filter((one) => !former.has(String(one))))
  if (!before) return follow(entity, item, people, ctx)
  if (people.size) await note(entity, { id: item.id, project: () => item.project_id }, people, ctx)
}

/** The staff members that a message mentions, as far as they see what it is about. */
async function mentionedBy({ content }: Message, entity: Entity, id: Id, ctx: Ctx): Promise<Id[]> {
  if (!content.includes('@')) return []
  const staff = await ctx.pick(users, ['id', 'name'], { customer_id: null, contact_type_id: null, active: true })
  const names = new Set(
    mentionedIn(
      content,
      staff.map(({ name }) => name),
    ),
  )
  return ctx.whoSees(
    entity,
    id,
    staff.flatMap((one) => (names.has(one.name) ? [one.id] : [])),
  )
}

/** Has those who write about a work item follow it, and those whom they mention. */
async function followWriting(message: Message, before: Message | null, ctx: Ctx): Promise<void> {
  const { messageable_type, messageable_id: id, user_id } = message
  const entity = before ? undefined : kindOf(messageable_type, ctx)
  if (!entity) return
  const mentioned = (await mentionedBy(message, entity, id, ctx)).map((one): Following => ['mentioned', one])
  const people = onceEach([['replied', user_id], ...mentioned])
  async function project() {
    const [item] = await ctx.pick<Entity, 'project_id'>(entity as Entity, ['project_id'], { id })
    return Number(item?.project_id)
  }
  await note(entity, { id, project }, people, ctx)
}

/** Serves who follows what (rule follow): one's own, of the items that one sees. */
export const servedFollows: Served[] = [
  serve(follows, {
    visible: (ctx) => ({
      user_id: ctx.user.id,
      ...anyOf<Follow>(
        ...ctx.filled(workItems).map((one) => ({ followable_type: one.table, followable_id: within(one) })),
      ),
    }),
    async may(_, { before, draft }, ctx) {
      const { followable_type, followable_id, project_id } = { ...before, ...draft }
      if (!followable_type || !followable_id) return true
      await lock(followable_type, followable_id, ctx)
      const entity = kindOf(followable_type, ctx)
      if (!entity || !(await ctx.exists<Entity>(entity, { id: followable_id, project_id }))) return false
      return (await ctx.whoSees(entity, followable_id, [ctx.user.id])).length > 0
    },
  }),
  serve(messages, { afterSave: followWriting }),
]

/** The items of a kind after the one with this id, the first so many. */
async function itemsAfter(entity: Entity, after: Id, ctx: Ctx): Promise<Followed[]> {
  const where = { id: between(after + 1, null) }
  const picked = ['id', 'project_id', 'user_id', 'assigned_id'] as const
  const items = await ctx.pick<Entity, (typeof picked)[number]>(entity, picked, where, { most: AT_ONCE })
  if (!items.length || !('distributions' in entity.fields)) return items
  // Lines are read with their record alone.
  return (await ctx.all<Entity>(entity, { id: items.map(({ id }) => id) })).map(asFollowed)
}

/** Notes who follows what is there already, once: a company that was kept before it was noted has nothing of it. */
export async function followEarlier(ctx: Ctx): Promise<void> {
  await ctx.alone('follows')
  if (await ctx.exists(follows, withDeleted)) return
  for (const entity of ctx.filled(workItems)) {
    const about = { followable_type: entity.table, muted: false }
    for (let items = await itemsAfter(entity, 0, ctx); items.length;) {
      const span = between(items[0]?.id ?? 0, items.at(-1)?.id ?? 0)
      const where = { messageable_type: entity.table, messageable_id: span }
      const wrote = Map.groupBy(
        await ctx.groups(messages, { by: ['messageable_id', 'user_id'], where }),
        ({ messageable_id }) => messageable_id,
      )
      const rows = items.flatMap((item) => {
        const writing = (wrote.get(item.id) ?? []).map(({ user_id }): Following => ['replied', user_id])
        const people = [...onceEach([...namedIn(item), ...writing])]
        const { id: followable_id, project_id } = item
        return people.map(([user_id, reason]) => ({ ...about, followable_id, project_id, user_id, reason }))
      })
      await ctx.setDerived(follows, rows, { id: [] })
      items = await itemsAfter(entity, items.at(-1)?.id ?? 0, ctx)
    }
  }
}
