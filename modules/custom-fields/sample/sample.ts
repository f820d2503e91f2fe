import type { Sample } from '#server/define-server.ts'
import { customFieldOptions, customFields } from '../entities.ts'

export const sample: Sample = {
  async seed({ save }) {
    await save(customFields, { name: 'Account number', type: 'string', for: 'customer', sort: 0 })
    const terms = await save(customFields, { name: 'Payment terms', type: 'select', for: 'customer', sort: 1 })
    for (const [sort, name] of ['Net 30', 'Net 45', 'On completion'].entries())
      await save(customFieldOptions, { custom_field_id: terms.id, name, sort })
    await save(customFields, { name: 'Permit number', type: 'string', for: 'projects', sort: 2 })
    await save(customFields, { name: 'Bonded', type: 'checkbox', for: 'projects', sort: 3 })
  },
}
