import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import type { Base } from '#core/entity/entity.ts'
import { json, ref } from '#core/entity/fields.ts'

const part = z.number().check(z.minimum(0), z.maximum(1))
const pinPlace = z.strictObject({ x: part, y: part })
export type PinPlace = z.infer<typeof pinPlace>

/**
 * The fields of records that have a place on a drawing: the sheet, and the place in parts of the displayed page. They
 * are the pin itself, so that a pin and its record cannot disagree.
 */
export const pinFields = () => ({
  drawing_sheet_id: ref('drawing_sheet', { onDelete: 'keep', within: 'project_id' }).optional().label('Sheet'),
  pin: json(pinPlace).optional(),
})

/** A record with a place on a sheet (rule pin). */
export interface Pinned extends Base {
  readonly drawing_sheet_id: Id | null
  readonly pin: PinPlace | null
}
