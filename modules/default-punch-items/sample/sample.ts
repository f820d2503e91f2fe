import type { Sample } from '#server/define-server.ts'
import { defaultPunchItems } from '../entities.ts'

export const sample: Sample = {
  async seed({ save }) {
    const items = [
      ['Missing cover plate', true],
      ['Panel schedule not filled in', false],
      ['Firestop at penetration', true],
    ] as const
    for (const [sort, [title, requires_photo]] of items.entries())
      await save(defaultPunchItems, { title, requires_photo, sort, trade: 'Electrical' })
  },
}
