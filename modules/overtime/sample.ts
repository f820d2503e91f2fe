import type { Sample } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { workScheduleAgreements } from './entities.ts'

export const sample: Sample = {
  after: ['projects', 'users'],
  async seed({ save, all, now }) {
    const [person] = await all(users, { email: 'employee@plumbline.test' })
    const jobs = await all(projects, { overtime_rule: 'prevailing', archived_at: null })
    const job = jobs.find(({ address }) => address?.state === 'WA')
    if (!person || !job) return
    await save(workScheduleAgreements, {
      user_id: person.id,
      project_id: job.id,
      state: 'WA',
      signed_on: `${now.slice(0, 4)}-01-05`,
    })
  },
}
