import { useState } from 'react'
import { useLocation } from 'wouter'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Project } from '../../projects/entities.ts'
import TicketDialog from '../dialogs/ticket-dialog.tsx'
import { extraWork } from '../entities.ts'
import { hoursOf } from '../guards.ts'
import { ticketList } from '../parts/list.tsx'
import { TicketDetail } from '../parts/ticket-detail.tsx'

/** A project's extra work by its state, beside the open ticket, or either of them on a phone. @useSignals */
export default function ExtraWorkTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const parents = { project_id: project.id }
  const query = useQuery(extraWork, { params: parents })
  const hours = useSummary(query.items, (all) => all.reduce((sum, ticket) => sum + hoursOf(ticket), 0), [])
  const isActive = project.archived_at === null
  const mayAdd = isActive && can('create', 'extra_work')(user)
  const path = `/projects/${project.id}/extra_work`
  return (
    <ParentScope project_id={project.id}>
      <WorkList
        spec={ticketList}
        query={query}
        place={`extra_work.${project.id}`}
        at={{ path, rest, parents }}
        selectable={isActive && can('edit', 'extra_work')(user)}
        detail={(ticket, onGone) => <TicketDetail ticket={ticket} readOnly={!isActive} onGone={onGone} />}
        add={mayAdd ? { label: 'Add ticket', onAdd: () => setAdding(true) } : undefined}
        tools={
          hours > 0 && (
            <span className={css({ color: 'muted', textStyle: 'small' })}>{formatHours(hours)} h in all</span>
          )
        }
        empty="Work outside the contract stands here, signed for before anyone forgets."
      />
      {adding && (
        <TicketDialog
          project_id={project.id}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(`${path}/${id}`)}
        />
      )}
    </ParentScope>
  )
}
