import { addDays } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { messages } from '../messages/entities.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { rfis } from './entities.ts'

const questions = [
  [
    'Conduit in shear wall W3',
    'Sheet E2.1 shows two 2" conduits through shear wall W3 at gridline 5. May we core, or do we go around?',
    'Go around. No penetrations in W3 below 9\'-0".',
  ],
  [
    'Fixture type F4 substitution',
    'F4 is on 16 weeks. Is the attached equal acceptable?',
    'Acceptable, provided the 3500 K driver is used.',
  ],
  [
    'Receptacle height, counseling',
    'Detail 4/E5.1 says 18", the casework sheet 44". Which governs?',
    'Casework governs: 44" to centre.',
  ],
  [
    'Feeder route above stage',
    'Sheet E3.2 shows the 4" feeder crossing the stage opening at 11\'-6", where S2.1 has a W18 beam. May we route along grid C and drop at column C4? Adds about 38 ft.',
    'Structural is fine with grid C. Can you send the added length with a number before Friday?',
  ],
  [
    'Panel LP-2 clearance at door swing',
    'The door of room 114 swings into the 36" in front of panel LP-2. Please advise.',
    '',
  ],
] as const

export const sample: Sample = {
  after: ['projects', 'users', 'messages'],
  async seed({ save, all, now }, { pick }) {
    const people = await all(users)
    const named = (email: string) => people.find((person) => person.email === email)
    const [manager, contact] = [named('manager@plumbline.test'), named('contact@plumbline.test')]
    const jobs = (await all(projects, { archived_at: null })).slice(0, 6)
    if (!manager || !contact) return
    for (const [at, project] of jobs.entries())
      for (const [index, [title, question, answer]] of questions.entries()) {
        if (at > 0 && pick(3) === 0) continue
        const resolved = index < 3
        const rfi = await save(rfis, {
          project_id: project.id,
          number: index + 10,
          title,
          question,
          user_id: manager.id,
          assigned_id: contact.id,
          distributions: project.project_users.slice(0, 2).map(({ user_id }) => ({ user_id })),
          due_date: addDays(now.slice(0, 10), index - 4),
          cost_impact: index === 3 ? 'possible' : 'none',
          schedule_impact_days: index === 3 ? 1 : null,
        })
        if (answer)
          await save(messages, {
            messageable_type: 'rfis',
            messageable_id: rfi.id,
            content: answer,
            user_id: contact.id,
            ...(resolved && { official_at: now }),
          })
        // The RFI is marked as sent last, so that its replies cause no mail.
        await save(rfis, {
          id: rfi.id,
          sent_id: manager.id,
          sent_at: now,
          ...(resolved && { resolved_id: manager.id, resolved_at: now }),
        })
      }
  },
}
