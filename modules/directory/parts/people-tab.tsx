import { useSignal } from '@preact/signals-react'
import { useCallback, useMemo, useState } from 'react'
import { useInAddress } from '#blocks/address/address.ts'
import { Page } from '#blocks/page/page.tsx'
import { useWatched } from '#blocks/query/use-watched.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { Store } from '#core/store/store.ts'
import { formatPhone } from '#lib/phone.ts'
import { mayRead } from '#core/entity/entity.ts'
import { textKey } from '#lib/text-key.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Select } from '#ui/select/select.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { usePhone } from '#ui/table/use-width.ts'
import { Badge, Tag } from '#ui/tag/tag.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { ContactType } from '../../contact-types/entities.ts'
import { projects } from '../../projects/entities.ts'
import { isContact, users, type User } from '../../users/entities.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { UserDialog } from '../../users/index.ts'
import { ExportPeople } from './export-people.tsx'
import type { DirectoryFrame } from './frame.ts'
import { ContactLinks } from '#ui/contact-links/contact-links.tsx'

const person = css({ display: 'inline-flex', alignItems: 'center', gap: '2.5' })
const roleOf = ({ role, customer_name, contact_type_name }: User) =>
  [choiceLabel(role ?? ''), customer_name ?? contact_type_name].filter(Boolean).join(', ')
const digitsOf = (word: string) => (/^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replace(/\D/g, '') : word)
const rowKey = ({ id }: User) => id
const licences = ['journeyman', 'apprentice', 'laborer'].map((value) => ({ value, label: choiceLabel(value) }))
const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'Active and inactive' },
] as const
const readLicence = (text: string | null) => licences.find(({ value }) => value === text)?.value ?? ''
const readId = (text: string | null) => (Number(text) > 0 ? String(Number(text)) : '')

/** What is looked for among the people of a tab. @useSignals */
function useLooking() {
  const { session } = useServices()
  const user = session.user.value
  const search = useSignal('')
  const [licence, setLicence] = useInAddress('licence', readLicence)
  const [project, setProject] = useInAddress('project', readId)
  const [status, setStatus] = useInAddress('status', ['active', 'inactive', 'all'])
  const seesInactive = can('edit', 'users')(user) || can('edit', 'contacts')(user)
  const reads = useCallback((name: string) => mayRead(users, name, user), [user])
  const projectId = Number(project) || null
  const wanted = seesInactive ? status : 'active'
  return { user, search, licence, setLicence, projectId, setProject, status, setStatus, seesInactive, wanted, reads }
}
type Looking = ReturnType<typeof useLooking>

interface Asked {
  looking: Looking
  tab: string
  types: readonly ContactType[]
}

/** Whether somebody of a tab is found, as all are loaded at the start. */
function isFoundIn({ looking, tab, types }: Asked, store: Store): (one: User) => boolean {
  const { search, licence, projectId, wanted } = looking
  const type = types.find(({ id }) => String(id) === tab)
  const words = textKey(search.value).split(/\s+/).filter(Boolean)
  const team = projectId === null ? null : store.of(projects).get(projectId)?.project_users
  return (one) => {
    if (wanted !== 'all' && one.active !== (wanted === 'active')) return false
    if (team && !team.some(({ user_id }) => user_id === one.id)) return false
    if (licence && one.license !== licence) return false
    if (tab === 'team' && isContact(one)) return false
    if (type && one.contact_type_id !== type.id) return false
    const text = textKey([one.name, roleOf(one), one.email, one.phone_number].filter(Boolean).join(' '))
    // Phone numbers are found in any format, such as 555-0142 or (509).
    return words.every((word) => text.includes(word) || one.phone_number?.includes(digitsOf(word)))
  }
}

const idsOf = (people: readonly User[]) => people.map(({ id }) => id)
const countOf = (people: readonly User[]) => people.length

/** What is shown of those who are found. */
function useFound<T>(asked: Asked, of: (people: readonly User[]) => T): T {
  const { store } = useServices()
  const { looking, tab, types } = asked
  const { search, licence, projectId, wanted } = looking
  return useSummary(store.of(users).all, (everyone) => of(everyone.filter(isFoundIn(asked, store))), [
    search,
    licence,
    projectId,
    store,
    tab,
    types,
    wanted,
    of,
  ])
}

/** The people of one tab. @useSignals */
export const PeopleTab = ({
  tab,
  types,
  actions,
  ...frame
}: DirectoryFrame & { tab: string; types: readonly ContactType[] }) => {
  const { store } = useServices()
  const looking = useLooking()
  const asked = { looking, tab, types }
  const count = useFound(asked, countOf)
  const [editing, setEditing] = useState<number | null>(null)
  const edited = editing === null ? undefined : store.of(users).get(editing)
  const people = () =>
    store
      .of(users)
      .all.peek()
      .map((item) => item.peek())
      .filter(isFoundIn(asked, store))
  return (
    <Page
      {...frame}
      count={count}
      actions={
        <>
          <Search looking={looking} />
          <ExportPeople people={people} reads={looking.reads} />
          {actions}
        </>
      }
    >
      {count ? (
        <People asked={asked} onEdit={setEditing} />
      ) : (
        <EmptyState icon="users" title="Nobody found.">
          Try another name, license or project.
        </EmptyState>
      )}
      {edited && <UserDialog record={edited} onClose={() => setEditing(null)} />}
    </Page>
  )
}

/** Those who are found, who come and go without the rest of the page. */
const People = ({ asked, onEdit }: { asked: Asked; onEdit: (id: number) => void }) => {
  const { store } = useServices()
  const { user, reads } = asked.looking
  const ids = useFound(asked, idsOf)
  const rows = useWatched(useMemo(() => ids.flatMap((id) => store.of(users).item(id) ?? []), [ids, store]))
  const columns = useMemo((): readonly Column<User>[] => {
    const mayEdit = (one: User) => can('edit', isContact(one) ? 'contacts' : 'users')(user)
    return columnsFor(mayEdit, reads, onEdit)
  }, [user, reads, onEdit])
  return <Table rows={rows} columns={columns} rowKey={rowKey} aria-label="People" />
}

/** The search, and its filters beside it or, on phones, behind a button. */
const Search = ({ looking }: { looking: Looking }) => {
  const { search, licence, projectId, wanted } = looking
  const narrowed = Number(licence !== '') + Number(projectId !== null) + Number(wanted !== 'active')
  return (
    <span className={row}>
      <span className={wide}>
        <TextInput
          type="search"
          aria-label="Search people"
          placeholder="Search"
          value={search.value}
          onChange={(text) => void (search.value = text)}
        />
      </span>
      {usePhone() ? (
        <Popover
          title="Filters"
          trigger={
            <Button variant="outline" icon="list-filter">
              Filters {narrowed > 0 && <Badge count={narrowed} tone="primary" />}
            </Button>
          }
        >
          <div className={css({ display: 'grid', gap: '3.5', minWidth: '16rem' })}>
            <Filters {...looking} />
          </div>
        </Popover>
      ) : (
        <Filters {...looking} />
      )}
    </span>
  )
}

const Filters = ({ licence, setLicence, projectId, setProject, status, setStatus, seesInactive, reads }: Looking) => (
  <>
    {seesInactive && (
      <span className={narrow}>
        <Select
          aria-label="Active"
          options={statuses}
          value={status}
          onChange={(value) => setStatus(value ?? 'active')}
        />
      </span>
    )}
    {reads('license') && (
      <span className={narrow}>
        <Select
          aria-label="License"
          placeholder="Any license"
          clearable
          options={licences}
          value={licence || null}
          onChange={(value) => setLicence(readLicence(value))}
        />
      </span>
    )}
    <span className={wide}>
      <RecordPicker
        aria-label="Project"
        placeholder="Any project"
        entity={projects}
        value={projectId}
        onChange={(value) => setProject(value === null ? '' : String(value))}
      />
    </span>
  </>
)

/** Columns cached by permission check, so that rows do not rerender while permissions are unchanged. */
const made = new WeakMap<(one: User) => boolean, readonly Column<User>[]>()
function columnsFor(
  mayEdit: (one: User) => boolean,
  reads: (name: string) => boolean,
  edit: (id: number) => void,
): readonly Column<User>[] {
  const known = made.get(mayEdit)
  if (known) return known
  const all: readonly Column<User>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name, active }) => (
        <span className={person}>
          <Avatar name={name} size="sm" decorative />
          <b>{name}</b>
          {!active && <Tag small>Inactive</Tag>}
        </span>
      ),
      width: '1.4fr',
      phone: 'title',
    },
    { key: 'role', header: 'Role', cell: roleOf, width: '1.4fr', phone: 'sub' },
    {
      key: 'license',
      header: 'License',
      cell: ({ license }) => choiceLabel(license),
      width: '8rem',
      wide: true,
      phone: 'hidden',
    },
    {
      key: 'phone_number',
      header: 'Phone',
      cell: ({ phone_number }) => formatPhone(phone_number),
      width: '9rem',
      wide: true,
      phone: 'hidden',
    },
    {
      key: 'reach',
      header: 'Contact',
      cell: (one) => (
        <>
          <ContactLinks name={one.name} phone={one.phone_number} email={one.email} />
          {mayEdit(one) && (
            <IconButton icon="pencil" size="sm" aria-label={`Edit ${one.name}`} onClick={() => edit(one.id)} />
          )}
        </>
      ),
      align: 'end',
      width: '11rem',
      phone: 'end',
    },
  ]
  const columns = all.filter(({ key }) => reads(key === 'reach' ? 'phone_number' : key))
  made.set(mayEdit, columns)
  return columns
}

/** The search and its filters: one row, on phones too. */
const row = css({ display: 'flex', gap: '2.5', width: { base: 'full', sm: 'auto' } })
const wide = css({ width: { base: 'full', sm: '12rem' } })
const narrow = css({ width: { base: 'full', sm: '9rem' } })
