import { sql } from 'kysely'
import type { CurrentUser, Grant, Id } from '../../core/access/access.ts'
import { attachmentFields, guardOf, parentsOf, type Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList, type Executor } from '../db/database.ts'
import type { Ctx } from '../define-server.ts'
import { isOp, within, type AnyWhere } from '../../core/query/where.ts'
import type { Catalog } from './catalog.ts'

/**
 * A context for what only leads to what is asked for, such as the job of an RFI: there a token sees what its owner sees, so that
 * one for RFIs alone finds them (rule access-token), and a share link what its maker sees (rule share-link).
 */
export function asOwner<C extends Ctx>(ctx: C): C {
  const user = ctx.user.grant?.maker ?? ctx.user.token?.owner
  return user ? { ...ctx, user } : ctx
}

/** A row rule without references to other entities: those have been resolved for one user. */
export type Rule = boolean | AnyWhere

/**
 * Resolves `within` and `namedBy` for the user of `ctx`, so that users with equal rights get equal data.
 * @param path the entities whose rules led here
 * @throws naming the path, when a rule leads back into its own entity
 */
export async function resolve(catalog: Catalog, rule: Rule, ctx: Ctx, path: readonly string[] = []): Promise<Rule> {
  if (typeof rule === 'boolean') return rule
  const entries = await Promise.all(
    Object.entries(rule).map(async ([key, test]): Promise<[string, unknown]> => {
      if (key === '$either' || key === '$all')
        return [key, await Promise.all((test as AnyWhere[]).map((one) => resolve(catalog, one, ctx, path)))]
      if (!isOp(test)) return [key, test]
      if (test.$op !== 'within' && test.$op !== 'namedBy') return [key, test]
      const target = catalog.entity(String(test.entity))
      const seen = await ruleFor(catalog, target, asOwner(ctx), path)
      const { where, ...op } = test
      return [
        key,
        { ...op, rule: where ? { $all: [seen, await resolve(catalog, where as AnyWhere, ctx, path)] } : seen },
      ]
    }),
  )
  return Object.fromEntries(entries)
}

/**
 * Which rows of an entity the user of `ctx` may see: none if the guard refuses, else by the entity's own rule, or by
 * default by the rules of its parents or attachableEntities.
 */
export async function unresolvedRule(catalog: Catalog, entity: Entity, ctx: Ctx): Promise<Rule> {
  if (ctx.user.grant || !guardOf(entity, 'view')(ctx.user)) return false
  const { visible } = catalog.serving(entity)
  if (visible) return visible(ctx) as Promise<Rule> | Rule
  const attached = attachmentFields(entity)
  if (attached) {
    const attachableEntities = catalog.attachableEntities(entity).flatMap((parentEntity): AnyWhere[] => {
      const seen = catalog.serving(parentEntity).seesAttached?.(entity, ctx) ?? true
      if (seen === false || !guardOf(parentEntity, 'view')(ctx.user)) return []
      const on = { [attached.type]: parentEntity.table, [attached.id]: within(parentEntity) }
      return [seen === true ? on : { $all: [on, seen] }]
    })
    return { $either: attachableEntities }
  }
  const parents = parentsOf(entity.endpoint).map((name): [string, unknown] => {
    const target = (entity.fields as Fields)[name]?.facts.ref?.entity
    return [name, within(catalog.entity(String(target)))]
  })
  return parents.length ? Object.fromEntries(parents) : true
}

/** The rows that a grant names: of what is attached, those on rows that it names. */
function grantedRows(catalog: Catalog, entity: Entity, grant: Grant): Rule {
  const { granted } = catalog.serving(entity)
  if (!granted || granted.rows) return granted?.rows?.(grant) ?? false
  const attached = attachmentFields(entity)
  const places = catalog.attachableEntities(entity).flatMap((parentEntity): AnyWhere[] => {
    const on = catalog.serving(parentEntity).granted
    const rows = on?.attached?.includes(entity.name) ? (on.rows?.(grant) ?? false) : false
    if (!attached || rows === false) return []
    return [{ [attached.type]: parentEntity.table, [attached.id]: within(parentEntity, rows === true ? {} : rows) }]
  })
  return places.length > 0 && { $either: places }
}

/** What a share link shows of an entity: what its serving grants, as far as the link's maker sees it, and nothing by default. */
async function grantedRule(
  catalog: Catalog,
  entity: Entity,
  ctx: Ctx,
  grant: Grant,
  path: readonly string[],
): Promise<Rule> {
  const rows = guardOf(entity, 'view')(ctx.user) && grantedRows(catalog, entity, grant)
  if (rows === false) return false
  const maker = asOwner(ctx)
  const seen = await ruleFor(catalog, entity, maker, path)
  return { $all: [seen, await resolve(catalog, rows, maker, [...path, entity.name])] }
}

/** The same rule, with references to other entities resolved for the user of `ctx`. */
export async function ruleFor(catalog: Catalog, entity: Entity, ctx: Ctx, path: readonly string[] = []): Promise<Rule> {
  const { grant } = ctx.user
  if (grant) return grantedRule(catalog, entity, ctx, grant, path)
  const here = [...path, entity.name]
  if (path.includes(entity.name))
    throw new Error(`Who may see "${entity.name}" depends on who may see it: ${here.join(' → ')}.`)
  return resolve(catalog, await unresolvedRule(catalog, entity, ctx), ctx, here)
}

/** The subset of `ids` that are live and match the rule. */
export async function passing(
  db: Executor,
  catalog: Catalog,
  entity: Entity,
  ids: readonly Id[],
  rule: Rule,
  lock = sql``,
): Promise<Set<Id>> {
  const query = sql<{
    id: unknown
  }>`select t.id from ${sql.table(entity.table)} as t where ${inList(catalog.dialect, sql.ref('t.id'), ids)} and ${alive()} and ${condition(catalog, entity, rule, { few: true })}${lock}`
  return new Set((await query.execute(db)).rows.map(({ id }) => Number(id)))
}

/** Whether this user may read the field: of any record, or of this one. */
export function readable(
  field: Field<unknown>,
  user: CurrentUser,
  record?: Readonly<Record<string, unknown>>,
): boolean {
  const { facts } = field
  if (user.grant) return user.grant.reads.has(field)
  return (
    !facts.writeOnly &&
    ((facts.readableBy?.(user) ?? true) || (facts.ownedBy !== undefined && record?.[facts.ownedBy] === user.id))
  )
}
