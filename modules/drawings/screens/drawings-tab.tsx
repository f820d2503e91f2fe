import { useInAddress } from '#blocks/address/address.ts'
import { ParentScope } from '#blocks/services/services.tsx'
import type { TabProps } from '#core/module/define-module.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import type { Project } from '../../projects/entities.ts'
import { MarksView } from '../parts/marks/marks-view.tsx'
import { SheetsView } from '../parts/sets/sheets-view.tsx'

const views = [
  { value: 'sheets', label: 'Sheets' },
  { value: 'markups', label: 'Markups' },
] as const

/** A project's drawings: its sheets, and what is drawn on them. @useSignals */
export default function DrawingsTab({ record: project }: TabProps<Project>) {
  const [shown, show] = useInAddress('show', ['sheets', 'markups'])
  const lead = <Segmented aria-label="What is shown" value={shown} onChange={show} options={views} />
  return (
    <ParentScope project_id={project.id}>
      {shown === 'sheets' ? (
        <SheetsView project={project} lead={lead} />
      ) : (
        <MarksView project_id={project.id} lead={lead} active={project.archived_at === null} />
      )}
    </ParentScope>
  )
}
