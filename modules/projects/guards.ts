import type { Count } from '#core/entity/patterns.ts'
import { projects, type Project } from './entities.ts'

/** Why nothing may be changed in this project or below it; null while it is active. */
export const archivedProblem = ({ archived_at }: Pick<Project, 'archived_at'>): string | null =>
  archived_at === null ? null : (projects.active?.message ?? null)

/** What is still open in a project, in words: "3 open RFIs". */
export function openItems(project: Project, counts: readonly { name: string; count: Count }[]): string[] {
  const values: Readonly<Record<string, unknown>> = { ...project }
  return counts.flatMap(({ name, count: { words } }) => {
    const n = Number(values[name] ?? 0)
    return n ? [`${n} ${n === 1 ? words[0] : words[1]}`] : []
  })
}
