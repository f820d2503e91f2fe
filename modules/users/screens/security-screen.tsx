import { ListPage } from '#blocks/list-page/list-page.tsx'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import type { Column } from '#ui/table/column.ts'
import { isFailure, wordsOf } from '../parts/event-words.ts'
import { securityEvents, type SecurityEvent } from '../entities.ts'

const columns: readonly Column<SecurityEvent>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => formatRecent(at), sortable: true, width: '10rem', phone: 'end' },
  {
    key: 'user_name',
    header: 'Person',
    cell: ({ user_name }) => user_name ?? 'No account',
    sortable: true,
    phone: 'sub',
  },
  {
    key: 'event',
    header: 'What happened',
    cell: (one) => (
      <b className={css(isFailure(one) ? { color: 'attention', fontWeight: 'strong' } : { fontWeight: 'medium' })}>
        {wordsOf(one)}
      </b>
    ),
    width: '2.5fr',
    phone: 'title',
  },
  { key: 'browser', header: 'Browser', cell: ({ browser }) => browser, wide: true, phone: 'hidden' },
  { key: 'address', header: 'Network address', cell: ({ address }) => address, width: '11rem', phone: 'sub' },
]
const groups = ['kind', 'user_id']
const csv = {
  file: 'security.csv',
  columns: [
    { name: 'at' },
    { name: 'user_name', header: 'Person' },
    { name: 'kind' },
    { name: 'event' },
    { name: 'detail' },
    { name: 'times' },
    { name: 'address' },
    { name: 'browser' },
  ],
} as const
const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Security' }]} />

/** Who signed in, from where, what rights changed, and what was exported (rule security-events). */
export default function SecurityScreen() {
  return (
    <ListPage
      entity={securityEvents}
      title="Security"
      crumbs={crumbs}
      columns={columns}
      groups={groups}
      csv={csv}
      empty={{ title: 'Nothing happened yet.', text: 'Sign-ins, changed rights and exports stand here for 400 days.' }}
    />
  )
}
