import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import type { Facet } from '#blocks/work-list/facets.ts'
import type { WorkListSpec, WorkView } from '#blocks/work-list/spec.ts'
import { css } from '#css/css'
import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import { mayRead } from '#core/entity/entity.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatPhone } from '#lib/phone.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { ContactLinks } from '#ui/contact-links/contact-links.tsx'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { isContact, users, type User } from '../../users/entities.ts'

const companyOf = ({ customer_name, contact_type_name }: User) => customer_name ?? contact_type_name
const roleOf = (one: User) => [choiceLabel(one.role ?? ''), companyOf(one)].filter(Boolean).join(', ')

/** Phone numbers are found however they are written, such as 555-0142 or (509). */
function wordsOf(one: User): string {
  const phone = formatPhone(one.phone_number)
  const [dashed, dotted] = ['-', '.'].map((sign) => phone.replace(/[()]/g, '').replace(/\W/g, sign))
  return [roleOf(one), one.email, one.phone_number, phone, dashed, dotted].filter(Boolean).join(' ')
}

const facet = (
  name: string,
  label: string,
  none: string,
  of: (one: User) => string | null | undefined,
): Facet<User> => ({
  name,
  label,
  none,
  of: (one) => {
    const value = of(one)
    return value ? { value, label: choiceLabel(value) } : null
  },
})
/** By the field that one has to be allowed to read. */
const facets = {
  role: facet('role', 'Role', 'No role', ({ role }) => role),
  customer_name: facet('company', 'Company', 'Own team', companyOf),
  license: facet('license', 'License', 'No license', ({ license }) => license),
}

const csv: readonly CsvColumn<User>[] = [
  { name: 'name' },
  { name: 'role', write: ({ role }) => choiceLabel(role) },
  { name: 'customer_name', header: 'Company', write: companyOf },
  { name: 'license' },
  { name: 'phone_number', header: 'Phone', write: ({ phone_number }) => formatPhone(phone_number) },
  { name: 'email' },
]

const columns: readonly Column<User>[] = [
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
    sortable: true,
    width: '1.4fr',
    phone: 'title',
  },
  { key: 'role', header: 'Role', cell: roleOf, sortable: true, width: '1.4fr', phone: 'sub' },
  {
    key: 'license',
    header: 'License',
    cell: ({ license }) => choiceLabel(license),
    sortable: true,
    width: '8rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'phone_number',
    header: 'Phone',
    cell: ({ phone_number }) => formatPhone(phone_number),
    sortable: true,
    width: '9rem',
    wide: true,
    phone: 'hidden',
  },
]

const reachColumn = (mayEdit: (one: User) => boolean, onEdit: (id: Id) => void): Column<User> => ({
  key: 'reach',
  header: 'Contact',
  cell: (one) => (
    <span className={css({ display: 'inline-flex', alignItems: 'center' })}>
      <ContactLinks name={one.name} phone={one.phone_number} email={one.email} />
      {mayEdit(one) && (
        <IconButton icon="pencil" size="sm" aria-label={`Edit ${one.name}`} onClick={() => onEdit(one.id)} />
      )}
    </span>
  ),
  align: 'end',
  width: '11rem',
  phone: 'end',
})

/** The people of a tab of the directory, with what one may read of them (rule directory). */
export function peopleList(
  { isTeam, type }: { isTeam: boolean; type: Id | undefined },
  user: CurrentUser | null,
  onEdit: (id: Id) => void,
): WorkListSpec<typeof users> {
  const reads = (name: string) => mayRead(users, name, user)
  const editsAny = can('edit', 'users')(user) || can('edit', 'contacts')(user)
  const isHere = (one: User) => (isTeam ? !isContact(one) : type === undefined || one.contact_type_id === type)
  const view = (key: string, label: string, fits: (one: User) => boolean): WorkView<User> => ({
    key,
    label,
    fits: (one) => isHere(one) && fits(one),
    empty: 'Nobody here.',
  })
  const reach = reachColumn((one) => can('edit', isContact(one) ? 'contacts' : 'users')(user), onEdit)
  return {
    entity: users,
    columns: [...columns.filter(({ key }) => reads(key)), ...(reads('phone_number') ? [reach] : [])],
    views: [
      view('active', 'Active', ({ active }) => active),
      ...(editsAny ? [view('inactive', 'Inactive', ({ active }) => !active), view('all', 'All', () => true)] : []),
    ],
    facets: Object.entries(facets).flatMap(([name, one]) => (reads(name) ? [one] : [])),
    sort: 'name',
    words: wordsOf,
    csv: { file: 'people.csv', columns: csv.filter(({ name }) => reads(name)) },
  }
}

const person = css({ inlineRow: '2.5' })
