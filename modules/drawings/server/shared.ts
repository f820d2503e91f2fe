import type { Grant, Id } from '#core/access/access.ts'
import { not, within, type Ctx } from '#server/define-server.ts'
import { later, type Shareable } from '../../share-links/slots.ts'
import { disciplineNames, type Discipline } from '../disciplines.ts'
import { drawingSheets } from '../entities.ts'
import { editsDrawings } from '../guards.ts'

const isDiscipline = (value: string | null): value is Discipline => value !== null && value in disciplineNames

/** The sheets of a link about drawings: those that are published, whether or not guests of the job see them. */
const sheetsOf = ({ what, project_id, target_id, discipline }: Grant) => {
  if (what !== 'drawings' && what !== 'sheet') return null
  return {
    project_id,
    current_revision_id: not(null),
    ...(what === 'sheet' && { id: target_id ?? 0 }),
    ...(isDiscipline(discipline) && { discipline }),
  }
}

export const grantedSheets = {
  reads: [
    'number',
    'title',
    'discipline',
    'current_revision_id',
    'revision',
    'dated',
    'revised_at',
    'bytes',
    'preview_state',
  ] as const,
  rows: (grant: Grant) => sheetsOf(grant) ?? false,
}

/** The current revisions of those sheets; neither earlier ones, nor what is drawn or pinned on them. */
export const grantedRevisions = {
  reads: ['drawing_sheet_id', 'name', 'mime', 'size', 'revision', 'preview_state'] as const,
  rows(grant: Grant) {
    const sheets = sheetsOf(grant)
    return (
      sheets !== null && {
        published_at: not(null),
        superseded_at: null,
        drawing_sheet_id: within(drawingSheets, sheets),
      }
    )
  },
}

/** Shared with a link by those who share sets with guests. */
export const sharedDrawings: Shareable = {
  what: ['drawings', 'sheet'],
  noun: 'sheet',
  async titleOf({ what, project_id, target_id, discipline }, ctx) {
    if (!editsDrawings(ctx.user)) return null
    if (what === 'drawings') return isDiscipline(discipline) ? disciplineNames[discipline] : 'Drawings'
    const [sheet] = await ctx.shown(drawingSheets, { id: target_id ?? 0, project_id, current_revision_id: not(null) })
    return sheet ? `${sheet.number} ${sheet.title}`.trim() : null
  },
  links: (user) => (editsDrawings(user) ? [{ what: ['drawings', 'sheet'] }] : []),
  async changedAt(links, { pick }: Ctx) {
    const project_id = [...new Set(links.map((link) => link.project_id))]
    const fields = ['id', 'project_id', 'discipline', 'revised_at'] as const
    const sheets = await pick(drawingSheets, fields, { project_id, current_revision_id: not(null) })
    const changed = new Map<Id, string>()
    for (const link of links)
      for (const { id, project_id: job, discipline, revised_at } of sheets) {
        const isShown =
          link.what === 'sheet'
            ? id === link.target_id
            : job === link.project_id && (link.discipline === null || discipline === link.discipline)
        const at = isShown ? later(changed.get(link.id), revised_at) : undefined
        if (at !== undefined) changed.set(link.id, at)
      }
    return changed
  },
}
