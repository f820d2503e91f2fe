import type { SamplePart } from '../../projects/slots.ts'
import { rfis } from '../entities.ts'

export const sampleRfi: SamplePart = {
  of: rfis,
  async add({ id: project_id }, { save, user }) {
    const question = 'The casework sheet says 44", detail 4/E5.1 says 18". Which governs?'
    await save(rfis, { project_id, title: 'Receptacle height', question, user_id: user.id })
  },
}
