import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { PublicServices } from '#blocks/services/services.tsx'
import type { costCodes } from '../entities.ts'
import { saveInBatches } from './save-in-batches.ts'

test.each([
  ['staff', { customer_id: null, contact_type_id: null }, [500, 500, 100]],
  ['a guest', { customer_id: null, contact_type_id: 3 }, Array.from({ length: 22 }, () => 50)],
] as const)('%s saves in batches of as many records as the server takes', async (_, user, expected) => {
  const sizes: number[] = []
  const services = {
    settings: signal({ store_many: { guests: 50, staff: 500 } }),
    session: { user: signal(user) },
  } as unknown as PublicServices
  const drafts = Array.from({ length: 1100 }, (_, at) => ({ number: String(at) }))
  const resource = {
    saveMany: async (sent: readonly unknown[]) => {
      sizes.push(sent.length)
      return { ok: true as const, data: [] }
    },
  }
  expect((await saveInBatches<typeof costCodes>(services, resource, drafts)).ok).toBe(true)
  expect(sizes).toEqual(expected)
})
