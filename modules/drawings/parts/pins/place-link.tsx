import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { drawingSheets } from '../../entities.ts'
import type { Pinned } from '../../../work-items/index.ts'
import { sheetHref } from '../addresses.ts'

/** A link from a record to its place on a sheet, shown to users who may see that sheet. @useSignals */
export default function PlaceLink({ entity, record }: { entity: Entity; record: Pinned & { project_id: Id } }) {
  const { project_id, drawing_sheet_id, pin } = record
  const query = useQuery(drawingSheets, { params: { project_id }, ask: drawing_sheet_id !== null })
  const sheet = useRecords(query.items).find(({ id }) => id === drawing_sheet_id)
  if (!sheet) return null
  const place = pin ? `&x=${pin.x}&y=${pin.y}&zoom=0.8` : ''
  return (
    <a
      className={css({ color: 'primary', textDecoration: 'underline' })}
      href={`${sheetHref(sheet)}?pin=${encodeURIComponent(`${entity.name} ${record.id}`)}${place}`}
    >
      {sheet.number} {sheet.title}
    </a>
  )
}
