import { useCallback, useState } from 'react'
import { useInAddress } from '#blocks/address/address.ts'
import { SelectionButton } from '#blocks/batch/selection-bar.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import type { WorkGroup } from '#blocks/work-list/arrange.ts'
import { can } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import type { Project } from '../../projects/entities.ts'
import { ItemTab } from '../../work-items/components.ts'
import { DefaultsDialog } from '../dialogs/defaults-dialog.tsx'
import { PdfDialog } from '../dialogs/pdf-dialog.tsx'
import PunchItemDialog from '../dialogs/punch-item-dialog.tsx'
import { punchItems, type PunchItem } from '../entities.ts'
import { mayAssign, mayCheck } from '../guards.ts'
import { punchList } from '../parts/list.ts'
import { PunchDetail } from '../parts/punch-detail.tsx'
import { PunchPlan } from '../parts/punch-plan.tsx'
import { usePdf } from '../parts/use-pdf.ts'

const layouts = [
  { value: 'list', label: 'List' },
  { value: 'plan', label: 'Plan' },
] as const

/** A project's punch items as a list or on its drawings, beside the open one, or either of them on a phone. @useSignals */
export default function PunchTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  const [layout, setLayout] = useInAddress<'list' | 'plan'>('layout', ['list', 'plan'])
  const [dialog, setDialog] = useState<'defaults' | 'pdf' | null>(null)
  const [placing, setPlacing] = useState(false)
  const query = useQuery(punchItems, { params: { project_id: project.id } })
  const pdf = usePdf(project)
  const isActive = project.archived_at === null
  const mayAdd = isActive && can('create', 'punchItems')(user)
  const isPlan = layout === 'plan'
  const groupTools = useCallback(
    (group: WorkGroup, by: string) =>
      isActive && by === 'state' && group.key === 'completed' && <CloseAll ids={group.ids} />,
    [isActive],
  )
  return (
    <ParentScope project_id={project.id}>
      <ItemTab
        project={project}
        rest={rest}
        spec={punchList}
        query={query}
        Detail={PunchDetail}
        Form={PunchItemDialog}
        importing={() => import('../dialogs/import-punch-items.tsx')}
        selectable={mayAssign(user)}
        onAdd={isPlan && !rest ? () => setPlacing(true) : undefined}
        groupTools={groupTools}
        batch={(records) => (
          <SelectionButton
            icon="printer"
            loading={pdf.busy !== null}
            onClick={() => void pdf.save('selected', records(), 'selected')}
          >
            PDF
          </SelectionButton>
        )}
        tools={
          <>
            <Segmented aria-label="List or plan" value={layout} onChange={setLayout} options={layouts} />
            {mayAdd && (
              <LinkButton variant="outline" icon="camera" href={`/projects/${project.id}/walk`}>
                Walk
              </LinkButton>
            )}
          </>
        }
        more={[
          ...(mayAdd && mayAssign(user)
            ? [{ label: 'Add defaults', icon: 'list-checks', onSelect: () => setDialog('defaults') }]
            : []),
          { label: 'PDF by assignee', icon: 'printer', onSelect: () => setDialog('pdf') },
        ]}
        instead={
          isPlan
            ? ({ ids }) => (
                <PunchPlan
                  project_id={project.id}
                  items={query.items}
                  ids={ids}
                  isActive={isActive}
                  adding={placing}
                  onAdding={setPlacing}
                />
              )
            : undefined
        }
        empty="What is left to put right, with photos of it, stands here."
      />
      {dialog === 'defaults' && <DefaultsDialog known={query.items} onClose={() => setDialog(null)} />}
      {dialog === 'pdf' && <PdfDialog project={project} items={query.items} onClose={() => setDialog(null)} />}
    </ParentScope>
  )
}

/** Closes what waits to be checked, as far as the user checks it. @useSignals */
const CloseAll = ({ ids }: { ids: WorkGroup['ids'] }) => {
  const { session, store } = useServices()
  const { begin, busy, asked } = useBatchSteps(punchItems)
  const user = session.user.value
  const checks = (item: PunchItem) => user !== null && mayCheck(item, user)
  const own = () => ids.flatMap((id) => store.of(punchItems).peek(id) ?? []).filter(checks)
  const count = own().length
  return (
    <>
      {count > 1 && (
        <Button variant="outline" size="sm" icon="check" loading={busy} onClick={() => begin('close', own())}>
          Close all {count}
        </Button>
      )}
      {asked}
    </>
  )
}
