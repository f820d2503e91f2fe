import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { phases } from '../entities.ts'

/** The list of phases, grouped by type. */
export default function PhasesScreen() {
  return (
    <SetupList
      entity={phases}
      title="Phases"
      groupBy="phase_type_id"
      actions={
        <LinkButton variant="outline" icon="layers" href="/setup/phases/types">
          Phase types
        </LinkButton>
      }
    />
  )
}
