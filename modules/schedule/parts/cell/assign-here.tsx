import { useState } from 'react'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import type { Result } from '#core/resource/result.ts'
import { users } from '../../../users/entities.ts'
import { JobInput, PersonInput, PhaseInput } from '../../dialogs/event-inputs.tsx'
import { scheduleEvents, type ScheduleEvent } from '../../entities.ts'
import type { BoardModel } from '../board/board-model.ts'

const what = ['project_id', 'phase_id', 'start_date', 'end_date'] as const
const inputs = { user_id: PersonInput, project_id: JobInput, phase_id: PhaseInput }

/** Who, what and when, in place: the people of the chosen rows and the chosen days are known, and the job is asked for. */
export const AssignHere = ({
  model,
  anchor,
  focus,
  onClose,
}: {
  model: BoardModel
  anchor: HTMLElement
  focus: HTMLElement
  onClose: () => void
}) => {
  const { store } = useServices()
  const resource = useResource(scheduleEvents)
  // What was chosen when it was opened.
  const [{ people, from, to, project_id }] = useState(() => ({
    people: [...new Set(model.chosen().map(({ user_id }) => user_id))],
    ...model.days(),
    project_id: model.job(),
  }))
  const [first, ...others] = people
  const name = first === undefined ? null : store.of(users).peek(first)?.name
  return (
    <EntityDialog
      entity={scheduleEvents}
      beside={{ anchor, focus }}
      title={others.length ? `Assign ${people.length} people` : name ? `Assign ${name}` : 'Assign'}
      part={`board ${people.join(' ')} ${from} ${to}`}
      fields={first === undefined ? ['user_id', ...what] : what}
      initial={{
        kind: 'assignment',
        start_date: from,
        end_date: to,
        ...(first !== undefined && { user_id: first }),
        ...(project_id !== null && { project_id }),
      }}
      inputs={inputs}
      {...(others.length > 0 && {
        save: async (draft: object): Promise<Result<ScheduleEvent>> => {
          const all = people.map((user_id) => ({ ...draft, kind: 'assignment' as const, user_id }))
          const result = await resource.saveMany(all)
          if (!result.ok) return { ...result, current: undefined }
          const [made] = result.data
          return made ? { ...result, data: made } : { ok: false, status: 0, message: '', errors: {} }
        },
      })}
      onClose={onClose}
    />
  )
}
