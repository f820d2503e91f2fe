import { readId } from '#core/entity/id.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf, zoneOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { hoursOf, passedOf, sourceOf, type Place } from '../observe.ts'
import type { Weather } from '../values.ts'
import { extremesOf } from './weather.ts'

/** How long an answer stands, and for how long a provider that failed is left alone, in milliseconds. */
const FRESH = 30 * 60_000
const RESTED = 5 * 60_000
/** Places of which this process remembers the weather. */
const MOST = 1000

interface Known {
  until: number
  readonly weather: Promise<Weather>
}
const known = new Map<string, Known>()

async function ask(provider: string, place: Place): Promise<Weather> {
  const hours = await hoursOf(provider, place)
  if (!hours.length) throw new Error('The weather provider answered without an hour of the day.')
  return {
    source: sourceOf(provider),
    fetched_at: place.now,
    observed_at: passedOf(place),
    ...extremesOf(hours),
    hours,
  }
}

/** What is known of a place, or is being asked: however many people look, the provider is asked once in half an hour. */
function weatherAt(provider: string, place: Place): Promise<Weather> {
  const { lat, lng, day, zone } = place
  const key = [provider, lat, lng, day, zone].join(' ')
  const moment = Date.parse(place.now)
  const last = known.get(key)
  if (last && last.until > moment) return last.weather
  const next: Known = { until: moment + FRESH, weather: ask(provider, place) }
  next.weather.catch(() => (next.until = moment + RESTED))
  known.delete(key)
  known.set(key, next)
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MOST))) known.delete(oldest)
  return next.weather
}

/** About a kilometer: all jobs around one place share an answer. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100

/**
 * Answers GET api/projects/{id}/daily_logs/weather: the weather of today at a job, its hours that have passed and those that
 * are forecast, `observed_at` between them; null without a provider or the job's coordinates.
 * @throws Refusal 404 while the provider does not answer
 */
export async function weatherToday(ctx: Ctx, { project_id }: Record<string, string>): Promise<Weather | null> {
  const { now } = ctx
  const provider = ctx.system.weather
  const id = readId(project_id)
  const geotag = id === null ? null : (await ctx.find(projects, id))?.address?.geotag
  if (provider === undefined || !geotag) return null
  const [lat, lng] = [rounded(geotag.lat), rounded(geotag.lng)]
  const place = { lat, lng, day: await todayOf(ctx), zone: await zoneOf(ctx), now }
  return weatherAt(provider, place).catch(({ message }: Error) => refuse(message, {}, 404))
}
