import type { Sample } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { crews } from '../entities.ts'

/** People of a foreman's crew, beside the foreman. */
const SIZE = 4

export const sample: Sample = {
  after: ['users'],
  async seed({ save, all }) {
    const [foreman] = await all(users, { email: 'foreman@plumbline.test' })
    const field = await all(users, { role: 'employee', active: true, track_time: true })
    if (!foreman) return
    await save(crews, {
      name: `Crew of ${foreman.name}`,
      user_id: foreman.id,
      crew_users: [foreman, ...field.slice(0, SIZE)].map(({ id }) => ({ user_id: id })),
    })
  },
}
