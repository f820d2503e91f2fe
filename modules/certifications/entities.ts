import { can, only, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { date, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { between } from '#core/query/where.ts'
import { formatDay } from '#lib/days.ts'

/** What somebody is certified or licensed for, and until when (rule certification). Renewed, it gets another day and scan. */
export const certifications = defineEntity('certification', {
  endpoint: 'api/certifications',
  area: 'users',
  access: { ...only(can('edit', 'users')), view: staff },
  sort: 'expires_on',
  // Its one attachment is the scan.
  attachable: ['attachment'],
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).label('Person'),
    name: text()
      .label('Certification or license')
      .help('Such as “OSHA 30” or “Electrician’s license”.')
      .unique('This person has one of that name. Change its day instead.', ['user_id'])
      .searchable(),
    number: text().optional().searchable(),
    expires_on: date().optional().help('The last day on which it is valid.'),
    /** The attachment that is the scan; the server sets it. */
    document_id: ref('attachment', { onDelete: 'keep' }).optional().readonly().label('Scan'),
  },
  computed: {
    user_name: related('user_id', 'name').searchable(),
    user_active: related<boolean>('user_id', 'active'),
  },
  filters: {
    /** Those that are not valid any more after a day. */
    until: filter(date(), (day) => ({ expires_on: between(null, day) })),
  },
  display: {
    icon: 'badge-check',
    title: ({ name }) => name,
    subtitle: ({ user_name, expires_on }) =>
      expires_on === null ? user_name : `${user_name}, until ${formatDay(expires_on)}`,
    href: ({ id }) => `/certifications/${id}`,
  },
})
export type Certification = RecordOf<typeof certifications>
