import { useEffect } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { timeEntries } from '../entities.ts'
import type { EntryDraft } from './sheet.ts'
import { typeLabels } from './labels.ts'

/** Describes unsent time entries in the outbox: the day, the project and each person's hours. @useSignals */
export default function WaitingTime({ drafts }: { drafts: readonly EntryDraft[] }) {
  const { api, store } = useServices()
  // A draft of a change holds only the changed fields; the others come from the record.
  const entries = drafts.map((draft) => ({ ...(draft.id && store.of(timeEntries).get(draft.id)), ...draft }))
  const { date, type = 'standard', project_id } = entries[0] ?? {}
  const project = project_id ? store.of(projects).get(project_id) : undefined
  useEffect(() => {
    if (project_id && !store.of(projects).peek(project_id)) void api(projects).fetch(project_id)
  }, [api, store, project_id])
  const place = project ? `${project.number} · ${project.name}` : type === 'standard' ? '' : typeLabels[type]
  return (
    <div>
      <p className={css({ fontWeight: 'strong' })}>
        {[date && formatWeekday(date), place].filter(Boolean).join(' · ')}
      </p>
      <ul>
        {entries.map(({ user_id = 0, hours, notes }, at) => (
          <li key={at} className={line}>
            <span className={css({ minWidth: '0' })}>
              {store.of(users).get(user_id)?.name ?? 'Someone'}
              {notes && <span className={css({ color: 'muted' })}> · {notes}</span>}
            </span>
            <b>{(hours ?? 0).toFixed(2)} h</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

const line = css({ display: 'flex', justifyContent: 'space-between', gap: '3' })
