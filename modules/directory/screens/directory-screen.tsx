import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { mayRead } from '#core/entity/entity.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tabs, type Tab } from '#ui/tabs/tabs.tsx'
import { contactTypes } from '../../contact-types/entities.ts'
import { CustomerDialog } from '../../customers/components.ts'
import { users } from '../../users/entities.ts'
import { UserDialog } from '../../users/index.ts'
import { CustomersTab } from '../parts/customers-tab.tsx'
import { PeopleTab } from '../parts/people-tab.tsx'

const hrefOf = (tab: string) => `/directory?tab=${tab}`

/** The directory with tabs for the team, customers, each contact type, and all people (rule directory). */
export default function DirectoryScreen() {
  const { store, session } = useServices()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const [adding, setAdding] = useState<'team' | 'contact' | 'customer' | null>(null)
  const user = session.user.value
  const types = useRecords(store.of(contactTypes).all)
  const tab = query.get('tab') ?? 'team'
  const seesCustomers = can('view', 'customers')(user)
  // Only who leads or plans work looks for outside contacts.
  const seesContacts = mayRead(users, 'email', user)
  const kinds = [
    { tab: 'team', label: 'Team' },
    ...(seesCustomers ? [{ tab: 'customers', label: 'Customers' }] : []),
    ...types.flatMap(({ id, name, active }) => (seesContacts && active ? [{ tab: String(id), label: name }] : [])),
    ...(seesContacts ? [{ tab: 'all', label: 'All' }] : []),
  ]
  const isRetired = seesContacts && types.some(({ id }) => String(id) === tab)
  const current = isRetired || kinds.some((kind) => kind.tab === tab) ? tab : 'team'
  const tabs: Tab[] = kinds.map((kind) => ({ href: hrefOf(kind.tab), label: kind.label }))
  const additions = [
    ...(can('create', 'users')(user)
      ? [{ label: 'Team member', icon: 'user-plus', onSelect: () => setAdding('team') }]
      : []),
    ...(can('create', 'contacts')(user)
      ? [{ label: 'Contact', icon: 'contact', onSelect: () => setAdding('contact') }]
      : []),
    ...(can('create', 'customers')(user)
      ? [{ label: 'Customer', icon: 'building-2', onSelect: () => setAdding('customer') }]
      : []),
  ]
  const frame = {
    title: 'Directory',
    tabs: tabs.length > 1 && <Tabs aria-label="Directory" items={tabs} current={hrefOf(current)} />,
    actions: (
      <>
        {can('edit', 'users')(user) && (
          <LinkButton variant="outline" icon="users" href="/users">
            Users
          </LinkButton>
        )}
        {additions.length > 0 && <Menu label="Add" trigger={<Button icon="plus">Add</Button>} items={additions} />}
      </>
    ),
  }
  const close = () => setAdding(null)
  return (
    <>
      {current === 'customers' ? (
        <CustomersTab {...frame} />
      ) : (
        <PeopleTab key={`${current} ${query.get('search') ?? ''}`} {...frame} tab={current} types={types} />
      )}
      {(adding === 'team' || adding === 'contact') && <UserDialog kind={adding} onClose={close} />}
      {adding === 'customer' && <CustomerDialog onClose={close} onSaved={({ id }) => navigate(`/customers/${id}`)} />}
    </>
  )
}
