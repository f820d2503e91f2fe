import type { CurrentUser, Grant, Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { SharedKind } from '#lib/share-page.ts'
import type { Ctx, Where } from '#server/define-server.ts'
import { later, type Shareable } from '../../share-links/slots.ts'
import type { Item } from '../entities.ts'
import { mayShareItems } from '../guards.ts'
import { workItems } from '../slots.ts'

/** What a link tells of an item, as far as its kind has it: neither what it costs, nor what the company notes for itself. */
const told =
  'number title description question location trade date due_date requires_photo assigned_id assigned_name checklist points'.split(
    ' ',
  )

const statesOf = ({ workflow }: Entity): SharedKind['states'] =>
  Object.values(workflow?.states ?? {}).flatMap((state) =>
    state ? { label: state.label, tone: state.tone ?? 'neutral', at: state.stamp ? `${state.stamp}_at` : null } : [],
  )
const momentsOf = (entity: Entity) => statesOf(entity).flatMap(({ at }) => at ?? [])

/** The step by which who it is assigned to does it. */
function doneOf({ workflow }: Entity): SharedKind['done'] {
  const [done] = Object.entries(workflow?.steps ?? {}).filter(([, step]) => step?.for === 'assigned_id')
  return done?.[1] ? { step: done[0], label: done[1].label } : null
}

/** What guests do not see is shared with nobody. */
const shown = (entity: Entity) => ('private' in entity.fields ? { private: false } : {})
const open = (entity: Entity) => Object.fromEntries(momentsOf(entity).map((at) => [at, null]))

function rowsOf(entity: Entity, { what, project_id, target_type, target_id, whole, recipient_id }: Grant) {
  if (target_type !== entity.table) return false
  const rows = { project_id, ...shown(entity) }
  if (what === 'work_item') return { ...rows, id: target_id ?? 0 }
  return what === 'list' && { ...rows, ...open(entity), ...(!whole && { assigned_id: recipient_id }) }
}

/** What links show of a kind of work items, and how they are answered (rule share-link). */
export const grantedItem = (entity: Entity) => ({
  reads: [...told, ...momentsOf(entity)],
  rows: (grant: Grant) => rowsOf(entity, grant),
  attached: ['message', 'attachment'],
  answers: [doneOf(entity)?.step ?? []].flat(),
})

const kindOf = (table: string | null, ctx: Ctx) => ctx.filled(workItems).find((entity) => entity.table === table)
/** Every work item has these fields. */
const asItem = (record: object) => record as Item

/** Shared with a link by those who edit such items; a list is of those that somebody has to do. */
export const sharedItems: Shareable = {
  what: ['work_item', 'list'],
  noun: 'item',
  kindOf({ target_type }, ctx) {
    const entity = kindOf(target_type, ctx)
    if (!entity) return null
    const digits = /\d+/.exec(entity.display.title(asItem({ number: 1, title: '' })))?.[0].length ?? 1
    return { path: entity.table, noun: entity.display.noun, digits, states: statesOf(entity), done: doneOf(entity) }
  },
  async titleOf({ what, project_id, target_type, target_id }, ctx) {
    const entity = kindOf(target_type, ctx)
    if (!entity) return null
    if (what === 'list')
      return doneOf(entity) && mayShareItems(entity, ctx.user) ? `Open ${entity.display.plural}` : null
    const [item] = (await ctx.shown(entity, { id: target_id ?? 0, project_id, ...shown(entity) })).map(asItem)
    return item && mayShareItems(entity, ctx.user, item) ? entity.display.title(item) : null
  },
  links: (user: CurrentUser, { filled }) =>
    filled(workItems).flatMap((entity) =>
      mayShareItems(entity, user) ? { what: ['work_item', 'list'] as const, target_type: entity.table } : [],
    ),
  async changedAt(links, ctx) {
    const changed = new Map<Id, string>()
    for (const [table, own] of Map.groupBy(links, ({ target_type }) => target_type)) {
      const entity = kindOf(table, ctx)
      if (!entity) continue
      const project_id = [...new Set(own.map((link) => link.project_id))]
      const id = own.flatMap((link) => (link.what === 'work_item' ? (link.target_id ?? []) : []))
      const where: Where<Item> = { project_id, $either: [{ id }, open(entity)] }
      const items = await ctx.pick(entity, ['id', 'project_id', 'assigned_id', 'updated_at'], where)
      for (const link of own)
        for (const item of items) {
          const isShown =
            link.what === 'work_item'
              ? item.id === link.target_id
              : item.project_id === link.project_id && (link.whole || item.assigned_id === link.user_id)
          const at = isShown ? later(changed.get(link.id), item.updated_at) : undefined
          if (at !== undefined) changed.set(link.id, at)
        }
    }
    return changed
  },
}
