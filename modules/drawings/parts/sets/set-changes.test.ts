import { expect, test } from 'vitest'
import { changesOf } from './set-changes.ts'

type Known = Parameters<typeof changesOf>[1][number]
const revision = (id: number, change: Partial<Known>): Known => ({
  id,
  drawing_id: 1,
  drawing_sheet_id: 1,
  number: 'E2.1',
  title: 'Power plan',
  revision: '0',
  published_at: '2020-01-01T10:00:00.000Z',
  superseded_by: null,
  ...change,
})

test('a set tells which sheets are new, which it revised, and what has superseded it since', () => {
  const all = [
    revision(5, { drawing_id: 3, revision: '2', published_at: '2020-03-01T10:00:00.000Z' }),
    revision(3, { drawing_id: 2, revision: '1', published_at: '2020-02-01T10:00:00.000Z', superseded_by: '2' }),
    revision(1, { superseded_by: '2' }),
    revision(4, { drawing_id: 2, drawing_sheet_id: 2, number: 'E2.10', published_at: '2020-02-01T10:00:00.000Z' }),
    revision(6, { drawing_id: 2, drawing_sheet_id: null, published_at: null }),
  ]
  expect(changesOf(2, all)).toMatchObject([
    { id: 3, sheet: 1, revision: '1', before: { id: 1, revision: '0' }, since: '2' },
    { id: 4, sheet: 2, number: 'E2.10', before: null, since: null },
  ])
  expect(changesOf(3, all)).toMatchObject([{ id: 5, before: { id: 3, revision: '1' } }])
})
