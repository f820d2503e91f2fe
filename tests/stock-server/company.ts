/** The records of a small company, with what the specification names of each, as a Laravel application might hold them. */

export type Row = Record<string, unknown> & { id: number }

const at = (minutes: number) => `2026-01-05T08:${String(minutes).padStart(2, '0')}:00.000000Z`
const stamped = (row: Row, minutes = 0): Row => ({
  created_at: at(minutes),
  updated_at: at(minutes),
  deleted_at: null,
  ...row,
})

export const PASSWORD = 'secret'

type Permissions = Record<string, Record<string, boolean | number>>
const all = (...actions: string[]) => Object.fromEntries(actions.map((action) => [action, true]))

/** What each role may do, in the areas that the specification names. */
export const permissions: Record<string, Permissions> = {
  admin: {
    projects: all('view', 'create', 'edit', 'delete'),
    customers: all('view', 'create', 'edit', 'delete'),
    timeEntries: all('view', 'create', 'edit', 'delete'),
    schedule: all('view', 'create', 'edit'),
    users: all('view', 'create', 'edit', 'delete'),
    contacts: all('view', 'create', 'edit', 'delete'),
    adminTimeEntries: all('edit'),
  },
  project_manager: {
    projects: all('view', 'create', 'edit'),
    customers: all('view', 'create', 'edit'),
    timeEntries: all('view', 'create', 'edit'),
    schedule: all('view', 'edit'),
    users: all('view'),
    contacts: all('view', 'create', 'edit'),
  },
  // A database without booleans has numbers.
  office_staff: {
    projects: { view: 1, create: 1, edit: 1, delete: 0 },
    customers: { view: 1, create: 1, edit: 1 },
    timeEntries: { view: 1, create: 1, edit: 1 },
    schedule: { view: 1 },
    users: { view: 1 },
    contacts: { view: 1, create: 1, edit: 1 },
    adminTimeEntries: { edit: 1 },
  },
  foreman: {
    projects: all('view'),
    customers: all('view'),
    timeEntries: all('view', 'create'),
    schedule: all('view'),
    users: all('view'),
  },
  employee: { projects: all('view'), schedule: all('view') },
  customer: { projects: all('view') },
  contact: { projects: all('view') },
}

const person = (id: number, name: string, role: string, more: object = {}): Row => ({
  id,
  contact_type_id: null,
  customer_id: null,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  phone_number: `1509555010${id}`,
  role,
  license: null,
  short_name: null,
  employee_code: `E${id}`,
  active: 1,
  has_access: 1,
  schedulable: 0,
  track_time: 0,
  notification_methods: 'email',
  email_verified_at: at(0),
  contact_type_name: null,
  customer_name: null,
  has_password: true,
  ...more,
})

/** The people, each named for what they may do by the first letter: `ada@example.com` is an administrator. */
const people: readonly Row[] = [
  person(1, 'Ada Admin', 'admin'),
  person(2, 'Pia Manager', 'project_manager', { track_time: 1 }),
  person(3, 'Olaf Office', 'office_staff'),
  person(4, 'Finn Foreman', 'foreman', { track_time: 1, license: 'journeyman', schedulable: 1 }),
  person(5, 'Emma Employee', 'employee', { track_time: 1, license: 'apprentice' }),
  person(6, 'Carl Customer', 'Owner', { customer_id: 1, customer_name: 'Harbor Foods' }),
  person(7, 'Cleo Contact', 'Architect', { contact_type_id: 1, contact_type_name: 'Architect' }),
  person(8, 'Nora New', 'employee', { has_password: false }),
  person(9, 'Ivan Inactive', 'employee', { active: 0 }),
]

/** A company with a few of everything, and time on the given day. */
export function createCompany(today: string): Record<string, Row[]> {
  const rows = (list: readonly Row[]) => list.map((row, index) => stamped(row, index))
  return {
    users: rows(people),
    customers: rows([
      { id: 1, name: 'Harbor Foods', email: 'office@harbor.example', phone_number: '15095550111', tax_number: 'X-1' },
      { id: 2, name: 'Mesa Schools', email: null, phone_number: null },
      { id: 3, name: 'Zenith Dental' },
    ]),
    contact_types: rows([
      { id: 1, name: 'Architect' },
      { id: 2, name: 'Inspector' },
    ]),
    phase_types: rows([{ id: 1, name: 'Build', sort: '-1', color: '#336699' }]),
    phases: rows([
      { id: 1, phase_type_id: '1', name: 'Rough-in', sort: '-1', color: '#7a8794' },
      { id: 2, phase_type_id: 1, name: 'Trim', sort: '2', color: '#996633' },
    ]),
    custom_fields: rows([
      { id: 1, name: 'Gate code', type: 'string', active: 1, sort: 0, for: 'projects' },
      { id: 2, name: 'Tier', type: 'select', active: 1, sort: 1, for: 'customer' },
    ]),
    custom_field_options: rows([{ id: 1, custom_field_id: 2, name: 'Gold', active: 1, sort: 0 }]),
    projects: rows([
      {
        id: 1,
        customer_id: '1',
        name: 'Cold Storage',
        number: 2401,
        overtime_rule: 'standard',
        address: {
          line1: '12 Dock St',
          line2: '',
          city: 'Pasco',
          state: 'WA',
          postal_code: 99301,
          geotag: { lat: '46.23', lng: '-119.1' },
        },
        project_phases: [{ id: 1, project_id: 1, phase_id: 1 }],
        project_users: [
          { id: 1, project_id: 1, user_id: 2 },
          { id: 2, project_id: 1, user_id: 4 },
          { id: 3, project_id: 1, user_id: 7 },
        ],
        custom_field_values: [{ id: 1, custom_field_id: 1, value: '4711' }],
        archived_at: null,
        archived_id: null,
        default_documents_copied: 1,
        region: 'East',
      },
      { id: 2, customer_id: 2, name: 'Gym Lighting', number: '2402', overtime_rule: 'prevailing', project_users: [] },
      { id: 3, customer_id: 1, name: 'Old Pier', number: '2301', archived_at: at(9), archived_id: 1 },
    ]),
    cost_codes: rows([
      {
        id: 1,
        project_id: 1,
        cost_code_category_id: 1,
        number: 100,
        name: 'Conduit',
        category_name: 'Electrical',
        category_number: 26,
      },
      {
        id: 2,
        project_id: 1,
        cost_code_category_id: 1,
        number: '200',
        name: 'Wire',
        category_name: 'Electrical',
        category_number: '26',
      },
      { id: 3, project_id: 2, cost_code_category_id: null, number: '10', name: 'Fixtures' },
    ]),
    time_entries: rows([
      {
        id: 1,
        cost_code_id: 1,
        project_id: 1,
        user_id: 5,
        creator_id: 4,
        date: today,
        hours: '7.50',
        type: 'standard',
        notes: null,
        per_diem: 0,
      },
      {
        id: 2,
        cost_code_id: null,
        project_id: null,
        user_id: 4,
        creator_id: 4,
        date: `${today}T00:00:00.000000Z`,
        hours: '2.00',
        type: 'shop',
        per_diem: 1,
      },
    ]),
    rfis: rows([
      {
        id: 1,
        project_id: 1,
        user_id: 2,
        assigned_id: 7,
        title: 'Which panel feeds the docks?',
        question: 'LP-2 is full.',
        distributions: [{ id: 1, rfi_id: 1, user_id: 4 }],
        custom_field_values: [],
        number: '1',
        resolved_id: null,
        resolved_at: null,
        sent_id: 2,
        sent_at: at(2),
        views: [],
      },
      { id: 2, project_id: 1, user_id: 1, title: 'Door hardware', question: 'Who supplies it?', number: 2 },
    ]),
    messages: rows([
      { id: 1, messageable_id: 1, content: 'LP-3, see the addendum.', user_id: 7, views: [{ id: 1, user_id: 7 }] },
    ]),
  }
}
