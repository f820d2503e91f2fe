import { useQuery } from '#blocks/query/use-query.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { drawingSheets } from '../../entities.ts'
import { sheetHref } from '../addresses.ts'
import { usePinCounts } from '../pins/use-pins.ts'
import { useKeptSheets } from './keep-sheets.ts'
import { OnDevice } from './sheet-card.tsx'
import { Thumb } from './thumb.tsx'

/** The sheet that a day's work is done by: where the user has most to do, or what was revised last. @useSignals */
export default function SheetOfDay({ project_id }: { project_id: Id }) {
  const params = useShared({ project_id })
  const { items } = useQuery(drawingSheets, { params })
  const own = usePinCounts(project_id, 'own').value
  const key = [...own].join()
  const [sheet] = useSummary(
    items,
    (sheets) =>
      sheets
        .filter(({ current_revision_id }) => current_revision_id !== null)
        .map(({ id, number, title, revision, revised_at, preview_state, current_revision_id }) => ({
          id,
          number,
          title,
          revision,
          revised_at,
          preview_state,
          current_revision_id,
          pins: own.get(id) ?? 0,
        }))
        .toSorted((a, b) => b.pins - a.pins || (a.revised_at ?? '').localeCompare(b.revised_at ?? '') * -1)
        .slice(0, 1),
    [key],
  )
  const kept = useKeptSheets(project_id, items)
  if (!sheet || sheet.current_revision_id === null) return null
  const pins = sheet.pins && `${sheet.pins} ${sheet.pins === 1 ? 'pin is' : 'pins are'} yours`
  return (
    <a href={sheetHref({ id: sheet.id, project_id })} className={row}>
      <span className={picture}>
        <Thumb id={sheet.current_revision_id} state={sheet.preview_state} />
      </span>
      <span className={css({ flex: '1', minWidth: '0' })}>
        <b className={css({ display: 'block', fontWeight: 'strong' })}>
          {sheet.number} {sheet.title}
        </b>
        <span className={css({ textStyle: 'note' })}>
          {[sheet.revision === null ? 'Current' : `Rev ${sheet.revision}, current`, pins].filter(Boolean).join(' · ')}
        </span>
      </span>
      <OnDevice id={sheet.id} kept={kept} />
    </a>
  )
}

const row = css({ wrap: '3', minHeight: '16', paddingBlock: '2', outlineOffset: '-3px!' })
const picture = css({ flex: 'none', width: '16', height: '11', border: '1px solid {colors.line}', overflow: 'hidden' })
