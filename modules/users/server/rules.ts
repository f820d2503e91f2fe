import { can, type CurrentUser } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { not, refuse, same, type Ctx } from '#server/define-server.ts'
import { isContact, isTeamRole, NO_COMPANY, users, type User } from '../entities.ts'

type Draft = DraftOf<typeof users>

const NO = 'You do not have permission to do that.'
/** The fields that all users may change on their own record. */
const own: readonly string[] = ['password', 'password_confirmation', 'phone_number', 'notification_methods']
/** The fields that nobody may change on their own record (rule person-rules), with their names for messages. */
const fixed = {
  role: 'role',
  license: 'license',
  active: 'active flag',
  has_access: 'access',
  permission_overrides: 'permissions',
} as const

/** What gives an account away, so that whoever changes it first shows that it is them (rule sign-in-ways). */
const guarded: readonly string[] = [
  'email',
  'password',
  'role',
  'permission_overrides',
  'customer_id',
  'contact_type_id',
]

/** @throws Refusal 423 */
export async function confirmedFor(verb: string, { before, draft }: { before: User | null; draft: Draft }, ctx: Ctx) {
  const changes = verb === 'edit' && changedIn(draft, before).some((name) => guarded.includes(name))
  if (changes || verb === 'turn_off_authenticator') await ctx.accounts.demandConfirmed()
}

/** What a person has who signs in or is chosen for work, and an integration has not. */
const forPeople = [
  'active',
  'email',
  'has_access',
  'password',
  'schedulable',
  'track_time',
  'customer_id',
  'contact_type_id',
] as const

const areaFor = (person: Parameters<typeof isContact>[0]) => (isContact(person) ? 'contacts' : 'users')

/** The names of the fields that a draft changes. */
const changedIn = (draft: Draft, before: User | null): string[] =>
  Object.entries(draft).flatMap(([name, value]) => {
    const old = before && name in before ? before[name as keyof User] : null
    return JSON.stringify(old ?? null) === JSON.stringify(value ?? null) ? [] : [name]
  })

/** Checks the permission on `users` or `contacts`, depending on the person. Users may change a few fields of their own. */
export function mayChange(
  verb: string,
  { before, draft }: { before: User | null; draft: Draft },
  user: CurrentUser,
): true | string {
  if (verb === 'delete') return before?.id === user.id ? 'You cannot delete yourself.' : true
  if (verb === 'sign_out' && before?.id === user.id) return true
  // Activating is an edit of `active`, which users may not do to themselves. All other actions need edit permission.
  if (verb === 'activate' || verb === 'deactivate')
    return mayChange('edit', { before, draft: { active: verb === 'activate' } }, user)
  if (verb !== 'create' && verb !== 'edit') return before !== null && can('edit', areaFor(before))(user) ? true : NO
  const changed = changedIn(draft, before)
  const self = before?.id === user.id
  if (self) {
    const forbidden = Object.entries(fixed).find(([name]) => changed.includes(name))
    if (forbidden) return `You cannot change your own ${forbidden[1]}.`
    if (changed.every((name) => own.includes(name))) return true
  }
  const after = { ...before, ...draft }
  const sides = before ? [before, after] : [after]
  return sides.every((side) => can(verb, areaFor(side))(user)) || NO
}

/** Validates a person (rule person-rules). */
export async function problemsWith(draft: Draft, before: User | null, ctx: Ctx): Promise<FieldErrors> {
  const { companyName, accounts } = ctx
  const person = { ...before, ...draft }
  const errors: FieldErrors = {}
  // A contact's role is free text, which may read like a team role: a contact joins the team only by a role that is chosen
  // in the same change.
  const isFreeText = before !== null && isContact(before) && person.role === before.role
  const isTeam = isTeamRole(person.role) && !isFreeText
  if (!isContact(person) && !isTeam) errors.contact_type_id = [NO_COMPANY]
  if (person.integration)
    for (const name of forPeople) if (person[name]) errors[name] = ['An integration has access tokens alone.']
  const { password } = draft
  const about = [companyName, person.name, person.email, person.short_name]
  if (password) Object.assign(errors, await accounts.problemsWith(password, draft.password_confirmation, about))
  const { employee_code, active } = person
  if (active && employee_code) {
    const others = { employee_code: same(employee_code), active: true, id: not(before?.id ?? 0) }
    if (await ctx.exists(users, others)) errors.employee_code = ['That employee code is already in use.']
  }
  return errors
}

/** Serializes changes of administrators, so that two who demote each other at the same time cannot both succeed. */
export const oneAtATime = (before: User | null, ctx: Ctx): Promise<unknown> | undefined =>
  before?.role === 'admin' ? ctx.alone('admins') : undefined

/** Refuses changes that would leave no active administrator. */
export async function keepAnAdmin({ exists }: Ctx): Promise<void> {
  const admins = { role: 'admin', active: true, has_access: true, customer_id: null, contact_type_id: null }
  if (!(await exists(users, admins)))
    refuse('There must be at least one active admin.', { role: ['There must be at least one active admin.'] })
}
