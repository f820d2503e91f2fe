import { useEffect } from 'react'
import { ACTIONS, VISITED, type FinderProps } from '#blocks/find/finders.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { recentIds } from '#blocks/record-picker/recent.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { lazyComponent, prefetch } from '#blocks/slot-outlet/lazy-component.ts'
import { guardOf } from '#core/entity/entity.ts'
import { textKey } from '#lib/text-key.ts'
import type { PaletteItem } from '#ui/palette/palette.tsx'
import { projects } from '../../projects/entities.ts'
import { projectAt } from '../../projects/index.ts'
import { workKinds } from '../index.ts'

/** "New RFI titled …", in the job of this page or the one that was visited last. @useSignals */
export default function MakeItems({ text, path, put, open }: FinderProps) {
  const { registry, session } = useServices()
  const user = session.user.value
  const id = projectAt(path) ?? recentIds(VISITED)[0] ?? null
  const known = useRecords(useQuery(projects, { filters: { id: id === null ? [] : [id] }, ask: id !== null }).items)
  const job = known.find((one) => one.id === id)
  useEffect(() => {
    if (!job || job.archived_at !== null) return put(null)
    const key = textKey(text.trim())
    const kinds = registry
      .filled(workKinds, user)
      .filter(({ entity, make, mayMake = guardOf(entity, 'create') }) => make && mayMake(user))
    const named = kinds.filter(({ entity }) => textKey(`New ${entity.display.noun}`).includes(key))
    const items = (named.length ? named : kinds).flatMap(({ entity, make }): PaletteItem[] => {
      if (!make) return []
      const Dialog = lazyComponent(make)
      const title = named.length ? '' : text.trim()
      return [
        {
          key: `make ${entity.name}`,
          icon: 'plus',
          title: `New ${entity.display.noun}${title ? ` titled “${title}”` : ''}`,
          detail: `In ${projects.display.title(job)}`,
          onSelect: () =>
            open(
              (onClose) => (
                <ParentScope project_id={job.id}>
                  <Dialog project_id={job.id} onClose={onClose} {...(title && { initial: { title } })} />
                </ParentScope>
              ),
              () => prefetch(make),
            ),
        },
      ]
    })
    put({ key: ACTIONS, label: 'Actions', items })
  }, [job, text, user, registry, put, open])
  return null
}
