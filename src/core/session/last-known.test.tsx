import { afterEach, expect, test } from 'vitest'
import { transact } from '#lib/indexed-db.ts'
import { createLastKnown } from './last-known.ts'

const place = { factory: indexedDB, database: 'plumbline', stores: { 'last-known': {} } }
const phase = {
  id: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
}
afterEach(() => createLastKnown().clear())

test('the device keeps reference data per user, with the time it was true, until nobody is signed in', async () => {
  const known = createLastKnown()
  const snapshot = { phase: { since: '2026-03-01T08:00:00.000Z', records: [phase] } }
  await known.write(7, snapshot)
  expect(await known.read(7)).toEqual(snapshot)
  expect(await known.read(8)).toBeNull()
  await known.clear()
  expect(await known.read(7)).toBeNull()
})

test('what version 0.1.0 kept is read, without a time', async () => {
  await transact(place, 'readwrite', (stores) => stores['last-known'].put({ phase: [phase] }, 7))
  expect(await createLastKnown().read(7)).toEqual({ phase: { since: null, records: [phase] } })
})
