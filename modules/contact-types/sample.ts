import type { Sample } from '#server/define-server.ts'
import { contactTypes } from './entities.ts'

export const sample: Sample = {
  async seed({ save }) {
    for (const name of ['Architect', 'Engineer', 'General contractor', 'Inspector', 'Supplier'])
      await save(contactTypes, { name })
  },
}
