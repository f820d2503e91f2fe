import { useEffect, useMemo, useState } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../../default-cost-codes/entities.ts'
import { treeOf, type Branch } from './copy-plan.ts'

/** The company's default cost codes, fetched anew; null until they are there. */
export function useDefaults(): { tree: readonly Branch[] | null; failed: boolean; retry: () => void } {
  const { store } = useServices()
  const categories = useResource(defaultCostCodeCategories)
  const codes = useResource(defaultCostCodes)
  const [state, setState] = useState<'asked' | 'there' | 'failed'>('asked')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let here = true
    void Promise.all([categories.refresh(), codes.refresh()]).then((answers) => {
      if (here) setState(answers.every(({ ok }) => ok) ? 'there' : 'failed')
    })
    return () => {
      here = false
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
    tree: state === 'there' ? tree : null,
    failed: state === 'failed',
    retry() {
      setState('asked')
      setTries(tries + 1)
    },
  }
}
