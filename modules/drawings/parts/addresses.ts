import type { Id } from '#core/access/access.ts'
import type { DrawingRevision } from '../entities.ts'

/** A stamped file is another one, at an address of its own. */
type Stamped = Pick<DrawingRevision, 'id' | 'stamped'>
const versionOf = ({ stamped }: Stamped) => (stamped === null ? '' : `v=${encodeURIComponent(stamped)}`)

/** Where a revision's PDF and its pictures are. */
export const fileOf = (revision: Stamped): string => `/api/drawing_revisions/${revision.id}/file?${versionOf(revision)}`
export const previewOf = (revision: Stamped): string =>
  `/api/drawing_revisions/${revision.id}/preview?size=1600&${versionOf(revision)}`
export const thumbOf = (id: Id): string => `/api/drawing_revisions/${id}/thumb`
/** What a revision's file is kept under on the device. */
export const keyOf = (revision: Stamped): string => `/drawings/revisions/${revision.id}.pdf?${versionOf(revision)}`

export const sheetHref = ({ id, project_id }: { id: Id; project_id: Id }): string =>
  `/projects/${project_id}/drawings/${id}`
