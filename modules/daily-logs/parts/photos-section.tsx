import { deviceZone } from '#lib/moments.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addDays, momentIn } from '#lib/days.ts'
import { Images } from '../../attachments/index.ts'
import { dailyLogs } from '../entities.ts'
import { addsPhotos, editsLogs } from '../guards.ts'
import type { Day } from './use-day.ts'

/** The photos on the log, and those taken on the project that day. @useSignals */
export const PhotosSection = ({ day: { log, isOpen } }: { day: Day }) => {
  const { session, settings } = useServices()
  const user = session.user.value
  const zone = settings.value.time_zone ?? deviceZone
  const taken = { from: momentIn(zone, log.date), to: momentIn(zone, addDays(log.date, 1)) }
  return (
    <div id="photo" className={css({ stack: '3', minWidth: '0', scrollMarginTop: '20' })}>
      <Images
        on={{ type: dailyLogs.table, id: log.id }}
        mayAdd={isOpen && addsPhotos(user)}
        mayEdit={(picture) => isOpen && (editsLogs(user) || picture.user_id === user?.id)}
        title="Photos"
      />
      <Images
        on={{ type: 'projects', id: log.project_id }}
        mayAdd={false}
        mayEdit={() => false}
        taken={taken}
        title="Taken on the project this day"
      />
    </div>
  )
}
