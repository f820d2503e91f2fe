import { useEffect, useState } from 'react'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { projects } from '../entities.ts'

/** The line on the Projects tile: the number of active projects. */
export default function ActiveDetail() {
  const { resumed } = useServices()
  const resource = useResource(projects)
  const again = resumed.value
  const [total, setTotal] = useState<number | undefined>()
  useEffect(() => {
    let here = true
    void resource
      .fetchPage({ status: 'active', per_page: 1 })
      .then((answer) => here && answer.ok && setTotal(answer.data.total))
    return () => {
      here = false
    }
  }, [resource, again])
  return total === undefined ? null : <>{total} active</>
}
