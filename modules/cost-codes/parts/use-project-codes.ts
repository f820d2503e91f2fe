import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import { watchedAll } from '#core/store/watched.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { costCodeCategories, costCodes, type CostCode, type CostCodeCategory } from '../entities.ts'

export interface ProjectCodes {
  readonly categories: readonly CostCodeCategory[]
  readonly codes: readonly CostCode[]
}

function useCodeQueries(project_id: Id | null, ask: boolean) {
  const options = { params: { project_id: project_id ?? 0 }, ask: ask && project_id !== null }
  return { categories: useQuery(costCodeCategories, options), codes: useQuery(costCodes, options) }
}

const useBoth = (categories: LiveQuery<CostCodeCategory>, codes: LiveQuery<CostCode>): ReadonlySignal<ProjectCodes> =>
  useMemo(() => {
    const [groups, all] = [watchedAll(categories.items), watchedAll(codes.items)]
    return computed(() => ({ categories: groups.value, codes: all.value }))
  }, [categories, codes])

/** The codes and categories of one project in the store, as a signal; a project's page has loaded them with it. */
export function useProjectCodes(project_id: Id | null): ReadonlySignal<ProjectCodes> {
  const { categories, codes } = useCodeQueries(project_id, false)
  return useBoth(categories, codes)
}

/**
 * A project's codes for pickers, loaded once for all of them and then kept up to date. `ready` resolves with null when
 * they are loaded, or with the failure; calling it again after a failure retries.
 */
export function useCostCodes(project_id: Id | null) {
  const { categories, codes } = useCodeQueries(project_id, true)
  const project = useBoth(categories, codes)
  return {
    project,
    categories,
    /** The codes' query, which tells whether they are loaded. */
    codes,
    async ready() {
      if (project_id === null) return null
      const lists = [categories, codes].filter(({ state }) => state.peek() !== 'fresh')
      const failures = await Promise.all(lists.map((list) => list.ask()))
      // Codes from an earlier visit will do where there is no connection.
      return failures.find((failure, at) => failure !== null && lists[at]?.state.peek() === 'never') ?? null
    },
  }
}
