import * as z from 'zod/mini'
import { can, nobody, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, json, ref, related, text } from '#core/entity/fields.ts'
import { formatDay } from '#lib/days.ts'
import { weekdays, type Weekday } from '#lib/overtime/holidays.ts'
import { defaultRules, type OvertimeRules } from '#lib/overtime/rules.ts'
import { rulesSchema } from './rules-schema.ts'

const seesTime = can('view', 'timeEntries')
const admins = can('edit', 'users')

/** The company's overtime rules. There is always exactly one record. */
export const overtimeSettings = defineEntity('overtime_setting', {
  endpoint: 'api/overtime_settings',
  area: 'users',
  access: { view: seesTime, create: nobody, edit: admins, delete: nobody },
  online: true,
  sort: 'id',
  fields: {
    rules: json<OvertimeRules>(rulesSchema).default(defaultRules),
    zero_hour_per_diem: flag().default(false).label('Per diem on days without hours'),
  },
  offline: 'all',
  display: { icon: 'clock', title: () => 'Overtime rules' },
})
export type OvertimeSetting = RecordOf<typeof overtimeSettings>

/** The overtime rules, or the defaults when the setting is not loaded. */
export const rulesOf = (setting: Pick<OvertimeSetting, 'rules'> | null | undefined): OvertimeRules =>
  setting?.rules ?? defaultRules

const FOUR = 4
const fourDays = json<Weekday[]>(
  z
    .array(z.enum(weekdays, { error: 'must be days of the week' }), { error: 'must be a list' })
    .check(z.refine((days) => days.length === FOUR && new Set(days).size === FOUR, 'must be four different days')),
)

/** A person's signed consent to four ten-hour days (rule four-ten-agreement). It is kept after it has ended. */
export const workScheduleAgreements = defineEntity('work_schedule_agreement', {
  endpoint: 'api/work_schedule_agreements',
  area: 'users',
  offline: 'all',
  access: { ...only(admins), view: seesTime },
  online: true,
  sort: '-signed_on',
  // Its one attachment is the signed document.
  attachable: ['attachment'],
  fields: {
    user_id: ref('user').label('Person'),
    project_id: ref('project').optional().help('Without a project it applies to the whole state.'),
    state: text(),
    schedule: choice('4x10').default('4x10'),
    days: fourDays.default(['monday', 'tuesday', 'wednesday', 'thursday']),
    signed_on: date(),
    ends_on: date().optional().help('Without an end date it applies until one is entered.'),
    /** The attachment that is the signed document; the server sets it. */
    document_id: ref('attachment', { onDelete: 'keep' }).optional().readonly().label('Signed document'),
  },
  computed: {
    user_name: related('user_id', 'name').searchable(),
    project_name: related<string | null>('project_id', 'name').searchable(),
    project_number: related<string | null>('project_id', 'number').searchable(),
  },
  display: {
    icon: 'file-text',
    title: ({ user_name, state }) => `${user_name}, ${state}`,
    subtitle: ({ signed_on }) => `Signed ${formatDay(signed_on)}`,
  },
})
export type WorkScheduleAgreement = RecordOf<typeof workScheduleAgreements>
