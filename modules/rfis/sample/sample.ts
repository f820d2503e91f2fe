import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { messages } from '../../messages/entities.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { drawingSheets } from '../../drawings/entities.ts'
import type { PinPlace } from '../../work-items/entities.ts'
import { users } from '../../users/entities.ts'
import { rfis } from '../entities.ts'
import { tellOfAnswers } from './told.ts'

/** What is asked about the first job, which the tour of the app shows. */
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
    'Casework governs: 44" to center.',
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

/** What is asked about other jobs. */
const elsewhere = [
  [
    'Transformer pad and gas meter',
    'C1.1 puts the utility transformer 2\'-6" from the gas meter. Cascade Natural Gas wants 3\'-0". Which one moves?',
    'Move the pad 8" east. Revised C1.1 follows with the next bulletin.',
  ],
  ['Exit sign in vestibule 100', 'Sheet E2.0 shows no exit sign above the inner doors of vestibule 100. Add one?', ''],
  [
    'Panel schedule HP-2, circuits 14 and 16',
    'Both feed RTU-3 in the schedule, the mechanical schedule lists RTU-3 at 3-phase. Please confirm the breaker.',
    'Use a 3-pole 40 A breaker in 14, 16 and 18.',
  ],
  [
    'Conduit through the fire wall at grid 9',
    'The UL system on E0.2 is for gypsum walls; grid 9 is CMU. Which system applies?',
    '',
  ],
  [
    'Bollard lights along the north walk',
    'Six are drawn on E1.1, the fixture schedule counts eight. How many are wanted, and where?',
    'Eight. The last two go beside the bike racks.',
  ],
  [
    'Floor boxes in room 118',
    'The slab was poured without them. May we core, or is a raceway on the wall acceptable?',
    '',
  ],
  [
    'Temporary power for the crane',
    'The general contractor asks for 200 A at 480 V until May. Is it part of our scope?',
    'No. Price it as an extra to the general contractor.',
  ],
  [
    'Fire alarm pull station at door 3',
    'The architect moved door 3. Does the pull station follow to the other jamb?',
    '',
  ],
  [
    'Grounding of the canopy columns',
    'E5.3 bonds every column, the structural drawings weld them to one base plate. Is one bond enough?',
    'Yes, one bond at the base plate.',
  ],
  ['Color of surface raceway in corridor C', 'White, or painted to match the wall?', 'White.'],
] as const
const DAY = 86_400_000
/** How many of these each of the other jobs has. */
const EACH = 2

export const sample: Sample = {
  after: ['projects', 'users', 'messages', 'drawings'],
  async seed(ctx, { story }) {
    const { save, all, now } = ctx
    const { workday } = story(await todayOf(ctx))
    const people = await all(users)
    const named = (email: string) => people.find((person) => person.email === email)
    const [manager, contact] = [named('manager@plumbline.test'), named('contact@plumbline.test')]
    const [first, ...others] = (await all(projects, { archived_at: null })).slice(0, 6)
    if (!manager || !contact || !first) return
    const plans = await all(drawingSheets, { project_id: first.id, number: ['E2.1', 'E3.2'] })
    const ask = async (
      project: Project,
      [title, question, answer]: (typeof questions)[number] | (typeof elsewhere)[number],
      {
        number,
        age,
        resolved,
        concern,
        pin,
      }: { number: number; age: number; resolved: boolean; concern?: boolean; pin?: PinPlace | null },
    ) => {
      const moment = new Date(Date.parse(now) - age * DAY).toISOString()
      const rfi = await save(rfis, {
        project_id: project.id,
        number,
        title,
        question,
        user_id: manager.id,
        assigned_id: contact.id,
        distributions: project.project_users.slice(0, 2).map(({ user_id }) => ({ user_id })),
        due_date: workday(7 - age),
        cost_impact: concern ? 'possible' : 'none',
        schedule_impact_days: concern ? 1 : null,
        ...(pin && { drawing_sheet_id: plans[number % plans.length]?.id ?? null, pin }),
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
        sent_at: moment,
        ...(resolved && { resolved_id: manager.id, resolved_at: now }),
      })
    }
    for (const [at, project] of others.entries())
      for (let nth = 0; nth < EACH; nth++) {
        const one = elsewhere[(at * EACH + nth) % elsewhere.length]
        // One of those with an answer is not resolved yet.
        if (one) await ask(project, one, { number: nth + 1, age: 2 + at * 3 + nth * 5, resolved: !!one[2] && at !== 2 })
      }
    // The latest answers are those of the first job.
    for (const [index, one] of questions.entries())
      await ask(first, one, {
        number: index + 10,
        age: 11 - index,
        resolved: index < 3,
        concern: index === 3,
        pin: plans.length && index > 1 ? { x: 0.2 + index * 0.07, y: 0.55 - index * 0.05 } : null,
      })
    await tellOfAnswers(ctx)
  },
}
