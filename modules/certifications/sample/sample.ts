import { addDays } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { certifications } from '../entities.ts'

/** Who has what, for so many days from now on. */
const held = [
  ['foreman', 'OSHA 30', '36-1002871', 400],
  ['foreman', 'First aid and CPR', null, 500],
  ['pat', 'Electrician’s license', 'EL01-55120', 210],
  ['pat', 'First aid and CPR', null, 45],
  ['employee', 'OSHA 10', '36-2210094', 700],
] as const

export const sample: Sample = {
  after: ['users'],
  async seed(ctx) {
    const people = new Map((await ctx.all(users)).map((person) => [person.email?.split('@')[0], person.id]))
    const today = await todayOf(ctx)
    for (const [mailbox, name, number, days] of held) {
      const user_id = people.get(mailbox)
      if (user_id !== undefined)
        await ctx.save(certifications, { user_id, name, number, expires_on: addDays(today, days) })
    }
  },
}
