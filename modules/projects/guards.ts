import type { Count } from '#core/entity/patterns.ts'
import { projects, type Project } from './entities.ts'

/** The message shown on an archived project, which is read-only; null while it is active. */
export const archivedProblem = ({ archived_at }: Pick<Project, 'archived_at'>): string | null =>
  archived_at === null ? null : (projects.active?.message ?? null)

/** The project's open items as text, such as "3 open RFIs". */
export function openItems(project: Project, counts: readonly { name: string; count: Count }[]): string[] {
  const values: Readonly<Record<string, unknown>> = { ...project }
  return counts.flatMap(({ name, count: { labels } }) => {
    const n = Number(values[name] ?? 0)
    return n ? [`${n} ${n === 1 ? labels[0] : labels[1]}`] : []
  })
}
