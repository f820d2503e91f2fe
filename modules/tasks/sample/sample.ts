import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { tasks } from '../entities.ts'

const DAY = 86_400_000

/** Title, phase of the project, who, due in so many days, priority, and the lines of its checklist, of which so many are done. */
const work = [
  [
    'Install wireway in corridor B',
    0,
    'foreman',
    0,
    'high',
    3,
    [
      'Supports laid out',
      'Wireway hung, grid 1 – 3',
      'Wireway hung, grid 3 – 5',
      'Bonding jumpers',
      'Covers on and labelled',
    ],
  ],
  ['Set boxes, stage wall', 0, 'employee', 1, 'medium', 1, ['Layout', 'Boxes', 'Whips', 'Ground']],
  ['Pull feeder HP-2', 0, 'foreman', 4, 'high', 0, ['Pull plan', 'Megger test', 'Tags']],
  ['Call for rough-in inspection, corridor B', 0, 'manager', 8, 'medium', 0, []],
  ['Hang racks to grid 5', 0, 'foreman', -4, 'medium', 2, ['Anchors', 'Racks']],
  ['Order finish plates, stainless', 1, 'manager', 3, 'medium', 0, []],
  ['Label homeruns LP-2', 1, 'employee', -3, 'low', 0, ['LP-2', 'LP-2A']],
] as const
/** The ones that are done, and the one that waits for another. */
const DONE = 'Hang racks to grid 5'
const BLOCKED = 'Pull feeder HP-2'
const BLOCKER = 'Set boxes, stage wall'

export const sample: Sample = {
  after: ['projects', 'users', 'phases', 'punch-items'],
  async seed(ctx, { story }) {
    const { save, all, now } = ctx
    const { workday, crewOf } = story(await todayOf(ctx))
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0], person.id]))
    const stages = await all(phases)
    const manager = people.get('manager')
    const jobs = await all(projects, { archived_at: null })
    if (!manager) return
    const at = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString()
    for (const [nth, project] of jobs.slice(0, 3).entries()) {
      const ids = new Map<string, number>()
      for (const [sort, [title, phase, who, due, priority, done, lines]] of work.slice(nth ? 4 : 0).entries()) {
        // On other jobs it is who leads there, and the next of the crew.
        const [lead, hand = lead] = nth ? crewOf(nth) : ['foreman', 'employee']
        const assigned_id = people.get((who === 'manager' ? who : who === 'foreman' ? lead : hand) ?? who) ?? null
        const phase_id = project.project_phases[phase]?.phase_id ?? stages[0]?.id ?? null
        const { id } = await save(tasks, {
          project_id: project.id,
          title,
          phase_id,
          assigned_id,
          due_date: workday(due),
          priority,
          sort: sort + 1,
          user_id: manager,
          checklist: lines.map((text, line) =>
            line < done ? { text, done_id: assigned_id, done_at: at(done - line) } : { text },
          ),
          blocked_by_id: title === BLOCKED ? (ids.get(BLOCKER) ?? null) : null,
          ...(title === DONE && { completed_id: assigned_id, completed_at: at(2) }),
        })
        ids.set(title, id)
      }
    }
  },
}
