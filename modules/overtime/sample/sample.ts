import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { workScheduleAgreements } from '../entities.ts'

export const sample: Sample = {
  after: ['projects', 'users'],
  async seed(ctx) {
    const { save, all } = ctx
    const [person] = await all(users, { email: 'employee@plumbline.test' })
    const jobs = await all(projects, { overtime_rule: 'prevailing', archived_at: null })
    const job = jobs.find(({ address }) => address?.state === 'WA')
    if (!person || !job) return
    // Last year's, which is signed by now on any day of this one.
    const year = Number((await todayOf(ctx)).slice(0, 4)) - 1
    await save(workScheduleAgreements, {
      user_id: person.id,
      project_id: job.id,
      state: 'WA',
      signed_on: `${year}-01-05`,
    })
  },
}
