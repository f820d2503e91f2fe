import type { Sample } from '#server/define-server.ts'
import { phases, phaseTypes } from '../entities.ts'

const groups = {
  Construction: [
    ['Underground', '#7a8794'],
    ['Rough-in', '#2f6fd6'],
    ['Trim', '#e09f1f'],
    ['Punch', '#2c9b6b'],
  ],
  Service: [
    ['Diagnose', '#7a8794'],
    ['Repair', '#2f6fd6'],
    ['Warranty', '#2c9b6b'],
  ],
} as const

export const sample: Sample = {
  async seed({ save }) {
    let sort = 0
    for (const [name, members] of Object.entries(groups)) {
      const type = await save(phaseTypes, { name, sort: sort++ })
      for (const [phase, color] of members)
        await save(phases, { phase_type_id: type.id, name: phase, color, sort: sort++ })
    }
  },
}
