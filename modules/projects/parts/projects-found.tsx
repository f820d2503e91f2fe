import { useEffect, useMemo, useState } from 'react'
import { VISITED, type FinderProps } from '#blocks/find/finders.ts'
import { findOnDevice } from '#blocks/find/on-device.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { recentIds } from '#blocks/record-picker/recent.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import type { PaletteItem } from '#ui/palette/palette.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'

/** The maximum number of projects shown (rule project-search). */
const PAGE_SIZE = 50
/** Milliseconds after the last key until they are asked for (rule project-search). */
const AFTER_KEYS = 300
const lists = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const
type Status = (typeof lists)[number]['value']

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
  const [status, setStatus] = useState<Status>('active')
  const mayCreate = can('create', 'projects')(session.user.value)
  const ids = useMemo(() => recentIds(VISITED), [])
  const known = useRecords(useQuery(projects, { filters: { id: ids, status }, ask: ids.length > 0 }).items)
  const found = useSearch(text.trim(), status)
  useEffect(() => {
    const visited = ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
    put({
      key: projects.name,
      label: 'Projects',
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
  }, [put, open, found, ids, known, mayCreate, status])
  return null
}

interface Answered {
  readonly text: string
  readonly status: Status
  readonly found: readonly Project[]
}

/** What is found for a text: on the device at once, and what the server has besides behind it; null where nothing is typed. */
function useSearch(text: string, status: Status): readonly Project[] | null {
  const { session, store } = useServices()
  const resource = useResource(projects)
  const [answered, setAnswered] = useState<Answered | null>(null)
  useEffect(() => {
    if (!text) return undefined
    let isWanted = true
    const timer = setTimeout(async () => {
      const answer = await resource.fetchPage({
        search: text,
        status,
        sort_column: 'name',
        sort_direction: 'asc',
        per_page: PAGE_SIZE,
      })
      if (isWanted && answer.ok) setAnswered({ text, status, found: answer.data.data })
    }, AFTER_KEYS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [resource, text, status])
  return useMemo(() => {
    const user = session.user.peek()
    if (!text || !user) return null
    const held = findOnDevice({ store, user, jobs: undefined, near: new Set() }, projects, text)
      .flatMap(({ item }) => store.of(projects).peek(item.id) ?? [])
      .filter(({ archived_at }) => (archived_at === null) === (status === 'active'))
    const found = answered?.text === text && answered.status === status ? answered.found : []
    return [...held, ...found.filter(({ id }) => !held.some((one) => one.id === id))]
  }, [answered, session, status, store, text])
}
