import { expect, test } from 'vitest'
import type { JobRecords } from '#core/module/keeps.ts'
import keptPhotos from '../../attachments/parts/kept-photos.ts'
import keptSheets from '../../drawings/parts/sets/kept-sheets.ts'
import keptDocuments from './kept-documents.ts'

/** A device with records, by entity and the field that names their job. */
const having =
  (records: Readonly<Record<string, readonly object[]>>): JobRecords =>
  async (entity, field = 'project_id') =>
    (records[`${entity.name} ${field}`] ?? []) as never
const pathsOf = (items: readonly { files: readonly { path: string }[] }[]) =>
  items.map(({ files }) => files.map(({ path }) => path))

test('of documents, those that are pinned to a day of the job are kept, each version at an address of its own', async () => {
  const of = having({
    'schedule_event told_project_id': [{ documents: [{ document_id: 3 }] }],
    'schedule_event project_id': [{ documents: [{ document_id: 4 }] }, {}],
    'document project_id': [
      { id: 3, sha256: 'abc', version: 1, size: 9 },
      { id: 4, sha256: null, version: 2, size: 9 },
      { id: 5, sha256: 'def', version: 1, size: 9 },
    ],
  })
  expect(pathsOf(await keptDocuments.items(of, () => ''))).toEqual([
    ['/api/documents/3/file?v=abc'],
    ['/api/documents/4/file?v=2'],
  ])
})

test('jobs are planned in the order of their days, phases and meetings do not count', () => {
  const days = [
    { kind: 'assignment', start_date: '2026-03-05', told_project_id: 2, project_id: null },
    { kind: 'assignment', start_date: '2026-03-04', told_project_id: null, project_id: 1 },
    { kind: 'calendar', start_date: '2026-03-03', told_project_id: 7, project_id: null },
  ]
  expect(keptDocuments.planned?.jobsIn(days as never, { id: 7 } as never)).toEqual([1, 2])
})

test('of photos, those of the last 30 days are kept as large as a screen, all others small', async () => {
  const of = having({
    'attachment project_id': [
      { id: 1, image: true, preview_state: 'ready', created_at: '2026-03-01T08:00:00Z' },
      { id: 2, image: true, preview_state: 'ready', created_at: '2026-01-01T08:00:00Z' },
      { id: 3, image: false, preview_state: null, created_at: '2026-03-01T08:00:00Z' },
    ],
  })
  const items = await keptPhotos.items(of, (from) => (from === -30 ? '2026-02-01' : ''))
  expect(pathsOf(items)).toEqual([
    ['/api/attachments/1/preview?size=320', '/api/attachments/1/preview?size=1600'],
    ['/api/attachments/2/preview?size=320'],
  ])
})

test('of sheets, current revisions are kept by discipline, and what was superseded goes', async () => {
  const of = having({
    'drawing_sheet project_id': [
      { id: 1, discipline: 'E', current_revision_id: 12, bytes: 100 },
      { id: 2, discipline: 'A', current_revision_id: null, bytes: null },
    ],
    'drawing_revision project_id': [
      { id: 11, stamped: '2', superseded_at: '2026-03-01T08:00:00Z' },
      { id: 12, stamped: null, superseded_at: null },
    ],
  })
  const [current, old, ...others] = await keptSheets.items(of, () => '')
  expect(others).toEqual([])
  expect(current?.group).toBe('E')
  expect(current?.files.map(({ path, key, bytes }) => [path, key, bytes])).toEqual([
    ['/api/drawing_revisions/12/file?', '/drawings/revisions/12.pdf?', 100],
    ['/api/drawing_revisions/12/thumb', undefined, null],
    ['/api/drawing_revisions/12/preview?size=1600&', undefined, null],
  ])
  expect([old?.isOld, old?.files[0]?.key]).toEqual([true, '/drawings/revisions/11.pdf?'])
})
