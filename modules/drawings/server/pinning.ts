import type { Id } from '#core/access/access.ts'
import type { DraftOf, Entity } from '#core/entity/entity.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { attachments } from '../../attachments/entities.ts'
import { drawingSheets, markups, type Markup } from '../entities.ts'
import { boundsOf } from '../geometry.ts'
import type { Pinned, PinPlace } from '../../work-items/entities.ts'
import { isAt, workItems, type Place } from '../../work-items/slots.ts'

/** As drawings know records of all kinds: with a place, by the fields that each of them has. */
type AnyPinned = Entity & { readonly $place?: Pinned }

type Draft = DraftOf<typeof markups>

/** A kind of record that markup may link to, by its name or, as earlier clients say it, its table. */
const kindOf = (name: string | null | undefined, ctx: Ctx): AnyPinned | undefined =>
  [attachments, ...ctx.filled(workItems)].find((entity) => entity.name === name || entity.table === name)

/** The name of the kind that a draft links to, where there is such a kind. */
export const linkedType = ({ linked_type }: Draft, ctx: Ctx): Pick<Draft, 'linked_type'> => {
  const kind = kindOf(linked_type, ctx)
  return kind ? { linked_type: kind.name } : {}
}

/** @throws Refusal 422 unless a newly linked record exists, and is one of the sheet's project that the user sees */
export async function demandLink(draft: Draft, before: Markup | null, ctx: Ctx): Promise<void> {
  const { linked_type = null, linked_id = null, project_id } = { ...before, ...draft }
  if (linked_type === (before?.linked_type ?? null) && linked_id === (before?.linked_id ?? null)) return
  if (linked_type === null && linked_id === null) return
  const kind = kindOf(linked_type, ctx)
  if (!kind) refuse('Markup cannot link to that.', { linked_type: ['Markup cannot link to that.'] })
  const [seen] = linked_id === null ? [] : await ctx.shown(kind, { id: linked_id, project_id } as never)
  if (!seen) refuse('Choose a record of this project.', { linked_id: ['Choose a record of this project.'] })
}

/** The record that a mark pins to its place. */
function pinnedBy(mark: Markup | null, ctx: Ctx): { entity: AnyPinned; id: Id; place: Place } | null {
  if (mark?.type !== 'pin' || mark.linked_id === null || 'points' in mark.geometry) return null
  const entity = kindOf(mark.linked_type, ctx)
  if (!entity || !('pin' in entity.fields)) return null
  const { x, y } = mark.geometry
  return { entity, id: mark.linked_id, place: { drawing_sheet_id: mark.drawing_sheet_id, pin: { x, y } } }
}

// Safe because entities in the slot have `pinFields`.
const recordOf = (entity: AnyPinned, id: Id, ctx: Ctx) => ctx.find(entity, id) as Promise<Pinned | null>
const pinsOf = ({ name }: AnyPinned, id: Id, ctx: Ctx) =>
  ctx.all(markups, { type: 'pin', linked_type: name, linked_id: id })

/** A record is where its pin is put, if its author may change the record, and nowhere once the pin is gone or links another. */
export async function followMark(mark: Markup | null, before: Markup | null, ctx: Ctx): Promise<void> {
  const [was, is] = [pinnedBy(before, ctx), pinnedBy(mark, ctx)]
  const isSame = was?.entity === is?.entity && was?.id === is?.id
  if (was && !isSame) {
    const record = await recordOf(was.entity, was.id, ctx)
    const others = await pinsOf(was.entity, was.id, ctx)
    if (record && isAt(record, was.place) && !others.length) await put(was.entity, was.id, NOWHERE, ctx)
  }
  const record = is && (await recordOf(is.entity, is.id, ctx))
  if (!record) return
  // One that comes back as it was goes where the record has been put since.
  const isBack = isSame && was !== null && isAt(was.place, is.place) && record.pin !== null
  if (!isBack && !isAt(record, is.place)) await put(is.entity, is.id, is.place, ctx, 'user')
  await followRecord(is.entity, is.id, ctx)
}

const NOWHERE: Place = { drawing_sheet_id: null, pin: null }
const put = (entity: AnyPinned, id: Id, place: Place, ctx: Ctx, as?: 'user') =>
  ctx.save(entity, { id, ...place } as never, as)

/** The one pin of a record is where the record is; of several, the others go. */
export async function followRecord(entity: AnyPinned, id: Id, ctx: Ctx): Promise<void> {
  const pins = await pinsOf(entity, id, ctx)
  if (!pins.length) return
  const record = await recordOf(entity, id, ctx)
  const { drawing_sheet_id = null, pin = null } = record ?? NOWHERE
  const sheet = drawing_sheet_id === null || !pin ? null : await ctx.find(drawingSheets, drawing_sheet_id)
  const kept = pins.find((mark) => record && isAt(record, pinnedBy(mark, ctx)?.place ?? NOWHERE)) ?? pins.at(-1)
  for (const mark of pins) if (mark !== kept || !sheet?.current_revision_id || !pin) await ctx.remove(markups, mark.id)
  if (
    !kept ||
    !sheet?.current_revision_id ||
    !pin ||
    isAt({ drawing_sheet_id, pin }, pinnedBy(kept, ctx)?.place ?? NOWHERE)
  )
    return
  const isThere = kept.drawing_sheet_id === sheet.id
  await ctx.save(markups, { id: kept.id, ...(!isThere && onSheet(sheet.id, sheet.current_revision_id)), ...at(pin) })
}

const onSheet = (drawing_sheet_id: Id, revision_id: Id) => ({ drawing_sheet_id, revision_id })
const at = ({ x, y }: PinPlace) => ({
  geometry: { x, y },
  bbox: [...boundsOf({ x, y })] as [number, number, number, number],
})
