import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { guest } from '#core/access/access.ts'
import { css } from '#css/css'
import { deviceZone } from '#lib/moments.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { TimeInput } from '#ui/time-input/time-input.tsx'
import { notificationSettings, type NotificationSetting } from '../entities.ts'

/** What is quiet where somebody first asks for it. */
const NIGHT = { quiet_from: '20:00', quiet_until: '06:00' }

/** Lets a person set quiet hours and the morning mail (rule notification-hours). @useSignals */
export const Hours = () => {
  const { api, session } = useServices()
  const report = useOutcome()
  const query = useQuery(notificationSettings)
  const [setting] = useRecords(query.items)
  // What is not loaded is no choice yet.
  if (query.state.value !== 'fresh' && !setting) return null
  async function choose(draft: Partial<Pick<NotificationSetting, 'quiet_from' | 'quiet_until' | 'digest'>>) {
    // The times are those of where one is.
    const known = setting ? { id: setting.id } : {}
    report(await api(notificationSettings).save({ ...known, time_zone: deviceZone, ...draft }), 'Saved.')
  }
  const { digest = false, quiet_from = null, quiet_until = null } = setting ?? {}
  const isQuiet = quiet_from !== null
  return (
    <section aria-labelledby="notification-hours" className={css({ stack: '2' })}>
      <h3 id="notification-hours" className={css({ textStyle: 'section' })}>
        When
      </h3>
      <Checkbox value={digest} onChange={(wanted) => void choose({ digest: wanted })}>
        Mail what needs no answer together, each morning at 6:00
      </Checkbox>
      <Checkbox
        value={isQuiet}
        onChange={(quiet) => void choose(quiet ? NIGHT : { quiet_from: null, quiet_until: null })}
      >
        {guest(session.user.value)
          ? 'Quiet hours: texts and push messages wait'
          : 'Quiet hours: texts and push messages wait, injuries do not'}
      </Checkbox>
      {isQuiet && (
        <span className={css({ wrap: '2', alignItems: 'center' })}>
          <TimeInput
            aria-label="Quiet from"
            value={quiet_from}
            onChange={(from) => from !== null && void choose({ quiet_from: from })}
          />
          to
          <TimeInput
            aria-label="Quiet until"
            value={quiet_until}
            onChange={(until) => until !== null && void choose({ quiet_until: until })}
          />
        </span>
      )}
    </section>
  )
}
