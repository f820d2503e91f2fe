import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { timeIn } from '#lib/days.ts'
import { deviceZone, formatTime } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { AgendaEvent } from '../agenda-shape.ts'

/** The icons of calendar events by their type. */
export const eventIcons = {
  meeting: 'users',
  delivery: 'truck',
  inspection: 'clipboard-check',
  shop: 'wrench',
  time_off: 'sun',
  holiday: 'sun',
} as const

/** A calendar event on one line: what, when and where. @useSignals */
export const EventLine = ({ event }: { event: AgendaEvent }) => {
  const { settings } = useServices()
  const zone = settings.value.time_zone ?? deviceZone
  const time = event.starts_at === null ? '' : formatTime(timeIn(zone, new Date(event.starts_at)))
  return (
    <p className={line}>
      <Icon name={eventIcons[event.type]} size="sm" />
      <span>
        <b>{event.title}</b> {[time, event.location].filter(Boolean).join(', ')}
      </span>
    </p>
  )
}

const line = css({ row: '2', fontSize: 'sm', '& svg': { color: 'muted' }, '& b': { fontWeight: 'strong' } })
