import { guest, type CurrentUser, type Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { anyOf, serve, within, type Ctx, type Served, type Serving, type Where } from '#server/define-server.ts'
import { assigneeErrors } from '../projects/assignee.ts'
import { projects } from '../projects/entities.ts'
import { seesOwnOnly, type Owned } from '../users/guards.ts'
import { followNamed } from './server/following.ts'
import { grantedItem } from './server/shared.ts'
import { servePins } from './slots.ts'

interface Shared extends Owned {
  readonly project_id: Id
  /** Whether guests do not see it. */
  readonly private?: boolean
}

/** Every work item has these fields, whatever else its entity has. */
const shared = (item: object) => item as Shared

/** The default row rule: employees and contacts see what they made or are assigned; guests see nothing private. */
const visible = (entity: Entity, user: CurrentUser) => ({
  project_id: within(projects),
  ...('private' in entity.fields && guest(user) && { private: false }),
  ...(seesOwnOnly(user) && anyOf<Owned>({ assigned_id: user.id }, { user_id: user.id })),
})

/** Checks a new assignee, and the assignee of an item that becomes private, because they must be able to see it. */
async function assignmentErrors(draft: Partial<Shared>, before: Shared | null, ctx: Ctx): Promise<FieldErrors> {
  const { assigned_id, project_id, private: isPrivate = false } = { ...before, ...draft }
  const isNew = assigned_id !== before?.assigned_id || (isPrivate && before?.private === false)
  return project_id && assigned_id && isNew ? assigneeErrors({ assigned_id, project_id, isPrivate }, ctx) : {}
}

/** Announces the project when somebody begins or ceases to see an item, because the counts they see change. */
async function tellCounts(item: Shared, before: Shared | null, ctx: Ctx): Promise<void> {
  if (before && (before.private !== item.private || before.assigned_id !== item.assigned_id))
    await ctx.announce(projects, item.project_id)
}

/** What every work item gets: people named in it follow it, its pin moves with it, and share links can show it. */
export const serveWith = (entity: Entity): Served[] => [
  servePins(entity),
  serve(entity, {
    granted: grantedItem(entity),
    afterSave: (record, before, ctx) => followNamed(entity, record, before, ctx),
  }),
]

/**
 * Serves work items (rule work-item): who sees them, who may be assigned, and their pins on sheets. `serving` adds to that;
 * its `visible` replaces the default row rule.
 */
export function serveItems<E extends Entity>(entity: E, serving: Serving<E> = {}): Served[] {
  const all: Serving<E> = {
    visible: ({ user }) => visible(entity, user) as Where<RecordOf<E>>,
    together: true,
    ...serving,
    validate: async (draft, before, ctx) => ({
      ...(await assignmentErrors(shared(draft), before && shared(before), ctx)),
      ...(await serving.validate?.(draft, before, ctx)),
    }),
    async afterSave(record, before, ctx, draft) {
      await tellCounts(shared(record), before && shared(before), ctx)
      await serving.afterSave?.(record, before, ctx, draft)
    },
  }
  return [serve(entity, all), ...serveWith(entity)]
}
