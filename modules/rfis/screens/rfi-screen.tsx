import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import type { Failure } from '#core/resource/result.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from '#ui/states/states.tsx'
import { rfis } from '../entities.ts'
import { RfiDetail } from '../parts/rfi-detail.tsx'
import { numberOf } from '../parts/words.ts'

const list = { href: '/rfis', label: 'RFIs' }

/** One RFI by itself, where mail leads and for whom its project is not open. @useSignals */
export default function RfiScreen({ params }: ScreenProps<'/rfis/:rfi_id'>) {
  const { api, store, resumed } = useServices()
  const [, navigate] = useLocation()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tries, setTries] = useState(0)
  const id = Number(params.rfi_id) || 0
  const again = resumed.value
  useEffect(() => {
    let here = true
    void api
      .across(rfis)
      .fetch(id)
      .then((answer) => here && setFailure(answer.ok ? null : answer))
    return () => {
      here = false
    }
  }, [api, id, again, tries])
  const rfi = store.of(rfis).get(id)
  if (rfi && failure?.status !== 404)
    return (
      <Page
        title={rfi.title}
        sub={`${rfi.project_number} · ${rfi.project_name}`}
        crumbs={<Breadcrumb items={[list, { label: numberOf(rfi) }]} />}
      >
        <RfiDetail rfi={rfi} onGone={() => navigate(list.href, { replace: true })} />
      </Page>
    )
  const retry = () => setTries(tries + 1)
  return (
    <Page title="">
      {!failure ? (
        <SkeletonRows />
      ) : failure.status === 404 ? (
        <EmptyState title="This RFI no longer exists.">Or you may no longer see it.</EmptyState>
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
