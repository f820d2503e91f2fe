import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { formatTime } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { Project } from '../../projects/entities.ts'
import { dailyLogs } from '../entities.ts'
import type { Weather } from '../values.ts'
import { rainOf, skyNames, windOf } from '../sky.ts'
import { hourNow, skyIcons } from './weather-strip.tsx'

/** The device keeps the answer beside daily logs. A changed log asks again, which the server answers from memory. */
const dependsOn = [dailyLogs]

/** The weather at a job: now, and the day's. Nothing while it cannot be had. */
export default function SiteWeather({ project }: { project: Project }) {
  const { api } = useServices()
  const today = useToday()
  const { data } = useAsked(
    () => api(dailyLogs, { project_id: project.id }).ask<Weather | null>('weather'),
    `weather at ${project.id} on ${today}`,
    dependsOn,
  )
  return data && <WeatherToday weather={data} />
}

/** A day's weather as it is at one of its hours, and what the day will have been. */
export const WeatherToday = ({ weather }: { weather: Weather }) => {
  const now = hourNow(weather)
  const { temperature_high_f, temperature_low_f, source, observed_at } = weather
  return (
    <Card className={css({ stack: '1' })}>
      <h2 className={css({ textStyle: 'section' })}>Weather today</h2>
      <p className={css({ wrap: '2.5', alignItems: 'center' })}>
        <span className={css({ row: '1.5', fontWeight: 'strong' })}>
          {now && <Icon name={skyIcons[now.sky]} label={skyNames[now.sky]} />}
          {now && `${Math.round(now.temperature_f)}°`}
        </span>
        <span className={fact}>
          High {Math.round(temperature_high_f)}°, low {Math.round(temperature_low_f)}°
        </span>
        <span className={fact}>Wind up to {Math.round(windOf(weather))} mph</span>
        {rainOf(weather) > 0 && <span className={fact}>Rain {formatNumber(rainOf(weather), 2, 2)} in</span>}
      </p>
      <p className={css({ textStyle: 'note' })}>
        {source}, {formatTime(observed_at)}
      </p>
    </Card>
  )
}

const fact = css({ whiteSpace: 'nowrap' })
