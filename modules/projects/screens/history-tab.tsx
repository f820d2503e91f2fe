import { History } from '#blocks/history/history.tsx'
import type { TabProps } from '#core/module/define-module.ts'
import { Card } from '#ui/card/card.tsx'
import { projects, type Project } from '../entities.ts'

/** Who changed what on a project. */
export default function HistoryTab({ record }: TabProps<Project>) {
  return (
    <Card>
      <History entity={projects} record={record} />
    </Card>
  )
}
