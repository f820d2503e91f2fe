import type { ReadonlySignal } from '@preact/signals-react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Items } from '#core/store/records.ts'
import { dayIn } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import type { IconName } from '#ui/icon/icon.tsx'
import { isMutedOn, laterFrom, mutedFrom } from '../days.ts'
import { mutedProjects, notifications, type MutedProject, type Notification } from '../entities.ts'
import { mutes } from '../index.ts'

/** The jobs that a person has muted: one live query for all rows of the list. */
export type MutedJobs = ReadonlySignal<Items<MutedProject>>

interface Step {
  readonly label: string
  readonly icon: IconName
  readonly hint?: string
  take(): void
}
/** What one does with a notification besides following it (rule notification-choice). */
export interface Steps {
  /** Done, or back to the list. */
  readonly end: Step
  readonly later: readonly Step[]
  /** Hears no more of the record than what is with oneself. */
  readonly mute: Step | null
  /** Mutes its job for some time, the middle one until Monday; or hears of it again. */
  readonly job: readonly Step[]
}

/** @useSignals */
export function useSteps(notification: Notification, mutedJobs: MutedJobs): Steps {
  const services = useServices()
  const { api, registry, store, session } = services
  const may = useMay()
  const report = useOutcome()
  const today = useToday()
  const { id, subject_type, subject_id, project_id, project_number, done_at, later_at } = notification
  const muted = useSummary(mutedJobs, (all) => all.find((one) => one.project_id === project_id) ?? null, [project_id])
  const resource = api(notifications)
  /** Takes a step, which Undo takes back to where it was: on the list, done, or put off. */
  async function take(action: 'done' | 'later' | 'back', said: string, body?: object) {
    const undo = done_at
      ? () => resource.act(id, 'done')
      : later_at
        ? () => resource.act(id, 'later', { at: later_at })
        : () => resource.act(id, 'back')
    const onClick = () => void undo().then((result) => report(result, 'It is back.'))
    report(await resource.act(id, action, body), said, { label: 'Undo', onClick })
  }
  async function muteJob(until: string | null, label: string) {
    if (project_id === null) return
    const draft = muted ? { id: muted.id, until } : { project_id, until }
    report(await api(mutedProjects).save(draft), `${project_number} is muted ${label}.`)
  }
  async function hear(job: MutedProject) {
    report(await api(mutedProjects).remove(job.id), `You hear of ${project_number} again.`)
  }
  const entity = store.entities.find(({ table }) => table === subject_type)
  const own = entity && project_id !== null && { entity, id: subject_id, project_id }
  const fill = own && registry.filled(mutes, session.user.value).find((one) => one.offers(own.entity))
  const end: Step =
    done_at || later_at
      ? { label: 'Back to the list', icon: 'undo-2', take: () => void take('back', 'It is back.') }
      : { label: 'Done', icon: 'check', take: () => void take('done', 'Done.') }
  const later = laterFrom(dayIn(deviceZone), deviceZone).map(({ label, at }): Step => ({
    label,
    icon: 'clock',
    take: () => void take('later', `You hear of it again: ${label}.`, { at }),
  }))
  const mute: Step | null =
    fill && own
      ? {
          label: `Mute this ${own.entity.display.noun}`,
          hint: 'You hear of it only while it is with you.',
          icon: 'bell-off',
          take: () => void fill.mute(services, own).then((result) => report(result, 'This is muted.')),
        }
      : null
  if (project_id === null || !may(mutedProjects, 'create')) return { end, later, mute, job: [] }
  const job: Step[] =
    muted && isMutedOn(muted, today)
      ? [{ label: `Hear of ${project_number} again`, icon: 'bell', take: () => void hear(muted) }]
      : mutedFrom(today).map(({ label, until }) => ({
          label: `Mute ${project_number} ${label}`,
          icon: 'bell-off',
          take: () => void muteJob(until, label),
        }))
  return { end, later, mute, job }
}
