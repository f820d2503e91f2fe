import type { Id } from '#core/access/access.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { drawingSheets } from '../../drawings/entities.ts'
import type { PinPlace } from '../../work-items/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { punchItems } from '../entities.ts'

const DAY = 86_400_000

/** Title, location, priority, due in so many days, who fixes it, and how far it is. */
const found = [
  ['Missing bonding jumper at LP-2', 'Elec room 114', 'high', -2, 'foreman', 'open'],
  ['Box not flush with tile', 'Classroom 102, north wall', 'medium', 4, 'employee', 'open'],
  ['Receptacle at 18", casework needs 44"', 'Counseling 104', 'medium', 4, 'employee', 'open'],
  ['Fixture F4 lens cracked', 'Corridor B, grid 5', 'medium', 5, null, 'open'],
  ['Strap missing, 3" EMT over 10 ft', 'Library 105', 'low', 6, 'employee', 'rejected'],
  ['Arc flash label not applied on MSB', 'Elec room 114', 'high', 6, 'foreman', 'open'],
  ['Label homerun LP-1', 'Corridor B', 'medium', 1, 'employee', 'completed'],
  ['Cover plate missing, stage left', 'Stage 121', 'low', 0, 'employee', 'completed'],
  ['Bushing missing on 2" stub', 'Mech mezzanine', 'medium', -4, 'foreman', 'closed'],
  ['Exit sign crooked', 'Vestibule 100', 'low', -6, 'employee', 'closed'],
] as const

/** What is found on other jobs. */
const elsewhere = found.slice(1, 4)

/** Where rooms are on the plan of the first job. */
const rooms: Readonly<Record<string, PinPlace>> = {
  'Library 105': { x: 0.53, y: 0.3 },
  'Elec room 114': { x: 0.11, y: 0.75 },
  'Corridor B': { x: 0.34, y: 0.48 },
  'Stage 121': { x: 0.66, y: 0.79 },
}
const placeOf = (location: string, drawing_sheet_id: Id | undefined) => {
  const pin = rooms[location]
  return pin && drawing_sheet_id !== undefined ? { drawing_sheet_id, pin } : {}
}

export const sample: Sample = {
  after: ['projects', 'users', 'daily-logs', 'overtime', 'payroll', 'rfis'],
  async seed(ctx, { story }) {
    const { save, all, now } = ctx
    const { workday, crewOf } = story(await todayOf(ctx))
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0], person.id]))
    const manager = people.get('manager')
    const jobs = await all(projects, { archived_at: null })
    if (!manager) return
    const plans = await all(drawingSheets, { number: 'E2.1' })
    const at = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString()
    for (const [nth, { id: project_id }] of jobs.slice(0, 4).entries())
      for (const [title, location, priority, due, who, state] of nth ? elsewhere : found) {
        // On other jobs it is who leads there, and the next of the crew.
        const [lead, hand = lead] = nth ? crewOf(nth) : ['foreman', 'employee']
        const assigned_id = who && (people.get((who === 'foreman' ? lead : hand) ?? who) ?? null)
        const isDone = state === 'completed' || state === 'closed'
        await save(punchItems, {
          project_id,
          title,
          location,
          priority,
          ...placeOf(location, plans.find((sheet) => sheet.project_id === project_id)?.id),
          trade: title.startsWith('Fixture') ? 'Lighting' : 'Electrical',
          due_date: workday(due),
          assigned_id,
          user_id: manager,
          ...(isDone && { completed_id: assigned_id, completed_at: at(1) }),
          ...(state === 'closed' && { closed_id: manager, closed_at: at(0) }),
          ...(state === 'rejected' && {
            rejected_id: manager,
            rejected_at: at(1),
            rejected_reason: 'Only two of the four straps are there.',
          }),
        })
      }
  },
}
