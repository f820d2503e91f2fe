import { firstStepOf } from '#blocks/slots.ts'
import { users, type User } from '../../entities.ts'

const team = { entity: users, filters: { status: 'active', kind: 'team' } } as const
const approvers = new Set(['admin', 'project_manager', 'office_staff'])

/** Whether somebody plans and approves, as the office does. */
export const isOffice = ({ role }: Pick<User, 'role'>): boolean => role !== null && approvers.has(role)

/** What the first hour asks about people. */
export const peopleStep = firstStepOf<typeof users>({
  id: 'people',
  label: 'People',
  hint: 'Paste or import from a file',
  without: 'you alone, until people are added',
  title: 'Who works for you?',
  text: 'Everybody whose hours are entered. Who has an email address can be invited to sign in.',
  of: team,
  done: (people, { user }) => {
    const others = people.filter(({ id }) => id !== user.id).length
    return others ? (others === 1 ? '1 person beside you' : `${others} people beside you`) : null
  },
  body: () => import('./people-step.tsx'),
})
export const officeStep = firstStepOf<typeof users>({
  id: 'office',
  label: 'Invite the office',
  hint: 'Who approves time and plans',
  without: 'you approve time and plan',
  title: 'Who else approves time and plans?',
  text: 'Project managers plan and approve; office staff run payroll. Each gets a link to choose a password.',
  of: team,
  done: (people, { user }) => {
    const names = people.flatMap((one) => (one.id !== user.id && isOffice(one) ? [one.name] : []))
    return names.length ? names.join(', ') : null
  },
  body: () => import('./office-step.tsx'),
})
