import { isObject } from '#lib/is-object.ts'
import { addDays, momentIn } from '#lib/days.ts'
import type { Ctx, JobKind } from '#server/define-server.ts'
import { todayOf, zoneOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { dailyLogs, type DailyLog } from '../entities.ts'
import { hoursOf, passedOf, sourceOf } from '../observe.ts'
import type { Weather } from '../values.ts'

const WEATHER_JOB = 'daily-log-weather'
const HOUR = 3_600_000

/** Asks for a log's weather, beside the request that made it: the log never waits for it. */
export const askForWeather = ({ id }: Pick<DailyLog, 'id'>, ctx: Ctx) =>
  ctx.enqueue(WEATHER_JOB, { id }, { key: `daily log ${id} weather` })

/** Known hours with those that were observed since; what was observed once stays. */
function withHours(known: Weather | null, observed: Weather['hours'], source: string, now: string): Weather | null {
  const had = new Set(known?.hours.map(({ at }) => at))
  const hours = [...(known?.hours ?? []), ...observed.filter(({ at }) => !had.has(at))]
  if (hours.length === had.size) return known
  hours.sort((a, b) => (a.at < b.at ? -1 : 1))
  return { source, fetched_at: now, observed_at: hours.at(-1)?.at ?? '00:00', ...extremesOf(hours), hours }
}

export function extremesOf(hours: Weather['hours']): Pick<Weather, 'temperature_high_f' | 'temperature_low_f'> {
  const degrees = hours.map(({ temperature_f }) => temperature_f)
  return { temperature_high_f: Math.max(...degrees), temperature_low_f: Math.min(...degrees) }
}

/** Where and when a log is; null without the project's coordinates, or if there is no log any more. */
async function placeOf(id: number, ctx: Ctx) {
  const log = await ctx.find(dailyLogs, id)
  const project = log && (await ctx.find(projects, log.project_id))
  const geotag = project?.address?.geotag
  if (!log || !geotag) return null
  return { ...geotag, day: log.date, zone: await zoneOf(ctx), now: ctx.now }
}

/** Observes the weather of a log's day; of today the hours so far, and the others when it is over. */
const weatherJob: JobKind = {
  lane: 'heavy',
  async run(payload, { inTransaction }) {
    const id = isObject(payload) ? payload.id : undefined
    if (typeof id !== 'number') return
    const asked = await inTransaction(async (ctx) => ({ provider: ctx.system.weather, place: await placeOf(id, ctx) }))
    const { provider, place } = asked
    if (provider === undefined || !place) return
    const passed = passedOf(place)
    const observed = (await hoursOf(provider, place)).filter(({ at }) => at <= passed)
    const source = sourceOf(provider)
    await inTransaction(async (ctx) => {
      const log = await ctx.find(dailyLogs, id)
      if (!log) return
      const next = withHours(log.weather_auto, observed, source, ctx.now)
      if (next !== log.weather_auto) await ctx.save(dailyLogs, { id, weather_auto: next })
      if (log.date < (await todayOf(ctx))) return
      const end = Date.parse(momentIn(place.zone, addDays(log.date, 1))) + HOUR
      const key = `daily log ${id} weather of the whole day`
      await ctx.enqueue(WEATHER_JOB, { id }, { key, at: new Date(end).toISOString() })
    })
  },
}

export const weatherJobs: Record<string, JobKind> = { [WEATHER_JOB]: weatherJob }
