import { useAsked } from '#blocks/query/use-asked.ts'
import { useResource } from '#blocks/services/services.tsx'
import { projects } from '../entities.ts'

const dependsOn = [projects]

/** The line on the Projects tile: how many are active. */
export default function ActiveDetail() {
  const resource = useResource(projects)
  const { data } = useAsked(
    () => resource.fetchPage({ status: 'active', per_page: 1 }),
    'number of active projects',
    dependsOn,
  )
  return data?.total === undefined ? <>— active</> : <>{data.total} active</>
}
