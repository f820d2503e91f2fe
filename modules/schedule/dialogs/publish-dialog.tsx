import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import { formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { projects } from '../../projects/entities.ts'
import { scheduleEvents } from '../entities.ts'
import type { Audience, Change } from '../told.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** `6 people, 4 changes`. */
export const saysWho = (people: number, changes: number): string =>
  `${plural(people, 'person', 'people')}, ${plural(changes, 'change', 'changes')}`

/** Who will be told what, before anybody is. @useSignals */
export const PublishDialog = ({
  audience,
  count,
  onClose,
}: {
  /** Null while that is not known. */
  audience: readonly Audience[] | null
  count: number
  onClose: () => void
}) => {
  const services = useServices()
  const { api, store } = services
  const [busy, setBusy] = useState(false)
  async function publish() {
    setBusy(true)
    const result = await api(scheduleEvents).actOnAll('publish', {})
    setBusy(false)
    if (!result.ok) return toastFailure(result)
    onClose()
    offer(
      services,
      audience?.length ? `Published. ${plural(audience.length, 'person is', 'people are')} told.` : 'Published.',
      [result],
    )
  }
  const jobOf = (change: Change) => {
    const plan = change.now ?? change.was
    const project = plan && store.of(projects).get(plan.project_id)
    return project ? `${project.number} ${project.name}` : 'another project'
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button icon="send" loading={busy} onClick={() => void publish()}>
            Publish
          </Button>
        </>
      }
    >
      {audience === null ? (
        <p>Who will be told is not known without a connection.</p>
      ) : audience.length === 0 ? (
        <p>Nobody has to be told of {plural(count, 'this change', 'these changes')}.</p>
      ) : (
        <>
          <p className={css({ fontWeight: 'strong' })}>
            {saysWho(
              audience.length,
              audience.reduce((sum, { changes }) => sum + changes.length, 0),
            )}
          </p>
          <ul className={list}>
            {audience.map(({ user_id, name, methods, changes }) => (
              <li key={user_id}>
                <b>{name}</b>
                <small>{methods.length ? methods.join(' and ') : 'in the app only'}</small>
                {changes.map((change) => (
                  <span key={`${change.event_id} ${change.kind}`}>
                    {change.kind === 'removed' ? 'Not any more: ' : change.kind === 'changed' ? 'Changed: ' : ''}
                    {jobOf(change)}, {spanText(change)}
                    {change.now?.lead ? ', leads' : ''}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function spanText({ days }: Change): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return ''
  return first === last ? formatWeekday(first) : `${formatWeekday(first)} – ${formatWeekday(last)}`
}

const list = css({
  display: 'grid',
  gap: '3',
  marginTop: '3',
  '& li': { display: 'grid', gap: '0.5' },
  '& b': { fontWeight: 'strong' },
  '& small': { color: 'muted', fontSize: 'xs' },
  '& span': { fontSize: 'sm' },
})
