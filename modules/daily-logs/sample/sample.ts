import type { DraftOf } from '#core/entity/entity.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { crewOf } from '../server/crew.ts'
import { dailyLogs, logEntries } from '../entities.ts'
import type { Weather } from '../values.ts'

/** What is done on a job: on the last day, and before it in each of its places in turn, the newest first. */
interface Progress {
  readonly latest: string
  readonly places: readonly string[]
  readonly steps: readonly ((place: string) => string)[]
}
const progress: readonly Progress[] = [
  {
    latest: 'Stage wall boxes set to 44". Corridor B homeruns LP-2 2 and 4 pulled and tagged.',
    places: [
      'corridor B',
      'the gym',
      'rooms 105 to 110',
      'the kitchen',
      'corridor A',
      'rooms 101 to 104',
      'the library',
    ],
    steps: [
      (place) => `Cover inspection of ${place} passed, walls released to drywall.`,
      (place) => `Devices of ${place} made up, all grounds tied.`,
      (place) => `Homeruns of ${place} pulled, tagged and tested.`,
      (place) => `Branch wire pulled in ${place}, boxes cleaned out.`,
      (place) => `Conduit run in ${place}, racks hung from the deck.`,
      (place) => `Boxes of ${place} laid out and set, heights checked with the architect's elevations.`,
    ],
  },
  {
    latest: 'Service trench closed to the pad, compaction tested.',
    places: ['the pad', 'the north side', 'the parking lot', 'grid C', 'the playground'],
    steps: [
      (place) => `Backfill at ${place} in lifts, compaction tested.`,
      (place) => `Conduit at ${place} inspected before it was covered, as-builts marked up.`,
      (place) => `Four 4" PVC laid at ${place}, spacers every 5 ft.`,
      (place) => `Bedding placed at ${place}, trench box moved up.`,
      (place) => `Trench opened at ${place}, rock hammered for 12 ft.`,
      (place) => `Locates at ${place} checked, asphalt cut.`,
    ],
  },
  {
    latest: 'Conduit under slab, area B, stubs capped.',
    places: ['area B', 'the transformer pad', 'area A'],
    steps: [
      (place) => `Stubs of ${place} capped and surveyed.`,
      (place) => `Conduit of ${place} tied to the mat, sweeps braced.`,
      (place) => `Trench of ${place} opened, bedding placed.`,
      (place) => `Layout of ${place} shot with the surveyor.`,
    ],
  },
  {
    latest: 'Devices and plates, classrooms 201 to 206.',
    places: ['classrooms 201 to 206', 'the gym', 'the lobby', 'classrooms 101 to 108', 'the offices', 'the cafeteria'],
    steps: [
      (place) => `Plates on in ${place}, circuits labeled.`,
      (place) => `Devices trimmed out in ${place}.`,
      (place) => `Fixtures hung in ${place}, lamps tested.`,
      (place) => `Occupancy sensors of ${place} aimed and set.`,
      (place) => `Panel schedule of ${place} typed, breakers torqued.`,
      (place) => `Fire alarm devices of ${place} tested with the inspector.`,
      (place) => `Ceiling grid of ${place} checked, whips dropped.`,
    ],
  },
]

/** What was done on a job so many logs before its last. */
function workOf({ latest, places, steps }: Progress, back: number): string {
  if (back === 0) return latest
  const step = steps[(back - 1) % steps.length]
  const place = places[Math.floor((back - 1) / steps.length) % places.length]
  return step && place !== undefined ? step(place) : latest
}
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
      ? [{ type: 'safety', kind: 'toolbox_talk', time: '06:35', description: 'Ladder setup. All signed.' } as const]
      : []),
  ]
}

export const sample: Sample = {
  after: ['projects', 'users', 'time', 'company'],
  async seed(ctx, { pick, story }) {
    const { save, all, now } = ctx
    const people = await all(users)
    const named = (email: string) => people.find((person) => person.email === email)
    const [foreman, contact] = [named('foreman@plumbline.test'), named('contact@plumbline.test')]
    const jobs = await all(projects, { archived_at: null })
    if (!foreman || !contact) return
    const today = await todayOf(ctx)
    const told = story(today)
    const isWorked = !told.isOff(today)
    const idOf = new Map(people.map(({ email, id }) => [email?.split('@')[0], id]))
    const places = progress.flatMap((of, at) => {
      const project = jobs[at]
      const days = told.worked.filter((day) => told.on(day).some(({ job }) => job === at))
      // On a day on which the company works, the first log of it has begun.
      const all = at === 0 && isWorked ? [...days, today] : days
      return all.flatMap((date, index) => {
        const back = all.length - 1 - index
        // Nobody wrote one now and then.
        if (!project || back % 9 === 5) return []
        const lead = told.on(date).find(({ job, lead }) => job === at && lead)?.mailbox
        const user_id =
          lead === 'sam' ? (idOf.get('sam') ?? foreman.id) : lead === 'foreman' || at === 0 ? foreman.id : null
        const by = user_id ?? idOf.get('manager') ?? foreman.id
        return [{ project_id: project.id, date, at, back, work: workOf(of, back), user_id: by }]
      })
    })
    // Day by day, as they were written: the newest drafts come last.
    places.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.at - b.at))
    const crews = await crewOf(places, ctx)
    // The newest log of the first job is still a draft, and what others wrote on the last day.
    const isDraft = ({ at, back, date }: (typeof places)[number]) => (at === 0 ? back === 0 : date === told.lastWorkday)
    const logs = await save(
      dailyLogs,
      places.map((place, index) => ({
        project_id: place.project_id,
        date: place.date,
        user_id: place.user_id,
        work_performed: place.work,
        weather_auto: weatherOf(place.date, { today, now }, pick),
        shared_at: place.back % 3 === 1 ? now : null,
        ...(!isDraft(place) && {
          completed_id: place.user_id,
          completed_at: now,
          signature_path: signature,
          signed_crew: crews[index] ?? [],
        }),
      })),
    )
    const lines = places.flatMap((place, index): Entry[] => {
      const [daily_log_id, { user_id, at, back }] = [logs[index]?.id ?? 0, place]
      const own = linesOf(74 - back + at, pick).map((line): Entry => {
        return { ...line, daily_log_id, user_id, status: 'approved' }
      })
      const pending: Entry = {
        type: 'manpower',
        contact_id: contact.id,
        trade: 'Design',
        workers: 2,
        hours: 4,
        daily_log_id,
        user_id: contact.id,
        status: 'pending',
      }
      return isDraft(place) && at % 3 === 0 ? [...own, pending] : own
    })
    await save(logEntries, lines)
  },
}
