import { Tag } from '#ui/tag/tag.tsx'
import type { Project } from '../entities.ts'

/** Which overtime rule a project's hours are paid by. */
export const OvertimeTag = ({ rule }: { rule: Project['overtime_rule'] }) =>
  rule === 'prevailing' ? <Tag tone="prevailing">Prevailing</Tag> : <Tag>Standard</Tag>
