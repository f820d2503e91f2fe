import * as z from 'zod/mini'
import { addDays, dayIn } from '#lib/days.ts'
import { readText } from '#lib/read-text.ts'
import type { Weather } from './values.ts'

/** How long the provider may take, in milliseconds: nobody waits for it, but a worker does. */
const PATIENCE = 10_000
/** A day has a few kilobytes, in bytes. */
const MOST_BYTES = 256 * 1024
/** Days back from today that the provider's forecast also has; earlier ones are in its archive. */
const RECENT = 80

export interface Place {
  readonly lat: number
  readonly lng: number
  readonly day: string
  readonly zone: string
  /** ISO 8601 in UTC; later hours are a forecast and not observed. */
  readonly now: string
}

/** The address to ask for a day's weather: Open-Meteo's, or that of a server that speaks like it. */
function addressOf(provider: string, { lat, lng, day, zone, now }: Place): URL {
  const isRecent = day >= addDays(dayIn(zone, new Date(now)), -RECENT)
  const host = isRecent ? 'https://api.open-meteo.com' : 'https://archive-api.open-meteo.com'
  const base = provider === 'open-meteo' ? host : provider.replace(/\/$/, '')
  const url = new URL(`${base}/v1/${isRecent ? 'forecast' : 'archive'}`)
  const asked = {
    latitude: String(lat),
    longitude: String(lng),
    hourly: 'temperature_2m,precipitation,weather_code,wind_speed_10m',
    temperature_unit: 'fahrenheit',
    wind_speed_unit: 'mph',
    precipitation_unit: 'inch',
    timezone: zone,
    start_date: day,
    end_date: day,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url
}

/** Those of a day on which the clocks are set back are 25. */
const MOST_HOURS = 25
const numbers = z.array(z.nullable(z.number())).check(z.maxLength(MOST_HOURS))
const answer = z.object({
  hourly: z.object({
    time: z.array(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))).check(z.maxLength(MOST_HOURS)),
    temperature_2m: numbers,
    precipitation: numbers,
    weather_code: numbers,
    wind_speed_10m: numbers,
  }),
})

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The sky that a WMO weather code stands for. */
function skyOf(code: number): Weather['hours'][number]['sky'] {
  if (code <= 1) return 'clear'
  if (code <= 3) return 'cloudy'
  if (code === 45 || code === 48) return 'fog'
  return (code >= 71 && code <= 77) || code === 85 || code === 86 ? 'snow' : 'rain'
}

/** The time on the clock of a zone, `HH:MM`. */
const clockIn = (zone: string, moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

/** Who is named as the source of a provider's weather. */
export const sourceOf = (provider: string): string =>
  provider === 'open-meteo' ? 'Open-Meteo' : new URL(provider).hostname

/** The last hour of a day that has passed, `HH:MM`. */
export const passedOf = ({ zone, day, now }: Place): string =>
  dayIn(zone, new Date(now)) === day ? clockIn(zone, now) : '24:00'

/**
 * Asks a provider for the hours of a day, of which those after `passedOf` are a forecast.
 * @throws when it does not answer in time, or with anything but weather
 */
export async function hoursOf(provider: string, place: Place): Promise<Weather['hours']> {
  const response = await fetch(addressOf(provider, place), {
    headers: { accept: 'application/json' },
    // Who is asked is the operator's choice, and not the provider's.
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  if (!response.ok) throw new Error(`The weather provider answered ${response.status}.`)
  const text = await readText(response, MOST_BYTES)
  const parsed = z.safeParse(answer, parsedOf(text))
  if (!parsed.success) throw new Error('The weather provider answered with something else than weather.')
  const { time, temperature_2m, precipitation, weather_code, wind_speed_10m } = parsed.data.hourly
  return time.flatMap((moment, index) => {
    const at = moment.slice(11, 16)
    const [degrees, code] = [temperature_2m[index] ?? null, weather_code[index] ?? null]
    if (moment.slice(0, 10) !== place.day || degrees === null || code === null) return []
    return [
      {
        at,
        sky: skyOf(code),
        temperature_f: degrees,
        wind_mph: wind_speed_10m[index] ?? 0,
        precipitation_in: precipitation[index] ?? 0,
      },
    ]
  })
}
