import type { Weather } from './values.ts'

export const skyNames = { clear: 'Clear', cloudy: 'Cloudy', rain: 'Rain', snow: 'Snow', fog: 'Fog' } as const

/** The sky that most of a day's hours had. */
export function mainSky({ hours }: Weather): keyof typeof skyNames {
  const byDay = hours.filter(({ at }) => at >= '06:00' && at <= '18:00')
  const count = Map.groupBy(byDay.length ? byDay : hours, ({ sky }) => sky)
  return [...count].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 'clear'
}

/** The rain of a day in inches, and the strongest wind in miles an hour. */
export const rainOf = ({ hours }: Weather): number =>
  Math.round(hours.reduce((sum, { precipitation_in }) => sum + precipitation_in, 0) * 100) / 100
export const windOf = ({ hours }: Weather): number => Math.max(0, ...hours.map(({ wind_mph }) => wind_mph))
