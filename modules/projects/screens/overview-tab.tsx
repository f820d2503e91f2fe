import { KeptLine } from '#blocks/keeping/kept-line.tsx'
import { Facts } from '#blocks/detail/facts.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { css } from '#css/css'
import { staff } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { Card } from '#ui/card/card.tsx'
import { useNarrow } from '#ui/table/use-width.ts'
import { useCustomFacts } from '../../custom-fields/index.ts'
import type { Project } from '../entities.ts'
import { projectAsides, projectCards, projectPhases } from '../index.ts'
import { CustomerLink } from '../parts/names.tsx'
import { OpenCounts } from '../parts/open-counts.tsx'
import { OvertimeTag } from '../parts/overtime-tag.tsx'
import { PhaseBar } from '../parts/phase-bar.tsx'
import { ProjectAddress } from '../parts/project-address.tsx'
import { ProjectImages } from '../parts/project-images.tsx'
import { ProjectTools } from '../parts/project-tools.tsx'
import { TeamCard } from '../parts/team-card.tsx'

/** The Overview tab of a project (rule project-tabs). */
export default function OverviewTab({ record: project }: TabProps<Project>) {
  // Wider pages have them in their head.
  const isNarrow = useNarrow()
  const { registry, session } = useServices()
  const user = session.user.value
  const isPlanned = registry.filled(projectPhases, user).length > 0
  const custom = useCustomFacts('projects', project.custom_field_values ?? [])
  return (
    <div className={columns}>
      <div className={column}>
        <OpenCounts project={project} />
        <Card className={css({ stack: '4' })}>
          <Facts
            items={[
              { label: 'Customer', value: <CustomerLink project={project} /> },
              ...(isNarrow && staff(user)
                ? [{ label: 'Overtime rule', value: <OvertimeTag rule={project.overtime_rule} /> }]
                : []),
              // What was never filled in says nothing about the job; the form shows it.
              ...custom.filter(({ value }) => value !== null && value !== ''),
            ]}
          />
          {isPlanned ? <SlotOutlet slot={projectPhases} props={{ project }} /> : <PhaseBar project={project} />}
          <KeptLine job={project.id} name={project.name} />
          {isNarrow && (
            <div className={css({ display: 'flex', justifyContent: 'end', gap: '1.5', _empty: { display: 'none' } })}>
              <ProjectTools project={project} />
            </div>
          )}
        </Card>
        <SlotOutlet slot={projectCards} props={{ project }} />
        <ProjectImages project={project} />
      </div>
      <div className={column}>
        <SlotOutlet slot={projectAsides} props={{ project }} />
        <ProjectAddress project={project} />
        <TeamCard project={project} />
      </div>
    </div>
  )
}

const columns = css({
  stack: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.6fr) minmax(20rem, 1fr)' },
  alignItems: 'start',
})
const column = css({ stack: '4', minWidth: '0' })
