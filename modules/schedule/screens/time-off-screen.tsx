import { useState } from 'react'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { TimeOffDialog } from '../dialogs/time-off-dialog.tsx'
import { timeOffRequests } from '../entities.ts'
import { RequestCard } from '../parts/time-off/request-card.tsx'
import { requestList } from '../parts/time-off/request-list.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Schedule', href: '/schedule' }, { label: 'Time off' }]} />

/** Time off that is asked for: one's own, and everybody's for who answers (rule time-off). */
export default function TimeOffScreen({ params }: ScreenProps<'/schedule/time-off/*?'>) {
  const query = useQuery(timeOffRequests)
  const [asking, setAsking] = useState(false)
  return (
    <Page title="Time off" crumbs={crumbs}>
      <WorkList
        spec={requestList}
        query={query}
        place="time_off_requests"
        at={{ path: '/schedule/time-off', rest: params['*'] ?? '', parents: {} }}
        detail={(request) => <RequestCard request={request} />}
        add={{ label: 'Ask for time off', onAdd: () => setAsking(true) }}
        empty="Vacation, sick days and other time off that is asked for stands here."
      />
      {asking && <TimeOffDialog onClose={() => setAsking(false)} />}
    </Page>
  )
}
