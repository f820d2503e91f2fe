import { css } from '#css/css'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { dayIn, formatWeekday, isZone, timeIn } from '#lib/days.ts'
import { deviceZone, formatTime } from '#lib/moments.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { timeZones, zoneName } from '../entities.ts'

/** Every zone there is, those of the United States first. */
const options = [...new Set([...timeZones, deviceZone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
  value,
  label: zoneName(value),
}))

/** A time zone, and which day and time it is there now. */
export const ZoneInput = ({ value, onChange, ...props }: InputProps) => {
  const zone = typeof value === 'string' ? value : null
  const now = new Date()
  return (
    <>
      <Combobox
        {...props}
        options={options}
        selected={zone === null ? null : { value: zone, label: zoneName(zone) }}
        value={zone}
        onChange={onChange}
      />
      {zone !== null && isZone(zone) && (
        <p className={css({ textStyle: 'note' })}>
          {`It is ${formatWeekday(dayIn(zone, now))}, ${formatTime(timeIn(zone, now))} there, which is “today” for everybody.`}
        </p>
      )}
    </>
  )
}
