import type { Project } from './entities.ts'

/** screens.md, "Project detail tabs": what is archived is read and not changed. */
export const ARCHIVED = 'This project is archived.'

/** Why nothing may be changed in this project or below it; null while it is active. */
export const archivedProblem = ({ archived_at }: Pick<Project, 'archived_at'>): string | null =>
  archived_at === null ? null : ARCHIVED

type Counts = Pick<Project, 'open_rfis' | 'open_punch_items' | 'open_tasks'>
const counted = (count: number, one: string, many: string) =>
  count ? [`${count} open ${count === 1 ? one : many}`] : []

/** What is still open in a project, in words: "3 open RFIs". */
export const openItems = ({ open_rfis, open_punch_items, open_tasks }: Counts): string[] => [
  ...counted(open_rfis, 'RFI', 'RFIs'),
  ...counted(open_punch_items, 'punch item', 'punch items'),
  ...counted(open_tasks, 'task', 'tasks'),
]
