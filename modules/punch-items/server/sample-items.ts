import type { SamplePart } from '../../projects/slots.ts'
import { punchItems } from '../entities.ts'

/** Punch items of the sample project: what, and where. */
const found = [
  ['Cover plate missing', 'Room 102'],
  ['Label homerun', 'Corridor B'],
] as const

export const sampleItems: SamplePart = {
  of: punchItems,
  async add({ id: project_id }, { save, user }) {
    for (const [title, location] of found) await save(punchItems, { project_id, title, location, user_id: user.id })
  },
}
