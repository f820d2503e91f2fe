import { useMemo } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import { useServices } from '#blocks/services/services.tsx'
import { costCodeCategories, costCodes, type CostCode, type CostCodeCategory } from '../entities.ts'

export interface ProjectCodes {
  readonly categories: readonly CostCodeCategory[]
  readonly codes: readonly CostCode[]
}

/** The codes and categories of one project in the store, as a signal. */
export function useProjectCodes(project_id: Id | null): ReadonlySignal<ProjectCodes> {
  const { store } = useServices()
  return useMemo(() => {
    const here = (record: { project_id: Id }) => record.project_id === project_id
    const categories = store.of(costCodeCategories).where(here)
    const codes = store.of(costCodes).where(here)
    return computed(() => ({
      categories: categories.value.map((item) => item.value),
      codes: codes.value.map((item) => item.value),
    }))
  }, [store, project_id])
}
