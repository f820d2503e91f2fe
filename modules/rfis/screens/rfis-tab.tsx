import { useState } from 'react'
import { useLocation } from 'wouter'
import { useQuery } from '#blocks/query/use-query.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { can, staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import type { Project } from '../../projects/entities.ts'
import RfiDialog from '../dialogs/rfi-dialog.tsx'
import { rfis } from '../entities.ts'
import { rfiList } from '../parts/list.ts'
import { RfiDetail } from '../parts/rfi-detail.tsx'

/** A project's RFIs: the list beside the open one, or either of them on a phone. @useSignals */
export default function RfisTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const parents = { project_id: project.id }
  const query = useQuery(rfis, { params: parents })
  const readOnly = project.archived_at !== null
  const mayAdd = staff(user) && can('create', 'rfis')(user) && !readOnly
  const path = `/projects/${project.id}/rfis`
  return (
    <ParentScope project_id={project.id}>
      <WorkList
        spec={rfiList}
        query={query}
        place={`rfis.${project.id}`}
        at={{ path, rest, parents }}
        selectable={!readOnly}
        detail={(rfi, onGone) => <RfiDetail rfi={rfi} readOnly={readOnly} onGone={onGone} />}
        add={mayAdd ? { label: 'Add RFI', onAdd: () => setAdding(true) } : undefined}
        empty="Questions to the designers, and their answers, stand here."
      />
      {adding && (
        <RfiDialog
          project_id={project.id}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(`${path}/${id}`)}
        />
      )}
    </ParentScope>
  )
}
