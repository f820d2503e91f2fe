import { Redirect } from 'wouter'
import { useServices } from '#blocks/services/services.tsx'
import type { DrawingRevision, DrawingSheet } from '../entities.ts'
import { samplePage, samplePdf } from '../sample/sheets.ts'
import { SheetDesk } from '../parts/desk/sheet-desk.tsx'
import { useLocalMarking } from '../parts/marks/use-local-marking.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const base = { id: 1, created_at: NOW, updated_at: NOW, deleted_at: null, project_id: 0, shared_at: null }
const sheet: DrawingSheet = {
  ...base,
  number: 'E2.1',
  sheet_key: null,
  title: 'Level 1 power plan',
  discipline: 'E',
  current_revision_id: 1,
  drawing_id: 1,
  shared_revision_id: null,
  sort: 0,
  revision: '1',
  dated: '2026-01-01',
  revised_at: NOW,
  preview_state: null,
  bytes: null,
  shared: null,
}
const revision: DrawingRevision = {
  ...base,
  drawing_id: 1,
  drawing_sheet_id: 1,
  page: 1,
  number: 'E2.1',
  title: sheet.title,
  discipline: 'E',
  revision: '1',
  dated: '2026-01-01',
  name: 'E2.1.pdf',
  mime: 'application/pdf',
  size: 0,
  sha256: null,
  path: null,
  preview_path: null,
  image: false,
  preview_state: null,
  pages: 1,
  recognition: null,
  user_id: 1,
  width: 2592,
  height: 1728,
  kind: 'vector',
  state: 'ready',
  error: null,
  text: null,
  runs: null,
  number_box: null,
  boxes: null,
  certainty: null,
  likely: null,
  content: null,
  scale: { units_per_pt: 8 / 72, unit: 'ft', by: 1, at: NOW },
  alignments: null,
  stamped: null,
  published_id: 1,
  published_at: NOW,
  published_name: null,
  superseded_id: null,
  superseded_at: null,
  superseded_name: null,
  shared_id: null,
  shared_name: null,
  superseded_by: null,
}
const plan = () =>
  samplePdf(samplePage({ number: 'E2.1', title: ['LEVEL 1', 'POWER PLAN'], drawing: 'power' }, 1, '01/01/26')).buffer

/** A bundled sheet with every tool and no project, for tests; no production server has it. @useSignals */
export default function TestSheetScreen() {
  const { settings } = useServices()
  const { marks, marking } = useLocalMarking(sheet, revision)
  if (!settings.value.features.includes('test_screens')) return <Redirect to="/not_found" replace />
  return (
    <SheetDesk
      sheet={sheet}
      sheets={[sheet]}
      revisions={[revision]}
      shown={revision}
      back="/"
      initial={null}
      initialMark={null}
      initialPin={null}
      onRevision={() => {}}
      onSheet={() => {}}
      marks={marks}
      marking={marking}
      pins={[]}
      local={plan}
    />
  )
}
