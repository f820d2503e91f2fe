import { dayIn, formatDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { users, type User } from '../entities.ts'
import { InviteAll } from '../parts/invite-all.tsx'
import { csv } from '../parts/csv.ts'
import { choiceLabel } from '#lib/choice-label.ts'

const UserDialog = lazyDialog(async () => (await import('../dialogs/user-dialog.tsx')).UserDialog)
const ImportUsers = lazyDialog(async () => (await import('../dialogs/import-users.tsx')).ImportUsers)

const yes = (value: boolean, label: string) => (value ? <Icon name="check" size="sm" label={label} /> : null)
const columns: readonly Column<User>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, integration }) => (
      <span className={css({ wrap: '2' })}>
        <b>{name}</b>
        {integration && <Tag tone="primary">Integration</Tag>}
      </span>
    ),
    sortable: true,
    width: '1.6fr',
    phone: 'title',
  },
  { key: 'role', header: 'Role', cell: ({ role }) => choiceLabel(role), sortable: true, phone: 'sub' },
  {
    key: 'license',
    header: 'License',
    cell: ({ license }) => choiceLabel(license),
    sortable: true,
    width: '8rem',
    phone: 'hidden',
  },
  {
    key: 'employee_code',
    header: 'Code',
    cell: ({ employee_code }) => employee_code,
    sortable: true,
    width: '6rem',
    phone: 'end',
  },
  {
    key: 'active',
    header: 'Active',
    cell: ({ active }) => (active ? yes(true, 'Active') : <Tag>Inactive</Tag>),
    width: '6.5rem',
    phone: 'hidden',
  },
  {
    key: 'has_access',
    header: 'Access',
    cell: ({ has_access }) => yes(has_access, 'Has access'),
    width: '5rem',
    phone: 'hidden',
  },
  {
    key: 'schedulable',
    header: 'Schedule',
    cell: ({ schedulable }) => yes(schedulable, 'Schedulable'),
    width: '6rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'track_time',
    header: 'Time',
    cell: ({ track_time }) => yes(track_time, 'Tracks time'),
    width: '5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'last_login_at',
    header: 'Last login',
    cell: ({ last_login_at }) => (last_login_at ? formatDay(dayIn(deviceZone, new Date(last_login_at))) : ''),
    width: '7rem',
    wide: true,
    phone: 'hidden',
  },
]
const rowHref = ({ id }: User) => `/users?person=${id}`
const groups = ['role', 'license']
const status = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive' },
    { value: 'integration', label: 'Integrations' },
    { value: 'all', label: 'All' },
  ],
}

const file = { file: 'people.csv', columns: csv }

/** The list of all accounts (rule accounts). @useSignals */
export default function UsersScreen() {
  const { store } = useServices()
  const [, navigate] = useLocation()
  const asked = Number(new URLSearchParams(useSearch()).get('person'))
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const person = asked ? store.of(users).get(asked) : undefined
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        entity={users}
        title="Users"
        columns={columns}
        rowHref={rowHref}
        filter={status}
        groups={groups}
        csv={file}
        add={{ label: 'Add user', onAdd: () => setOpen('add') }}
        empty={{ title: 'Nobody here.', text: 'People with this status appear here.' }}
        actions={
          <span className={buttons}>
            <Offered entity={users} verb="invite">
              <InviteAll />
            </Offered>
            <Button variant="outline" icon="upload" onClick={() => setOpen('import')}>
              Import
            </Button>
          </span>
        }
      />
      {open === 'add' && <UserDialog onClose={close} />}
      {open === 'import' && <ImportUsers onClose={close} />}
      {person && <UserDialog record={person} onClose={() => navigate('/users', { replace: true })} />}
    </>
  )
}

const buttons = css({ flow: '2.5' })
