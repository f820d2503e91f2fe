import { useCallback, useEffect } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Api } from '#core/resource/resource.ts'
import type { Failure } from '#core/resource/result.ts'
import { useServices } from '#blocks/services/services.tsx'
import { costCodeCategories, costCodes } from '../entities.ts'
import { useProjectCodes } from './use-project-codes.ts'

interface Loaded {
  users: number
  /** The value of the `resumed` counter at the last load. */
  asked: number
  failed: boolean
  answer: Promise<Failure | null>
}

/** Loads shared by all pickers of a project. While any of them is mounted, live events keep the codes up to date. */
const loads = new WeakMap<Api, Map<Id, Loaded>>()

const loadsOf = (api: Api) => {
  const known = loads.get(api) ?? new Map<Id, Loaded>()
  loads.set(api, known)
  return known
}

function load(api: Api, project_id: Id, loaded: Loaded): void {
  loaded.failed = false
  loaded.answer = Promise.all([
    api(costCodeCategories, { project_id }).refresh(),
    api(costCodes, { project_id }).refresh(),
  ]).then(([categories, codes]) => {
    const failure = !categories.ok ? categories : !codes.ok ? codes : null
    loaded.failed = failure !== null
    return failure
  })
}

/**
 * A project's codes for pickers, loaded once and then kept up to date. `ready` resolves with null when they are loaded, or
 * with the failure; calling it again after a failure retries.
 */
export function useCostCodes(project_id: Id | null) {
  const { api, resumed } = useServices()
  const project = useProjectCodes(project_id)
  const again = resumed.value
  useEffect(() => {
    if (project_id === null) return undefined
    const known = loadsOf(api)
    const loaded = known.get(project_id) ?? { users: 0, asked: -1, failed: false, answer: Promise.resolve(null) }
    known.set(project_id, loaded)
    loaded.users++
    if (loaded.asked !== again) {
      loaded.asked = again
      load(api, project_id, loaded)
    }
    return () => {
      loaded.users--
      // After the last picker unmounts nothing subscribes to the codes, so the next picker must load them again.
      queueMicrotask(() => loaded.users === 0 && known.get(project_id) === loaded && known.delete(project_id))
    }
  }, [api, project_id, again])
  const ready = useCallback(async (): Promise<Failure | null> => {
    const loaded = project_id === null ? undefined : loadsOf(api).get(project_id)
    if (!loaded || project_id === null) return null
    if (loaded.failed) load(api, project_id, loaded)
    return loaded.answer
  }, [api, project_id])
  return { project, ready }
}
