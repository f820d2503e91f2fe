import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { WeatherToday } from './site-weather.tsx'

const meta = preview.meta({ title: 'Parts/Weather today', component: WeatherToday, parameters: { path: '/' } })

const hours = Array.from({ length: 24 }, (_, hour) => ({
  at: `${String(hour).padStart(2, '0')}:00`,
  sky: hour < 12 ? ('cloudy' as const) : ('rain' as const),
  temperature_f: 40 + hour,
  wind_mph: hour,
  precipitation_in: hour < 12 ? 0 : 0.01,
}))
const weather = {
  source: 'Open-Meteo',
  fetched_at: '',
  observed_at: '10:30',
  temperature_high_f: 63,
  temperature_low_f: 40,
  hours,
}

/** In the morning of a day with rain to come. */
export const Morning = meta.story({
  args: { weather },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Cloudy')).toBeVisible()
    for (const text of ['50°', 'High 63°, low 40°', 'Wind up to 23 mph', 'Rain 0.12 in', 'Open-Meteo, 10:30 AM'])
      await expect(canvas.getByText(text)).toBeVisible()
  },
})

/** A dry day has no line about rain. */
export const Dry = meta.story({
  args: { weather: { ...weather, hours: hours.map((hour) => ({ ...hour, sky: 'clear', precipitation_in: 0 })) } },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Clear')).toBeVisible()
    await expect(canvas.queryByText(/Rain/)).toBeNull()
  },
})
