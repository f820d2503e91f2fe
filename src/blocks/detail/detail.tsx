import type { ReactNode } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { wordsOf } from '#core/entity/wording.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from '#ui/states/states.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { Page } from '../page/page.tsx'
import { useResource, useServices } from '../services/services.tsx'
import { useFetched } from './use-record.ts'

export interface DetailProps<E extends Entity> {
  entity: E
  id: string
  /** The link offered when the record does not exist. */
  list: { href: string; label: string }
  children: (record: RecordOf<E>) => ReactNode
  /** What to show where there is no such record for the user, given the usual message. */
  missing?: (message: ReactNode) => ReactNode
}

/** The page of one record: it is fetched, kept up to date, and replaced by a message if it cannot be shown. @useSignals */
export const Detail = <E extends Entity>({ entity, id: text, list, children, missing }: DetailProps<E>) => {
  const { store } = useServices()
  const resource = useResource(entity)
  const id: Id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  const { failure, fetched, retry } = useFetched(entity, id, () => resource.fetch(id))
  const record = store.of(entity).get(id)
  if (record && failure?.status !== 404) return children(record)
  // A record that was fetched but is no longer in the store was deleted, or the user lost access to it.
  const status = failure?.status ?? (fetched ? 404 : null)
  if (status !== null) {
    const message = <Missing entity={entity} status={status} list={list} retry={retry} />
    return status === 404 && missing ? missing(message) : message
  }
  return (
    <Page title="">
      <SkeletonRows />
    </Page>
  )
}

const Missing = ({
  entity,
  status,
  list,
  retry,
}: {
  entity: Entity
  status: number
  list: DetailProps<Entity>['list']
  retry: () => void
}) => (
  <div className={css({ paddingBlock: '12' })}>
    {status === 404 ? (
      <EmptyState title={wordsOf(entity).gone} action={<LinkButton href={list.href}>{list.label}</LinkButton>}>
        Or you no longer have access to it.
      </EmptyState>
    ) : status === 403 ? (
      <NoPermission />
    ) : status === 0 ? (
      <OfflineState onRetry={retry} />
    ) : (
      <ErrorState onRetry={retry} />
    )}
  </div>
)
