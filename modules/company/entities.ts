import { can, nobody, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, text } from '#core/entity/fields.ts'

/** The time zones offered in the form. The API accepts any IANA name. */
export const timeZones = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Phoenix',
  'America/Chicago',
  'America/New_York',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

/** The settings of the whole company. There is always exactly one record. */
export const companySettings = defineEntity('company_setting', {
  endpoint: 'api/company_settings',
  area: 'users',
  access: { view: signedIn, create: nobody, edit: can('edit', 'users'), delete: nobody },
  online: true,
  sort: 'id',
  fields: {
    name: text().optional().help('Replaces the name in the server’s configuration.'),
    week_start: choice('sunday', 'monday').default('sunday').label('Week starts on'),
    time_zone: text().default('America/Los_Angeles').label('Time zone'),
  },
  display: { icon: 'building-2', title: ({ name }) => name ?? 'Company' },
})
export type CompanySetting = RecordOf<typeof companySettings>
