import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { serve, slot, type Ctx, type Served, type Slot } from '#server/define-server.ts'
import type { Pinned } from './pin-fields.ts'

/** The kinds of work items there are. Each has a place on a sheet (`pinFields`). */
export const workItems: Slot<Entity> = slot('work items')

/** What follows a record that has another place, or is gone. */
export const placed: Slot<(entity: Entity, id: Id, ctx: Ctx) => Promise<void>> = slot('placed')

export type Place = Pick<Pinned, 'drawing_sheet_id' | 'pin'>

export const isAt = (a: Place, b: Place): boolean =>
  a.drawing_sheet_id === b.drawing_sheet_id && a.pin?.x === b.pin?.x && a.pin?.y === b.pin?.y

/** Serves records whose pins on sheets follow them (rule pin). */
export function servePins(entity: Entity): Served {
  const follow = async ({ id }: { id: Id }, ctx: Ctx) => {
    for (const one of ctx.filled(placed)) await one(entity, id, ctx)
  }
  // Safe because they have `pinFields`.
  const placeOf = (record: RecordOf<Entity>) => record as RecordOf<Entity> & Place
  return serve(entity, {
    async afterSave(record, before, ctx) {
      if (before && !isAt(placeOf(record), placeOf(before))) await follow(record, ctx)
    },
    afterDelete: follow,
  })
}
