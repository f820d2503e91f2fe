import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, guest } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Project } from '../../projects/entities.ts'
import { ItemTab } from '../../work-items/components.ts'
import TicketDialog from '../dialogs/ticket-dialog.tsx'
import { extraWork } from '../entities.ts'
import { hoursOf } from '../guards.ts'
import { sharedTickets, ticketList } from '../parts/list.tsx'
import { TicketDetail } from '../parts/ticket-detail.tsx'

/** A project's extra work by its state, with the hours of all of it. @useSignals */
export default function ExtraWorkTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  const query = useQuery(extraWork, { params: { project_id: project.id } })
  const hours = useSummary(query.items, (all) => all.reduce((sum, ticket) => sum + hoursOf(ticket), 0), [])
  return (
    <ItemTab
      project={project}
      rest={rest}
      spec={guest(user) ? sharedTickets : ticketList}
      query={query}
      Detail={TicketDetail}
      Form={TicketDialog}
      addLabel="Add ticket"
      selectable={can('edit', 'extra_work')(user)}
      tools={hours > 0 && <span className={css({ textStyle: 'note' })}>{formatHours(hours)} h in all</span>}
      empty="Work outside the contract stands here, signed for before anyone forgets."
    />
  )
}
