import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { anyOf, not, refuse, serve, within, type Ctx } from '#server/define-server.ts'
import { drawingRevisions, drawingSheets, markups, type Markup } from '../entities.ts'
import { kindOf, measured } from '../measuring.ts'
import { demandLink, followMark, linkedType } from './pinning.ts'

export const MOST_MARKS = 20_000
const FULL = 'This sheet holds its 20,000 marks.'
const NO_SCALE = 'Set the sheet scale first.'

/** How many more marks a sheet holds: counted once in a request, and less by each that is added. */
async function validate(draft: DraftOf<typeof markups>, before: Markup | null, ctx: Ctx): Promise<FieldErrors> {
  const { type, revision_id, drawing_sheet_id, unit } = { ...before, ...draft }
  if (!revision_id || !drawing_sheet_id) return {}
  const revision = await ctx.find(drawingRevisions, revision_id)
  if (revision?.drawing_sheet_id !== drawing_sheet_id) return { revision_id: ['Revision is invalid'] }
  if (!before) {
    const room = await ctx.once(`room on sheet ${drawing_sheet_id}`, async () => ({
      left: MOST_MARKS - (await ctx.count(markups, { drawing_sheet_id })),
    }))
    if (room.left-- <= 0) refuse(FULL)
  }
  if (type === 'measure' && !revision.scale && kindOf(unit) !== 'count') return { measurement: [NO_SCALE] }
  return {}
}

/** What a measurement comes to follows from its points and the sheet's scale, whatever was sent. */
async function measuredBy(draft: DraftOf<typeof markups>, before: Markup | null, ctx: Ctx): Promise<Partial<Markup>> {
  const { type, geometry, revision_id, unit } = { ...before, ...draft }
  if (type !== 'measure' || !geometry || !revision_id) return {}
  const revision = await ctx.find(drawingRevisions, revision_id)
  return (revision && measured(geometry, kindOf(unit), revision, revision.scale)) ?? {}
}

export const servedMarkups = serve(markups, {
  // Private markup is private to everyone, administrators too.
  visible: ({ user }) => ({
    drawing_sheet_id: within(drawingSheets),
    revision_id: within(drawingRevisions),
    ...anyOf<Markup>({ user_id: user.id }, { published_at: not(null) }),
  }),
  async derive(draft, before, ctx) {
    const { drawing_sheet_id } = draft
    const sheet = !before && drawing_sheet_id ? await ctx.find(drawingSheets, drawing_sheet_id) : null
    return {
      ...(!before && { project_id: sheet?.project_id ?? null }),
      ...linkedType(draft, ctx),
      ...(await measuredBy(draft, before, ctx)),
    }
  },
  async may(verb, { before, draft }, ctx) {
    if (verb === 'create' || verb === 'edit') await demandLink(draft, before, ctx)
    return true
  },
  // Those of a request are counted together.
  together: true,
  validate,
  afterSave: followMark,
  afterDelete: (mark, ctx) => followMark(null, mark, ctx),
})
