import { expect, onTestFinished, test, vi } from 'vitest'
import { can } from '../access/access.ts'
import { defineEntity, type Base } from '../entity/entity.ts'
import { ref, text } from '../entity/fields.ts'
import { keepBundle } from './bundle.ts'
import { luis } from './reader.fixture.ts'
import { createDatabase } from './database.ts'

const access = { view: can('view', 'users') }
const common = { area: 'users', access, sort: 'name' } as const
const sites = defineEntity('site', { ...common, endpoint: 'api/sites', fields: { name: text() } })
const jobs = defineEntity('job', {
  ...common,
  endpoint: 'api/sites/{site_id}/jobs',
  fields: { site_id: ref('site'), name: text() },
})
const notes = defineEntity('note', {
  ...common,
  endpoint: 'api/jobs/{job_id}/notes',
  fields: { job_id: ref('job'), name: text() },
})
const NOW = '2026-03-01T08:00:00.000Z'
const record = (id: number, values: object): Base => ({
  id,
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
  ...values,
})
const JOBS = 300
const jobIds = Array.from({ length: JOBS }, (_, at) => at + 1)

test.each([
  ['few notes of many jobs, which are read at once', 20],
  ['many notes, which are read job by job', 2 * JOBS],
])('what a bundle no longer has goes: %s', async (_, count) => {
  const open = createDatabase(`bundle test ${count}`)
  const database = await open()
  onTestFinished(() => database.close())
  const keep = (noteIds: readonly number[]) =>
    keepBundle(
      { database, entities: [sites, jobs, notes], reader: luis, root: sites },
      {
        as_of: NOW,
        record: record(1, { name: 'Site' }),
        lists: [
          {
            entity: 'job',
            params: { site_id: 1 },
            data: jobIds.map((id) => record(id, { site_id: 1, name: `Job ${id}` })),
            ids: jobIds,
          },
          {
            entity: 'note',
            params: { job_id: jobIds },
            data: noteIds.map((id) => record(id, { job_id: 1 + (id % JOBS), name: `Note ${id}` })),
            ids: [...noteIds],
          },
        ],
      },
    )
  const all = Array.from({ length: count }, (__, at) => at + 1)
  expect(await keep(all)).toBe(true)
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const asked = vi.spyOn(IDBIndex.prototype, 'getAllKeys')
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await keep(all.slice(1))).toBe(true)
  // Reading the jobs of one site is one request; a transaction each is what kept pages busy.
  expect(asked.mock.calls.length).toBe(count > JOBS ? JOBS + 1 : 1)
  expect(begun.mock.calls.filter(([, mode]) => mode === undefined || mode === 'readonly').length).toBeLessThan(10)
  const kept = await database.getAllKeysFromIndex('records', 'below')
  expect(
    kept
      .filter(([, name]) => name === 'note')
      .map(([, , id]) => id)
      .sort((a, b) => a - b),
  ).toEqual(all.slice(1))
})
