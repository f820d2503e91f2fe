import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { can, staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import type { Project } from '../../projects/entities.ts'
import { ItemTab } from '../../work-items/components.ts'
import RfiDialog from '../dialogs/rfi-dialog.tsx'
import { rfis } from '../entities.ts'
import { rfiList } from '../parts/list.ts'
import { RfiDetail } from '../parts/rfi-detail.tsx'

/** A project's RFIs by whose turn it is. @useSignals */
export default function RfisTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  return (
    <ItemTab
      project={project}
      rest={rest}
      spec={rfiList}
      query={useQuery(rfis, { params: { project_id: project.id } })}
      Detail={RfiDetail}
      Form={RfiDialog}
      importing={() => import('../dialogs/import-rfis.tsx')}
      mayAdd={staff(user) && can('create', 'rfis')(user)}
      empty="Questions to the designers, and their answers, stand here."
    />
  )
}
