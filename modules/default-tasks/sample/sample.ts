import type { Sample } from '#server/define-server.ts'
import { phases } from '../../phases/entities.ts'
import { defaultTasks } from '../entities.ts'

export const sample: Sample = {
  after: ['phases'],
  async seed({ save, all }) {
    const idOf = new Map((await all(phases)).map(({ id, name }) => [name, id]))
    const tasks = [
      ['Call before you dig', 'Underground', -3],
      ['Underground inspection', 'Underground', 5],
      ['Rough-in inspection', 'Rough-in', 20],
      ['Order fixtures', 'Rough-in', 0],
      ['Final inspection', 'Punch', 5],
    ] as const
    for (const [sort, [title, phase, due_offset_days]] of tasks.entries()) {
      const phase_id = idOf.get(phase)
      await save(defaultTasks, { title, due_offset_days, sort, assign_role: 'foreman', ...(phase_id && { phase_id }) })
    }
  },
}
