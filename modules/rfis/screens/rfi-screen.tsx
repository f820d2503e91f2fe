import { useLocation } from 'wouter'
import { useFetched } from '#blocks/detail/use-record.ts'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from '#ui/states/states.tsx'
import { numberOf, rfis } from '../entities.ts'
import { RfiDetail } from '../parts/rfi-detail.tsx'

const list = { href: '/rfis', label: 'RFIs' }

/** One RFI by itself, where mail leads and for whom its project is not open. @useSignals */
export default function RfiScreen({ params }: ScreenProps<'/rfis/:rfi_id'>) {
  const { api, store, resumed } = useServices()
  const [, navigate] = useLocation()
  const id = Number(params.rfi_id) || 0
  const { failure, fetched, retry } = useFetched<typeof rfis>(() => api.across(rfis).fetch(id), `${id}`, resumed)
  const rfi = store.of(rfis).get(id)
  if (rfi && failure?.status !== 404)
    return (
      <Page
        title={rfi.title}
        sub={`${rfi.project_number} · ${rfi.project_name}`}
        crumbs={<Breadcrumb items={[list, { label: numberOf(rfi) }]} />}
      >
        <RfiDetail
          rfi={rfi}
          readOnly={rfi.project_archived_at !== null}
          onGone={() => navigate(list.href, { replace: true })}
        />
      </Page>
    )
  // It was there and is no more: taken back, deleted, or one is no longer on it.
  const gone = fetched || failure?.status === 404
  return (
    <Page title="">
      {gone ? (
        <EmptyState title="This RFI no longer exists.">Or you may no longer see it.</EmptyState>
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
