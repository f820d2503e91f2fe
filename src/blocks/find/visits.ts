import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { recentTexts, remember } from '#blocks/record-picker/recent.ts'
import { useServices, type Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { foundItem, jobOf, type FoundItem } from '#core/query/found-item.ts'

/** The name under which a device keeps which records were visited last, jobs aside: their names and ids. */
const VISITED_RECORDS = 'visited records'

const isPage = (path: string) => /\/\d+$/.test(path)
/** Whether a page is that of an item, on which it may stand within its job's. */
const isOn = (path: string, { href }: FoundItem) => href !== null && path.endsWith(href)

/** Remembers each record whose page is left, as what this device may show as visited. */
export function useVisits(): void {
  const [path] = useLocation()
  const services = useServices()
  useEffect(
    // What a page is about is in memory when it is left, and may not be yet when it is opened.
    () => () => {
      const visited = isPage(path) && recordAt(services, path)
      if (visited) remember(VISITED_RECORDS, `${visited.entity.name} ${visited.id}`)
    },
    [path, services],
  )
}

const findable = ({ registry }: Pick<Services, 'registry'>) =>
  registry.entities.filter(({ name, display }) => display.findable && name !== registry.ahead?.name)

function recordAt(
  services: Pick<Services, 'registry' | 'store'>,
  path: string,
): { entity: Entity; id: Id } | undefined {
  const id = Number(path.split('/').at(-1))
  return findable(services)
    .map((entity) => ({ entity, id }))
    .find(({ entity }) => {
      const record = services.store.of(entity).peek(id)
      return record && isOn(path, foundItem(entity, record))
    })
}

/** The records that were visited last and are in memory, but for the one of this page, with the titles of their jobs. */
export function visitedRecords(services: Pick<Services, 'registry' | 'store'>, path: string): FoundItem[] {
  const { registry, store } = services
  const jobs = registry.ahead
  return recentTexts(VISITED_RECORDS).flatMap((key) => {
    const [name, id] = key.split(' ')
    const entity = findable(services).find((one) => one.name === name)
    const record = entity && store.of(entity).peek(Number(id))
    const item = record && foundItem(entity, record)
    if (!item || isOn(path, item)) return []
    const job = jobs && store.of(jobs).peek(jobOf(entity, record) ?? 0)
    return [{ ...item, within: job ? jobs.display.title(job) : null }]
  })
}
