import { History } from '#blocks/history/history.tsx'
import type { TabProps } from '#core/module/define-module.ts'
import { Card } from '#ui/card/card.tsx'
import { projects, type Project } from '../entities.ts'

/** The History tab of a project. */
export default function HistoryTab({ record }: TabProps<Project>) {
  return (
    <Card>
      <History entity={projects} record={record} />
    </Card>
  )
}
