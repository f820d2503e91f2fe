import type { Sample } from '#server/define-server.ts'
import { companySettings } from '../entities.ts'

export const sample: Sample = {
  // The sample company is at work: nothing is left of its first hour.
  async seed({ all, save }) {
    const [company] = await all(companySettings)
    if (company) await save(companySettings, { id: company.id, first_steps: null })
  },
}
