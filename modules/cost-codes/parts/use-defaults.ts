import { useMemo } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { defaultCostCodeCategories, defaultCostCodes } from '../../default-cost-codes/entities.ts'
import { treeOf, type Branch } from './copy-plan.ts'

/** The company's default cost codes. `tree` is null until they are loaded. @useSignals */
export function useDefaults(): { tree: readonly Branch[] | null; failed: boolean; retry: () => void } {
  const lists = [useQuery(defaultCostCodeCategories), useQuery(defaultCostCodes)] as const
  const [categories, codes] = [useRecords(lists[0].items), useRecords(lists[1].items)]
  const tree = useMemo(() => treeOf(categories, codes), [categories, codes])
  const isLoaded = lists.every(({ state }) => state.value !== 'never')
  return {
    tree: isLoaded ? tree : null,
    failed: !isLoaded && lists.some(({ failure }) => failure.value !== null),
    retry() {
      for (const list of lists) void list.ask()
    },
  }
}
