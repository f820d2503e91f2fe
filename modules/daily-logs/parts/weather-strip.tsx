import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { mainSky, rainOf, skyNames, windOf } from '../sky.ts'
import type { Weather } from '../values.ts'
import { formatTime } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'

export const skyIcons = { clear: 'sun', cloudy: 'cloud', rain: 'cloud-rain', snow: 'snowflake', fog: 'cloud' } as const

/** The hours of a working day that stand for it: the others are in the PDF. */
const SHOWN = ['07:00', '10:00', '13:00', '16:00']

/** The hour of a day that it is, or was last: those after it are a forecast. */
export const hourNow = ({ hours, observed_at }: Weather) => hours.findLast(({ at }) => at <= observed_at) ?? hours[0]

/** What the provider observed: the day in one line, and some of its hours. */
export const WeatherStrip = ({ weather }: { weather: Weather }) => {
  const { temperature_high_f, temperature_low_f, hours } = weather
  return (
    <>
      <dl className={facts}>
        <Fact label="Sky" value={skyNames[mainSky(weather)]} />
        <Fact label="Temperature" value={`${Math.round(temperature_high_f)}° / ${Math.round(temperature_low_f)}°`} />
        <Fact label="Wind" value={`${Math.round(windOf(weather))} mph`} />
        <Fact label="Rain" value={`${formatNumber(rainOf(weather), 2, 2)} in`} />
      </dl>
      <ul className={strip} aria-label="Weather by the hour">
        {hours
          .filter(({ at }) => SHOWN.includes(at))
          .map(({ at, sky, temperature_f }) => (
            <li key={at} className={css({ row: '1.5' })}>
              {formatTime(at)} <Icon name={skyIcons[sky]} size="sm" label={skyNames[sky]} /> {Math.round(temperature_f)}
              °
            </li>
          ))}
      </ul>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className={css({ textStyle: 'caption', color: 'muted' })}>{label}</dt>
    <dd className={css({ fontWeight: 'strong' })}>{value}</dd>
  </div>
)

const inset = { paddingInline: { base: '3.5', sm: '4.5' } }
const facts = css(
  { stack: '3', gridTemplateColumns: 'repeat(auto-fill, minmax(6.5rem, 1fr))', paddingBottom: '3' },
  inset,
)
const strip = css(
  {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '5',
    rowGap: '1',
    paddingBottom: '3.5',
    textStyle: 'small',
    color: 'muted',
  },
  inset,
)
