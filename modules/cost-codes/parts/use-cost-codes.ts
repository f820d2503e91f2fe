import { useCallback, useEffect } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Api } from '#core/resource/resource.ts'
import type { Failure } from '#core/resource/result.ts'
import { useServices } from '#blocks/services/services.tsx'
import { costCodeCategories, costCodes } from '../entities.ts'
import { useProjectCodes } from './use-project-codes.ts'

interface Loaded {
  users: number
  /** The interruption after which it was asked last. */
  asked: number
  failed: boolean
  answer: Promise<Failure | null>
}

/** What is loaded for whom: many pickers of one project ask once, and while one of them stands, live events do the rest. */
const loads = new WeakMap<Api, Map<Id, Loaded>>()

const loadsOf = (api: Api) => {
  const known = loads.get(api) ?? new Map<Id, Loaded>()
  loads.set(api, known)
  return known
}

function load(api: Api, project_id: Id, held: Loaded): void {
  held.failed = false
  held.answer = Promise.all([
    api(costCodeCategories, { project_id }).refresh(),
    api(costCodes, { project_id }).refresh(),
  ]).then(([categories, codes]) => {
    const failure = !categories.ok ? categories : !codes.ok ? codes : null
    held.failed = failure !== null
    return failure
  })
}

/**
 * A project's codes for whoever picks among them, loaded once and then live. `ready` resolves when they are there, or with
 * why they are not; asked again after that it tries again.
 */
export function useCostCodes(project_id: Id | null) {
  const { api, resumed } = useServices()
  const project = useProjectCodes(project_id)
  const again = resumed.value
  useEffect(() => {
    if (project_id === null) return undefined
    const known = loadsOf(api)
    const held = known.get(project_id) ?? { users: 0, asked: -1, failed: false, answer: Promise.resolve(null) }
    known.set(project_id, held)
    held.users++
    if (held.asked !== again) {
      held.asked = again
      load(api, project_id, held)
    }
    return () => {
      held.users--
      // Nobody follows the codes any more: whoever comes next asks anew.
      queueMicrotask(() => held.users === 0 && known.get(project_id) === held && known.delete(project_id))
    }
  }, [api, project_id, again])
  const ready = useCallback(async (): Promise<Failure | null> => {
    const held = project_id === null ? undefined : loadsOf(api).get(project_id)
    if (!held || project_id === null) return null
    if (held.failed) load(api, project_id, held)
    return held.answer
  }, [api, project_id])
  return { project, ready }
}
