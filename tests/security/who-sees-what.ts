import type { CurrentUser } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import type { Truth } from './endpoints.ts'

type All = ReadonlyMap<string, readonly Truth[]>
type Line = Readonly<Record<string, unknown>>
type Rule = (who: CurrentUser, one: Truth, all: All) => boolean

const isGuest = (who: CurrentUser) => who.customer_id !== null || who.contact_type_id !== null
const staff = (who: CurrentUser) => !isGuest(who)
const hasRole = (who: CurrentUser, ...roles: string[]) => staff(who) && roles.includes(who.role)
const office = (who: CurrentUser) => hasRole(who, 'admin', 'project_manager', 'office_staff')
const lines = (one: Truth, name: string) => (one[name] ?? []) as Line[]
const names = (one: Truth, list: string, id: number) => lines(one, list).some(({ user_id }) => user_id === id)
const of = (all: All, entity: string) => all.get(entity) ?? []
const oneOf = (all: All, entity: string, id: unknown) => of(all, entity).find((one) => one.id === id)

const project: Rule = (who, one) =>
  staff(who) || (who.customer_id !== null ? one.customer_id === who.customer_id : names(one, 'project_users', who.id))

const user: Rule = (who, one, all) =>
  staff(who) ||
  one.id === who.id ||
  of(all, 'project').some((job) => project(who, job, all) && names(job, 'project_users', one.id))

/** Whether somebody leads a person on one of these days. */
const leads = (who: CurrentUser, id: unknown, all: All, isThen: (day: string) => boolean = () => true) =>
  of(all, 'led_day').some((day) => day.leader_id === who.id && day.user_id === id && isThen(String(day.date)))
const inWeek = (week: Truth) => (day: string) =>
  day >= String(week.week_start) && day <= addDays(String(week.week_start), 6)

const rfi: Rule = (who, one) =>
  staff(who) ||
  (one.sent_at !== null &&
    (one.user_id === who.id || one.assigned_id === who.id || names(one, 'distributions', who.id)))

const contact = (who: CurrentUser) => who.customer_id === null && who.contact_type_id !== null

const dailyLog: Rule = (who, one, all) => {
  const of = oneOf(all, 'project', one.project_id)
  return of !== undefined && project(who, of, all) && (staff(who) || contact(who) || one.shared_at !== null)
}

const logEntry: Rule = (who, one, all) => {
  const log = oneOf(all, 'daily_log', one.daily_log_id)
  if (log === undefined || !dailyLog(who, log, all)) return false
  if (contact(who)) return one.user_id === who.id
  return staff(who) || (one.status === 'approved' && one.is_issue !== true)
}

/** The levels of folder access, from the lowest. */
const folderLevels = ['none', 'upload', 'view', 'edit']

/** What someone may do in a folder: the nearest folder with a setting for them decides. */
function folderLevel(who: CurrentUser, at: Truth, all: All): string {
  if (hasRole(who, 'admin')) return 'edit'
  const tiers = [
    (one: Truth) => one.subject_type === 'user' && one.subject_id === who.id,
    (one: Truth) =>
      (one.subject_type === 'customer' && one.subject_id === who.customer_id) ||
      (one.subject_type === 'contact_type' && one.subject_id === who.contact_type_id),
    (one: Truth) => one.subject_type === 'role' && staff(who) && one.role === who.role,
  ]
  for (let folder: Truth | undefined = at; folder; folder = oneOf(all, 'folder', folder.parent_id)) {
    const { id } = folder
    const here = of(all, 'folder_access').filter((one) => one.folder_id === id)
    const deciding = tiers.map((names) => here.filter(names)).find((some) => some.length)
    if (deciding)
      return folderLevels[Math.max(...deciding.map(({ level }) => folderLevels.indexOf(String(level))))] ?? ''
    if (folder.inherits_access !== true) break
  }
  if (hasRole(who, 'project_manager', 'office_staff')) return 'edit'
  return hasRole(who, 'foreman') ? 'upload' : hasRole(who, 'employee') ? 'view' : 'none'
}

const folder: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  if (job === undefined || !project(who, job, all)) return false
  if (folderLevel(who, one, all) !== 'none') return true
  return of(all, 'folder').some((below) => below.parent_id === one.id && folder(who, below, all))
}

/** Employees and guests of a contact type see their own punch items and tasks. */
const isOwn = (who: CurrentUser, one: Truth) =>
  !(contact(who) || hasRole(who, 'employee')) || one.user_id === who.id || one.assigned_id === who.id

const punchItem: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  return job !== undefined && project(who, job, all) && (staff(who) || one.private === false) && isOwn(who, one)
}

const task: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  return who.customer_id === null && job !== undefined && project(who, job, all) && isOwn(who, one)
}

/** Drafts are for those who plan; others see what was published, and of that what concerns them. */
const scheduleEvent: Rule = (who, one, all) => {
  if (office(who)) return true
  if (one.published_at === null) return false
  const names = lines(one, 'attendees').some(({ user_id }) => user_id === who.id)
  if (who.customer_id !== null) {
    const job = oneOf(all, 'project', one.told_project_id)
    return one.kind === 'phase' && job !== undefined && project(who, job, all)
  }
  if (hasRole(who, 'foreman')) return true
  if (names || (one.kind === 'assignment' && one.told_user_id === who.id)) return true
  return staff(who) && one.kind === 'calendar' && one.everyone === true
}

/** What is not published is for those who edit drawings; guests see what was shared with them. */
const drawing: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  if (job === undefined || !project(who, job, all)) return false
  return (office(who) || one.published_at !== null) && (staff(who) || one.shared_at !== null)
}
const sheet: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  return job !== undefined && project(who, job, all) && (staff(who) || one.shared_at !== null)
}

/** Guests see what is shared with them on their projects. */
const extraWork: Rule = (who, one, all) => {
  const job = oneOf(all, 'project', one.project_id)
  return job !== undefined && project(who, job, all) && (staff(who) || one.shared === true)
}

/** The kinds of work items, by their tables. */
const itemKinds: Readonly<Record<string, string>> = {
  rfis: 'rfi',
  punch_items: 'punch_item',
  tasks: 'task',
  extra_work: 'extra_work',
}

const everyone: Rule = () => true
const house: Rule = (who) => staff(who)
const desk: Rule = (who) => office(who)
const admin: Rule = (who) => hasRole(who, 'admin')
const payroll: Rule = (who) => hasRole(who, 'admin', 'office_staff')

/**
 * Which records a user sees, implemented independently of the product's rules, in order to check them.
 */
const seen: Record<string, Rule> = {
  company_setting: everyone,
  phase: everyone,
  phase_type: everyone,
  contact_type: everyone,
  customer: (who) => office(who) || hasRole(who, 'foreman'),
  custom_field: house,
  custom_field_option: house,
  cost_code: house,
  cost_code_category: house,
  overtime_setting: house,
  default_cost_code: desk,
  default_cost_code_category: desk,
  default_task: admin,
  time_off_balance: (who, one) => hasRole(who, 'admin') || (staff(who) && one.user_id === who.id),
  default_punch_item: (who) => office(who) || hasRole(who, 'foreman'),
  punch_item: punchItem,
  punch_mailing: (who) => office(who) || hasRole(who, 'foreman'),
  task,
  extra_work: extraWork,
  // What people are paid is the administrators'; nobody else in the sample company was granted it.
  trade_class: admin,
  certified_job: admin,
  entry_class: admin,
  worker_number: admin,
  pay_week: admin,
  certified_payroll: admin,
  payroll_mapping: payroll,
  settled_exception: payroll,
  payroll_batch: payroll,
  project,
  user,
  rfi,
  notification: (who, one) => one.user_id === who.id,
  notification_choice: (who, one) => one.user_id === who.id,
  muted_project: (who, one) => one.user_id === who.id,
  push_device: (who, one) => one.user_id === who.id,
  notification_setting: (who, one) => one.user_id === who.id,
  follow: (who, one, all) => {
    const kind = itemKinds[String(one.followable_type)] ?? ''
    const about = oneOf(all, kind, one.followable_id)
    return one.user_id === who.id && about !== undefined && sees(who, kind, about, all)
  },
  work_schedule_agreement: (who, one) =>
    office(who) || hasRole(who, 'foreman') || (staff(who) && one.user_id === who.id),
  crew: (who) => office(who) || hasRole(who, 'foreman'),
  time_entry: (who, one, all) =>
    office(who) ||
    (staff(who) &&
      (one.user_id === who.id || one.creator_id === who.id || leads(who, one.user_id, all, (day) => day === one.date))),
  timecard: (who, one, all) =>
    office(who) ||
    (staff(who) && one.user_id === who.id) ||
    (staff(who) &&
      (leads(who, one.user_id, all, inWeek(one)) ||
        of(all, 'time_entry').some(
          (entry) => entry.creator_id === who.id && entry.user_id === one.user_id && inWeek(one)(String(entry.date)),
        ))),
  day_signature: (who, one, all) =>
    office(who) ||
    (staff(who) &&
      ([one.user_id, one.holder_id, one.entered_id].includes(who.id) ||
        leads(who, one.user_id, all, (day) => day === one.date))),
  held_change: (who, one, all) =>
    office(who) ||
    (staff(who) && one.holder_id === who.id) ||
    (staff(who) && one.user_id === who.id) ||
    (staff(who) && leads(who, one.user_id, all)),
  message: (who, one, all) => {
    const kinds: Readonly<Record<string, string>> = { ...itemKinds, daily_logs: 'daily_log' }
    const kind = kinds[String(one.messageable_type)] ?? ''
    // What is said of a day is between our own people.
    if (kind === 'daily_log' && isGuest(who)) return false
    const about = oneOf(all, kind, one.messageable_id)
    return about !== undefined && sees(who, kind, about, all)
  },
  folder,
  folder_access: (who, one, all) => {
    const of = oneOf(all, 'folder', one.folder_id)
    return office(who) && of !== undefined && folder(who, of, all)
  },
  document_directory: () => false,
  document_place: () => false,
  folder_rule: () => false,
  led_day: () => false,
  document: (who, one, all) => {
    const of = oneOf(all, 'folder', one.folder_id)
    const level = of ? folderLevel(who, of, all) : 'none'
    const job = oneOf(all, 'project', one.project_id)
    if (job === undefined || !project(who, job, all)) return false
    return level === 'view' || level === 'edit' || (level === 'upload' && one.user_id === who.id)
  },
  document_text: (who, one, all) => {
    const about = oneOf(all, 'document', one.document_id)
    return about !== undefined && sees(who, 'document', about, all)
  },
  schedule_event: scheduleEvent,
  schedule_setting: everyone,
  certification: (who, one) => office(who) || (staff(who) && one.user_id === who.id),
  time_off_request: (who, one) => office(who) || (staff(who) && one.user_id === who.id),
  drawing,
  drawing_sheet: sheet,
  drawing_revision: drawing,
  markup: (who, one, all) => {
    const on = oneOf(all, 'drawing_sheet', one.drawing_sheet_id)
    const revision = oneOf(all, 'drawing_revision', one.revision_id)
    const isSeen = on !== undefined && revision !== undefined && sheet(who, on, all) && drawing(who, revision, all)
    return isSeen && (one.user_id === who.id || one.published_at !== null)
  },
  calendar_feed: (who, one) => one.user_id === who.id,
  access_token: (who, one) => hasRole(who, 'admin') || one.user_id === who.id,
  webhook: admin,
  webhook_delivery: admin,
  security_event: admin,
  report_mail: (who, one) =>
    hasRole(who, 'admin') || (hasRole(who, 'project_manager', 'office_staff', 'foreman') && one.user_id === who.id),
  handover: (who, one) => staff(who) && one.user_id === who.id,
  share_link: (who, one, all) => {
    if (!staff(who) || one.made_by_id === who.id) return staff(who)
    const kind = { folder: 'folder', file: 'document' }[String(one.what)]
    const about = kind === undefined ? undefined : oneOf(all, kind, one.target_id)
    return office(who) && (kind === undefined || (about !== undefined && sees(who, kind, about, all)))
  },
  schedule_notice: (who, one) => one.user_id === who.id,
  default_folder: admin,
  default_folder_access: admin,
  default_document: admin,
  daily_log: dailyLog,
  daily_log_entry: logEntry,
  daily_log_mailing: (who) => hasRole(who, 'admin', 'project_manager', 'foreman'),
  daily_log_recipient: (who) => hasRole(who, 'admin', 'project_manager', 'foreman'),
  attachment: (who, one, all) => {
    const kinds: Readonly<Record<string, string>> = {
      ...itemKinds,
      projects: 'project',
      messages: 'message',
      daily_logs: 'daily_log',
      daily_log_entries: 'daily_log_entry',
      markups: 'markup',
    }
    const kind = kinds[String(one.attachable_type)] ?? ''
    const parentEntity = oneOf(all, kind, one.attachable_id)
    // Contacts see of a log their own entries, and so none of its photos by others.
    if (kind === 'daily_log' && contact(who) && one.user_id !== who.id) return false
    return parentEntity !== undefined && sees(who, kind, parentEntity, all)
  },
}

export function sees(who: CurrentUser, entity: string, one: Truth, all: All): boolean {
  const rule = seen[entity]
  if (!rule) throw new Error(`Nobody has written down who sees a ${entity}.`)
  return rule(who, one, all)
}

/** The fields of a visible record that the user may not read. */
export function hidden(who: CurrentUser, entity: string): readonly string[] {
  const custom = isGuest(who) ? ['custom_field_values'] : []
  if (entity === 'document' || entity === 'default_document') return ['path', 'preview_path', 'default_document_id']
  if (entity === 'drawing') return ['path', 'preview_path', 'taught']
  if (entity === 'drawing_sheet') return staff(who) ? ['sheet_key', 'shared'] : ['sheet_key', 'shared_revision_id']
  if (entity === 'drawing_revision')
    return ['path', 'preview_path', ...(office(who) ? [] : ['runs', 'boxes', 'certainty', 'likely', 'content'])]
  if (entity === 'folder') return ['path', 'default_folder_id']
  if (['attachment', 'daily_log_mailing', 'punch_mailing'].includes(entity)) return ['path', 'preview_path']
  if (entity === 'daily_log') return hiddenOfLog(who)
  if (entity === 'task') return staff(who) ? [] : ['blocked_rfi_id']
  if (entity === 'punch_item') return staff(who) ? [] : ['cost_code_id', 'default_punch_item_id']
  if (entity === 'calendar_feed' || entity === 'access_token') return ['token']
  if (entity === 'webhook') return ['secret_number']
  if (entity === 'webhook_delivery') return ['changed']
  if (entity === 'security_event') return ['together']
  if (entity === 'report_mail') return ['token']
  if (entity === 'handover') return ['path', 'preview_path', 'logo']
  if (entity === 'schedule_notice') return ['token_hash']
  if (entity === 'schedule_event')
    return office(who)
      ? []
      : ['draft', 'removed', 'user_name', 'project_name', 'project_number', 'off_kind', 'request_id']
  if (entity !== 'user') return custom
  const forOffice = ['employee_code', 'last_login_at', 'email_verified_at', 'has_password', 'has_access']
  const forAdmins = ['permission_overrides']
  const ofColleagues = ['phone_number', 'license']
  const ofLeads = ['email', 'role', 'short_name', 'schedulable', 'track_time']
  const ties = ['customer_id', 'contact_type_id', 'customer_name', 'contact_type_name', 'notification_methods']
  return [
    ...custom,
    ...(hasRole(who, 'admin') ? [] : forAdmins),
    ...(office(who) ? [] : forOffice),
    ...(isGuest(who) ? [...ofColleagues, ...ties] : []),
    ...(isGuest(who) || hasRole(who, 'employee') ? ofLeads : []),
    'password',
    'password_confirmation',
  ]
}

/** Of a log, contacts read its date, guests no hours, and those who enter no time no one else's. */
function hiddenOfLog(who: CurrentUser): readonly string[] {
  const hours = ['crew', 'signed_crew']
  const house = ['notes', 'reopened_reason', 'crew_total']
  const texts = ['user_id', 'user_name', 'work_performed', 'delays', 'weather_auto', 'signature_path']
  const state = ['completed_id', 'completed_name', 'shared_at', 'totals', 'pictures']
  return [
    ...(hasRole(who, 'admin', 'project_manager', 'office_staff', 'foreman') ? [] : hours),
    ...(staff(who) ? [] : house),
    ...(contact(who) ? [...texts, ...state] : []),
  ]
}
