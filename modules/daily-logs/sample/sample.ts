import { addDays, daysBetween, weekdayOf } from '#lib/days.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { crewOf } from '../server/crew.ts'
import { dailyLogs, logEntries } from '../entities.ts'
import type { Weather } from '../values.ts'

/** How many days back logs are written: on the first project, the second, and the one with a contact on its team. */
const DAYS = [14, 5, 3] as const

const works = [
  'Set panel LP-2 and landed feeders.',
  'Rough-in inspection passed, rooms 101 to 104.',
  'Conduit in corridor B, racks hung to grid 5.',
  'Homeruns LP-1 complete, pulled 1, 3, 5, 7 and 9.',
  'Feeder HP-1 pulled, 480 V megger test passed.',
  'Stage wall boxes set to 44". Corridor B homeruns LP-2 2 and 4 pulled and tagged.',
  'Lighting in the gym roughed in, fixtures F4 delivered.',
  'Trench along the north side opened, bedding placed.',
]
const skies = ['clear', 'cloudy', 'cloudy', 'rain', 'clear', 'fog'] as const
const signature = 'M 60 120 L 90 60 L 120 130 L 150 70 L 190 120 L 240 90 L 300 110 L 380 80'

/** What a provider might have observed on a day. */
function weatherOf(
  day: string,
  { today, now }: { today: string; now: string },
  pick: (below: number) => number,
): Weather {
  const low = 31 + pick(12)
  const high = low + 9 + pick(8)
  const sky = skies[pick(skies.length)] ?? 'clear'
  const hours = Array.from({ length: 11 }, (_, at) => ({
    at: `${String(7 + at).padStart(2, '0')}:00`,
    sky,
    temperature_f: Math.round(low + (high - low) * Math.sin((Math.PI * (at + 1)) / 14)),
    wind_mph: 2 + pick(9),
    precipitation_in: sky === 'rain' ? pick(4) / 100 : 0,
  }))
  return {
    source: 'Sample',
    fetched_at: day < today ? `${day}T23:00:00.000Z` : now,
    observed_at: '17:00',
    temperature_high_f: high,
    temperature_low_f: low,
    hours,
  }
}

type Entry = DraftOf<typeof logEntries>

function linesOf(nth: number, pick: (below: number) => number): Entry[] {
  const manpower = (company: string, trade: string): Entry => {
    return { type: 'manpower', company, trade, workers: 2 + pick(7), hours: 8 }
  }
  return [
    manpower('Apex General', 'General'),
    ...(nth % 2 === 0 ? [manpower('Columbia Drywall', 'Drywall')] : []),
    ...(nth % 3 === 0 ? [{ type: 'equipment', name: 'Scissor lift 26 ft', hours_operating: 6 } as const] : []),
    ...(nth % 4 === 1
      ? [
          {
            type: 'delivery',
            time: '07:20',
            supplier: 'Platt Electric',
            contents: 'F4 fixtures, 24 of 24',
            ticket_number: String(88200 + nth),
            condition: 'Good',
          } as const,
        ]
      : []),
    ...(nth % 5 === 2
      ? [{ type: 'delay', hours: 1.5, cause: 'trades', description: 'Lift shared with drywall.' } as const]
      : []),
    ...(nth % 5 === 0
      ? [{ type: 'safety', kind: 'toolbox_talk', time: '06:35', description: 'Ladder setup. 3 signed.' } as const]
      : []),
  ]
}

export const sample: Sample = {
  after: ['projects', 'users', 'time', 'company'],
  async seed(ctx, { pick }) {
    const { save, all, now } = ctx
    const people = await all(users)
    const named = (email: string) => people.find((person) => person.email === email)
    const [foreman, contact] = [named('foreman@plumbline.test'), named('contact@plumbline.test')]
    const jobs = await all(projects, { archived_at: null })
    if (!foreman || !contact) return
    const today = await todayOf(ctx)
    const outside = jobs.find(({ project_users }) => project_users.some(({ user_id }) => user_id === contact.id))
    const shown = [jobs[0], jobs[1], outside].flatMap((project, at) =>
      project ? [{ project, back: DAYS[at] ?? 0 }] : [],
    )
    const places = shown.flatMap(({ project, back }, at) => {
      const first = addDays(today, -back)
      return Array.from({ length: back + 1 }, (_, index) => addDays(first, index)).flatMap((date) => {
        const nth = daysBetween(addDays(today, -14), date) + at
        const isOff = weekdayOf(date) === 0 || weekdayOf(date) === 6 || (nth + at) % 6 === 5
        return (date === today ? at > 1 : isOff) ? [] : [{ project_id: project.id, date, nth, at }]
      })
    })
    // Day by day, as they were written: today's drafts come last.
    places.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.at - b.at))
    const crews = await crewOf(places, ctx)
    for (const [index, { project_id, date, nth, at }] of places.entries()) {
      const isToday = date === today
      // The last finished days are still drafts now and then.
      const isDraft = isToday || (date === addDays(today, -1) && at > 0)
      const log = await save(dailyLogs, {
        project_id,
        date,
        user_id: foreman.id,
        work_performed: works[nth % works.length] ?? null,
        weather_auto: weatherOf(date, { today, now }, pick),
        shared_at: nth % 3 === 0 && !isToday ? now : null,
        ...(!isDraft && {
          completed_id: foreman.id,
          completed_at: now,
          signature_path: signature,
          signed_crew: crews[index] ?? [],
        }),
      })
      for (const line of linesOf(nth, pick))
        await save(logEntries, { ...line, daily_log_id: log.id, user_id: foreman.id, status: 'approved' })
      if (isToday)
        await save(logEntries, {
          type: 'manpower',
          contact_id: contact.id,
          trade: 'Design',
          workers: 2,
          hours: 4,
          daily_log_id: log.id,
          user_id: contact.id,
          status: 'pending',
        })
    }
  },
}
