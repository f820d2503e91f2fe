import { useEffect, useMemo, useState } from 'react'
import { VISITED, type FinderProps } from '#blocks/find/finders.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { recentIds } from '#blocks/record-picker/recent.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import type { PaletteItem } from '#ui/palette/palette.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { ProjectDialog } from '../../dialogs/project-dialog.tsx'
import { projects, type Project } from '../../entities.ts'
import { useProjectSearch, type SearchedStatus } from './use-project-search.ts'

const lists = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

const itemOf = (project: Project): PaletteItem => ({
  key: `project-${project.id}`,
  icon: projects.display.icon,
  title: projects.display.title(project),
  detail: projects.display.subtitle(project),
  href: projects.display.href(project) ?? '/projects',
})

/** The project search as a group of the box: active or archived ones; before anything is typed, those visited last (rule project-search). @useSignals */
export default function ProjectsFound({ text, put, open }: FinderProps) {
  const { session } = useServices()
  const [status, setStatus] = useState<SearchedStatus>('active')
  const mayCreate = can('create', 'projects')(session.user.value)
  const ids = useMemo(() => recentIds(VISITED), [])
  const known = useRecords(useQuery(projects, { filters: { id: ids, status }, ask: ids.length > 0 }).items)
  const { found, busy } = useProjectSearch(text.trim(), status)
  useEffect(() => {
    const visited = ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
    put({
      key: projects.name,
      label: 'Projects',
      asked: status,
      busy,
      items: (found ?? visited).map(itemOf),
      aside: (
        <span className={css({ row: '2', flexWrap: 'wrap' })}>
          <Segmented aria-label="Status" value={status} onChange={setStatus} options={lists} />
          <Button
            variant="outline"
            size="sm"
            icon="plus"
            disabled={!mayCreate}
            onClick={() =>
              open(
                (onClose) => <ProjectDialog onClose={onClose} />,
                async () => {},
              )
            }
          >
            Add project
          </Button>
        </span>
      ),
    })
  }, [put, open, busy, found, ids, known, mayCreate, status])
  return null
}
