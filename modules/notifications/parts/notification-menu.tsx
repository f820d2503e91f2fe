import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { dayIn } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { isMutedOn, laterFrom, mutedFrom } from '../days.ts'
import { mutedProjects, notifications, type Notification } from '../entities.ts'
import { mutes } from '../index.ts'

/** What one does with a notification besides following it: done, later, or no more of it (rule notification-choice). @useSignals */
export const NotificationMenu = ({ notification }: { notification: Notification }) => {
  const services = useServices()
  const { api, registry, store, session } = services
  const may = useMay()
  const report = useOutcome()
  const today = useToday()
  const { id, subject_type, subject_id, project_id, project_number, done_at, later_at } = notification
  const mutable = project_id !== null && may(mutedProjects, 'create')
  const { items } = useQuery(mutedProjects, { ask: mutable })
  const muted = useSummary(items, (all) => all.find((one) => one.project_id === project_id) ?? null, [project_id])
  const resource = api(notifications)
  async function take(action: 'done' | 'later' | 'back', done: string, body?: object) {
    const back = { label: 'Undo', onClick: () => void take('back', 'It is back.') }
    report(await resource.act(id, action, body), done, action === 'back' ? undefined : back)
  }
  async function muteJob(until: string | null, label: string) {
    if (project_id === null) return
    const draft = muted ? { id: muted.id, until } : { project_id, until }
    report(await api(mutedProjects).save(draft), `${project_number} is muted ${label}.`)
  }
  const entity = store.entities.find(({ table }) => table === subject_type)
  const own = entity && project_id !== null && { entity, id: subject_id, project_id }
  const mute = own && registry.filled(mutes, session.user.value).find((one) => one.offers(own.entity))
  const isMuted = muted !== null && isMutedOn(muted, today)
  const out = !!(done_at || later_at)
  const entries: MenuItem[] = [
    ...(out
      ? [{ label: 'Back to the list', icon: 'undo-2' as const, onSelect: () => void take('back', 'It is back.') }]
      : [{ label: 'Done', icon: 'check' as const, onSelect: () => void take('done', 'Done.') }]),
    ...laterFrom(dayIn(deviceZone), deviceZone).map(({ label, at }) => ({
      label,
      icon: 'clock' as const,
      onSelect: () => void take('later', `You hear of it again: ${label}.`, { at }),
    })),
    ...(mute && own
      ? [
          {
            label: `Mute this ${own.entity.display.noun}`,
            hint: 'You hear of it only while it is with you.',
            icon: 'bell-off' as const,
            separated: true,
            onSelect: () => void mute.mute(services, own).then((result) => report(result, 'This is muted.')),
          },
        ]
      : []),
    ...(mutable && isMuted
      ? [
          {
            label: `Hear of ${project_number} again`,
            icon: 'bell' as const,
            separated: true,
            onSelect: () =>
              void api(mutedProjects)
                .remove(muted.id)
                .then((result) => report(result, `You hear of ${project_number} again.`)),
          },
        ]
      : []),
    ...(mutable && !isMuted
      ? mutedFrom(today).map(({ label, until }, at) => ({
          label: `Mute ${project_number} ${label}`,
          icon: 'bell-off' as const,
          separated: at === 0,
          onSelect: () => void muteJob(until, label),
        }))
      : []),
  ]
  return (
    <Menu
      label="Notification"
      trigger={<IconButton size="sm" icon="ellipsis" aria-label={`More about ${notification.text}`} />}
      items={entries}
    />
  )
}
