import { useEffect, useMemo, useState } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../../default-cost-codes/entities.ts'
import { treeOf, type Branch } from './copy-plan.ts'

/** Fetches the company's default cost codes. `tree` is null until they are loaded. */
export function useDefaults(): { tree: readonly Branch[] | null; failed: boolean; retry: () => void } {
  const { store } = useServices()
  const categories = useResource(defaultCostCodeCategories)
  const codes = useResource(defaultCostCodes)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let mounted = true
    void Promise.all([categories.refresh(), codes.refresh()]).then((answers) => {
      if (mounted) setState(answers.every(({ ok }) => ok) ? 'loaded' : 'failed')
    })
    return () => {
      mounted = false
    }
  }, [categories, codes, tries])
  const allCategories = store.of(defaultCostCodeCategories).all.value
  const allCodes = store.of(defaultCostCodes).all.value
  const tree = useMemo(
    () =>
      treeOf(
        allCategories.map((item) => item.peek()),
        allCodes.map((item) => item.peek()),
      ),
    [allCategories, allCodes],
  )
  return {
    tree: state === 'loaded' ? tree : null,
    failed: state === 'failed',
    retry() {
      setState('loading')
      setTries(tries + 1)
    },
  }
}
