import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { extraWork } from '../entities.ts'

const DAY = 86_400_000
/** What a name may look like when it is written with a finger. */
const signature_path = 'M 60 130 L 90 60 L 110 120 L 150 80 L 180 125 L 230 70 L 260 130 L 330 95 L 400 120 L 520 90'

export const sample: Sample = {
  after: ['projects', 'users'],
  async seed(ctx, { story }) {
    const { save, all, now } = ctx
    const { workday } = story(await todayOf(ctx))
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0], person]))
    const [job] = await all(projects, { archived_at: null })
    const [foreman, employee, customer] = ['foreman', 'employee', 'customer'].map((name) => people.get(name))
    if (!job || !foreman || !employee) return
    const project_id = job.id
    const at = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString()
    const crew = (hours: number) => [
      { name: foreman.name, trade: 'Journeyman', hours, kind: 'regular' as const },
      { name: employee.name, trade: 'Apprentice', hours, kind: 'regular' as const },
    ]
    const base = { project_id, user_id: foreman.id, asked_by_id: customer?.id ?? null }
    await save(extraWork, {
      ...base,
      title: 'Move three floor boxes in the library',
      description: 'The shelving drawing changed after the slab was poured. Asked for on site by the owner.',
      date: workday(-8),
      people: crew(4),
      materials: [
        { kind: 'material', description: '3/4" EMT', quantity: 60, unit: 'ft', price: 1.35 },
        { kind: 'equipment', description: 'Core drill', quantity: 1, unit: 'day', price: 140 },
      ],
      shared: true,
      signature_path,
      signed_by: customer?.name ?? null,
      signed_id: foreman.id,
      signed_at: at(8),
      sent_id: foreman.id,
      sent_at: at(6),
    })
    await save(extraWork, {
      ...base,
      title: 'Temporary power for the painters',
      date: workday(-3),
      people: crew(1.5),
      materials: [{ kind: 'material', description: '#12 THHN', quantity: 200, unit: 'ft', price: 0.22 }],
      shared: true,
      signature_path,
      signed_by: customer?.name ?? null,
      signed_id: foreman.id,
      signed_at: at(3),
    })
    await save(extraWork, {
      ...base,
      title: 'Standby for the fire alarm test',
      description: 'The alarm company came two hours late.',
      date: workday(-1),
      people: crew(2),
    })
  },
}
