import { css } from '#css/css'
import { formatNumber } from '#lib/numbers.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { DailyLog } from '../entities.ts'
import { mainSky, rainOf, skyNames } from '../sky.ts'
import { skyIcons } from './weather-strip.tsx'

/** The weather of a day in a few signs: its sky, its highest and lowest temperature, and unless it is `brief` its rain. */
export const Observed = ({ of, brief = false }: { of: NonNullable<DailyLog['weather_auto']>; brief?: boolean }) => (
  <span className={css({ row: '1.5' })}>
    <Icon name={skyIcons[mainSky(of)]} size="sm" label={skyNames[mainSky(of)]} />
    {Math.round(of.temperature_high_f)}° / {Math.round(of.temperature_low_f)}°
    {!brief && rainOf(of) > 0 && `, ${formatNumber(rainOf(of), 2, 2)} in`}
  </span>
)
