import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { Failure } from '#core/resource/result.ts'
import type { TimeEntry } from '../../entities.ts'
import { createDaySheet, workKey, workOf } from './day-sheet.ts'
import type { EntryDraft } from './sheet.ts'

const entry = (id: number, hours: number) => ({ id, hours }) as TimeEntry

function opened(there: Record<string, TimeEntry[]>, answer: { ok: true } | Failure = { ok: true }) {
  const saved: EntryDraft[][] = []
  const removed: number[] = []
  const cells = new Map(Object.entries(there).map(([key, entries]) => [key, signal<readonly TimeEntry[]>(entries)]))
  const sheet = createDaySheet({
    day: '2026-11-19',
    byCell: { of: (key) => cells.get(key) ?? signal([]), keys: signal(new Set()) },
    save: async (drafts) => {
      saved.push(drafts)
      return answer
    },
    remove: async (id) => {
      removed.push(id)
      return answer
    },
    messageFor: () => 'Something went wrong.',
  })
  return { sheet, saved, removed }
}

test('a column key converts back to the same work', () => {
  for (const work of [
    { type: 'standard', project_id: 4, cost_code_id: 9 },
    { type: 'shop', project_id: null, cost_code_id: null },
  ] as const)
    expect(workOf(workKey(work))).toEqual(work)
})

test('one paste is one save: new cells are made, filled ones changed, emptied ones removed', async () => {
  const { sheet, saved, removed } = opened({ '1 4:9': [entry(7, 8)], '2 4:9': [entry(8, 8)] })
  await sheet.change([
    { row: '1', column: '4:9', text: '6' },
    { row: '2', column: '4:9', text: '' },
    { row: '3', column: 'shop', text: '2' },
  ])
  expect(saved).toEqual([
    [
      { id: 7, hours: 6 },
      { user_id: 3, date: '2026-11-19', hours: 2, type: 'shop', project_id: null, cost_code_id: null },
    ],
  ])
  expect(removed).toEqual([8])
})

test('refused cells keep the typed text and show the error; the other cells report that they were not saved', async () => {
  const failure: Failure = { ok: false, status: 422, message: '', errors: { 'data.1.hours': ['More than 24 hours'] } }
  const { sheet } = opened({}, failure)
  await sheet.change([
    { row: '1', column: '4:9', text: '8' },
    { row: '2', column: '4:9', text: '25' },
    { row: '3', column: '4:9', text: 'x' },
  ])
  expect([1, 2, 3].map((row) => sheet.cell(String(row), '4:9').value)).toEqual([
    { text: '8', problem: 'Not saved, because of another cell.' },
    { text: '25', problem: 'More than 24 hours' },
    { text: 'x', problem: 'Hours must be a number.' },
  ])
})

test('a cell with several entries shows their sum and is read-only', () => {
  const { sheet } = opened({ '1 4:9': [entry(7, 4), entry(8, 2.5)] })
  expect(sheet.cell('1', '4:9').value).toEqual({ text: '6.50', readonly: true })
})
