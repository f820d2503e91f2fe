import { useEffect, useMemo, useState } from 'react'
import { findOnDevice } from '#blocks/find/on-device.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { projects, type Project } from '../../entities.ts'

/** The maximum number of projects shown (rule project-search). */
const PAGE_SIZE = 50
/** Milliseconds after the last key until they are asked for (rule project-search). */
const AFTER_KEYS = 300

export type SearchedStatus = 'active' | 'archived'

interface Answered {
  readonly text: string
  readonly status: SearchedStatus
  readonly found: readonly Project[]
}

export interface ProjectSearch {
  /** On the device at once, and what the server has besides behind it; null where nothing is typed. */
  readonly found: readonly Project[] | null
  /** Whether the server has not answered yet. */
  readonly busy: boolean
}

/** Finds projects by a text. */
export function useProjectSearch(text: string, status: SearchedStatus): ProjectSearch {
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
      if (isWanted) setAnswered({ text, status, found: answer.ok ? answer.data.data : [] })
    }, AFTER_KEYS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [resource, text, status])
  const isAnswered = answered?.text === text && answered.status === status
  const found = useMemo(() => {
    const user = session.user.peek()
    if (!text || !user) return null
    const held = findOnDevice({ store, user, jobs: undefined, near: new Set() }, projects, text)
      .flatMap(({ item }) => store.of(projects).peek(item.id) ?? [])
      .filter(({ archived_at }) => (archived_at === null) === (status === 'active'))
    const others = isAnswered ? answered.found : []
    return [...held, ...others.filter(({ id }) => !held.some((one) => one.id === id))]
  }, [answered, isAnswered, session, status, store, text])
  return { found, busy: text !== '' && !isAnswered }
}
