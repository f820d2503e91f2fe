import { Tag } from '#ui/tag/tag.tsx'
import type { Project } from '../entities.ts'

/** A tag with the project's overtime rule. */
export const OvertimeTag = ({ rule }: { rule: Project['overtime_rule'] }) =>
  rule === 'prevailing' ? <Tag tone="prevailing">Prevailing</Tag> : <Tag>Standard</Tag>
