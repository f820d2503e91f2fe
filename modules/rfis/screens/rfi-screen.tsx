import { useLocation } from 'wouter'
import { useFetched } from '#blocks/detail/use-record.ts'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from '#ui/states/states.tsx'
import { numberOf } from '../../work-items/entities.ts'
import { rfis } from '../entities.ts'
import { RfiDetail } from '../parts/rfi-detail.tsx'

const list = { href: '/rfis', label: 'RFIs' }

/** An RFI on a page of its own, for links in mails and for guests without access to its project. @useSignals */
export default function RfiScreen({ params }: ScreenProps<'/rfis/:rfi_id'>) {
  const { api, store } = useServices()
  const [, navigate] = useLocation()
  const id = Number(params.rfi_id) || 0
  const { failure, fetched, retry } = useFetched(rfis, id, () => api.across(rfis).fetch(id))
  const rfi = store.of(rfis).get(id)
  if (rfi && failure?.status !== 404)
    return (
      <Page
        title={rfi.title}
        sub={`${rfi.project_number} · ${rfi.project_name}`}
        crumbs={<Breadcrumb items={[list, { label: numberOf(rfi) }]} />}
      >
        <RfiDetail
          item={rfi}
          readOnly={rfi.project_archived_at !== null}
          onGone={() => navigate(list.href, { replace: true })}
        />
      </Page>
    )
  // It was unsent or deleted, or the user has lost access to it.
  const gone = fetched || failure?.status === 404
  return (
    <Page title="">
      {gone ? (
        <EmptyState title="This RFI no longer exists.">Or you no longer have access to it.</EmptyState>
      ) : !failure ? (
        <SkeletonRows />
      ) : failure.status === 403 ? (
        <NoPermission />
      ) : failure.status === 0 ? (
        <OfflineState onRetry={retry} />
      ) : (
        <ErrorState onRetry={retry} />
      )}
    </Page>
  )
}
