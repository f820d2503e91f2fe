import { guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import type { Row } from '../db/rows.ts'
import { Refusal } from '../http/errors.ts'
import { demandActive } from './active.ts'
import { demandAttachable } from './attached.ts'
import { demandMay } from './may.ts'

/**
 * Checks that the user may take this action on a record they can see.
 * @throws Refusal 403, or 422 while the record is not active
 */
export async function demandAction(ctx: Context, entity: Entity, action: string, record: Row): Promise<void> {
  if (!guardOf(entity, action)(ctx.user)) throw new Refusal(403)
  await demandAttachable(ctx, entity, 'edit', record)
  // The body of an action is not a draft and has not been validated: the action parses it.
  await demandMay(ctx, entity, action, record)
  await demandActive(ctx, entity, action, record)
}
