import * as z from 'zod/mini'
import { area, can, every, roles, signedIn, staff, type Guard, type Id } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, email, flag, instant, json, password, phone, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { anyOf, namedBy, not } from '#core/query/where.ts'
import { customFieldValues } from '../custom-fields/entities.ts'

export { securityEvents, type SecurityEvent } from './security-events.ts'

/** Guards the fields hidden from guests, who get only the names of people they share a project with. */
const colleagues = every(staff, can('view', 'users'))
const isEmployee: Guard = (user) => user?.role === 'employee'
/** Guards what only those need who plan, enter or look after others' work: employees get names and phones (rule person). */
const leads = every(colleagues, (user) => !isEmployee(user))
const office: Guard = (user) => can('edit', 'users')(user) || can('edit', 'contacts')(user)
const admins = can('edit', 'users')

/** Whether a person is an outside contact, who belongs to a customer or a contact type and has a free-text role. */
export const isContact = (person: {
  customer_id?: number | null
  contact_type_id?: number | null
  outside?: boolean
}): boolean => person.outside === true || (person.customer_id ?? person.contact_type_id ?? null) !== null

export const NO_COMPANY = 'Choose a customer or a contact type.'

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** Team members and outside contacts, in one entity (rule person). */
export const users = defineEntity('user', {
  endpoint: 'api/users',
  area: [
    area('users', {
      project_manager: ['view'],
      office_staff: ['view'],
      foreman: ['view'],
      employee: ['view'],
      customer: ['view'],
      contact: ['view'],
    }),
    area('contacts', {
      project_manager: ['view', 'create', 'edit'],
      office_staff: ['view', 'create', 'edit'],
      foreman: ['view'],
      employee: ['view'],
    }),
  ],
  // Permissions depend on both the user and the record, so these guards are wide and the server checks each record.
  access: {
    view: signedIn,
    create: (user) => can('create', 'users')(user) || can('create', 'contacts')(user),
    edit: signedIn,
    delete: admins,
    activate: office,
    deactivate: office,
    invite: office,
    reset_password: office,
    sign_out: signedIn,
    turn_off_authenticator: admins,
    sign_out_devices: signedIn,
    devices: signedIn,
  },
  online: true,
  // Accounts and rights.
  undo: false,
  sort: 'name',
  specified: {
    fields: [
      'contact_type_id',
      'customer_id',
      'name',
      'email',
      'phone_number',
      'role',
      'license',
      'short_name',
      'employee_code',
      'active',
      'has_access',
      'schedulable',
      'track_time',
      'password',
      'password_confirmation',
      'notification_methods',
      'email_verified_at',
      'contact_type_name',
      'customer_name',
      'has_password',
    ],
  },
  offline: 'start',
  fields: {
    contact_type_id: ref('contact_type').optional().readableBy(leads),
    customer_id: ref('customer').optional().readableBy(leads),
    name: text().searchable(),
    email: email()
      .optional((get) => get('has_access') === true)
      .unique('That email is already in use.')
      .readableBy(leads),
    phone_number: phone().optional().label('Phone').readableBy(colleagues),
    role: text(...roles)
      .optional(
        (get) => !isContact({ customer_id: idOf(get('customer_id')), contact_type_id: idOf(get('contact_type_id')) }),
      )
      .readableBy(leads),
    license: choice('journeyman', 'apprentice', 'laborer').optional().label('License').readableBy(colleagues),
    short_name: text().optional().readableBy(leads),
    employee_code: text().optional().help('Must exactly match the payroll code.').readableBy(office),
    active: flag().default(true),
    has_access: flag().default(true).readableBy(office),
    /**
     * Not a person but a program, which works by access tokens (rule integration). It is never active, so that whatever
     * chooses, tells or counts people leaves it out, also on devices and servers that do not know this.
     */
    integration: flag().default(false).readonly().readableBy(admins),
    schedulable: flag().default(false).readableBy(leads),
    track_time: flag().default(false).readableBy(leads),
    notification_methods: json(z.array(z.enum(['email', 'text'])))
      .default(['email'])
      .readableBy(leads),
    last_login_at: instant().optional().readonly().readableBy(office),
    email_verified_at: instant().optional().readonly().readableBy(office),
    /** Exceptions from the role's permissions: area → verb → allowed. */
    permission_overrides: json(z.record(z.string(), z.record(z.string(), z.boolean())))
      .default({})
      .readableBy(admins)
      .writableBy(admins),
    custom_field_values: customFieldValues().readableBy(leads),
    password: password(),
    password_confirmation: password().label('Confirm password'),
  },
  computed: {
    contact_type_name: related<string | null>('contact_type_id', 'name').readableBy(leads),
    customer_name: related<string | null>('customer_id', 'name').readableBy(leads),
    /** True for an outside contact, for readers who may not see a person's customer and contact type. */
    outside: flag().readableBy(every(colleagues, isEmployee)),
    has_password: flag().readableBy(office),
  },
  filters: {
    status: filter(choice('active', 'inactive', 'integration', 'all').default('all'), (status) => {
      if (status === 'all') return {}
      return status === 'integration' ? { integration: true } : { active: status === 'active' }
    }),
    kind: filter(choice('team', 'contacts', 'all').default('all'), (kind) => {
      if (kind === 'all') return {}
      return kind === 'team'
        ? { customer_id: null, contact_type_id: null }
        : anyOf<{ customer_id: Id | null; contact_type_id: Id | null }>(
            { customer_id: not(null) },
            { contact_type_id: not(null) },
          )
    }),
    project_id: filter(ref('project'), (id) => ({ id: namedBy('project', 'project_users', 'user_id', { id }) })),
  },
  collectionActions: ['sign_out_devices'],
  queries: ['devices'],
  actions: ['activate', 'invite', 'reset_password', 'sign_out', 'turn_off_authenticator', 'deactivate'],
  display: {
    findable: {
      plural: 'people',
      href: (one) => `/directory?${new URLSearchParams({ tab: isContact(one) ? 'all' : 'team', search: one.name })}`,
    },
    icon: 'user',
    // Contacts are identified by their company; team members need no second line.
    subtitle: ({ customer_name, contact_type_name }) => customer_name ?? contact_type_name ?? '',
  },
})
export type User = RecordOf<typeof users>

/** A browser that somebody is signed in with (rule devices). */
export interface Device {
  /** Names it to `sign_out_devices`; nobody can go on in its session with it. */
  readonly id: string
  /** Such as "Chrome on Windows"; null where it was not noted. */
  readonly name: string | null
  readonly address: string | null
  readonly created_at: string
  readonly seen_at: string
  /** Whether it is the one that asks. */
  readonly current: boolean
}

export const isTeamRole = (role: unknown): boolean => roles.some((known) => known === role)
