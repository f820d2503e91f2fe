import { sql } from 'kysely'
import { between } from '#core/query/where.ts'
import { anyOf, defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { isContact, securityEvents, users, type User } from './entities.ts'
import { accessEnds, teammates } from './slots.ts'
import { devices, signOutDevices } from './server/devices.ts'
import { rightsChanged } from './server/rights.ts'
import { confirmedFor, keepAnAdmin, mayChange, oneAtATime, problemsWith } from './server/rules.ts'

/**
 * Mails a one-time link, or hands it over. Who may send it may also set that person's password. The person must have an
 * email address and be able to sign in.
 */
function mailLink(person: User, ctx: Ctx, kind: 'invite' | 'reset'): User {
  const { id, email } = person
  if (!email) refuse('This person has no email address.', { email: ['Email is required'] })
  if (!person.active || !person.has_access) refuse('This person has no access. Give them access first.')
  ctx.accounts.mailLink({ id, email }, kind)
  return person
}

async function endAccess(person: User, ctx: Ctx): Promise<void> {
  for (const end of ctx.filled(accessEnds)) await end(person.id, ctx)
}

const isOpen = ({ active, has_access }: User) => active && has_access

export default defineServer({
  serve: [
    serve(users, {
      // Staff see everyone; guests see themselves and the teams of the projects they see.
      visible: ({ user, filled }) =>
        user.customer_id === null && user.contact_type_id === null
          ? true
          : anyOf<{ id: number }>({ id: user.id }, ...filled(teammates).map((id) => ({ id }))),
      async may(verb, at, ctx) {
        await oneAtATime(at.before, ctx)
        const may = mayChange(verb, at, ctx.user)
        if (may === true) await confirmedFor(verb, at, ctx)
        return may
      },
      validate: problemsWith,
      async afterSave(person, before, ctx, { password }) {
        if (password) await ctx.accounts.setPassword(person.id, password)
        const isClosed = before && isOpen(before) && !isOpen(person)
        if (isClosed || (password && person.id !== ctx.user.id)) await endAccess(person, ctx)
        const rights = ctx.user.id ? rightsChanged(person, before) : null
        if (rights) await ctx.accounts.note(person.id, rights.event, `by ${ctx.user.name}: ${rights.detail}`)
        if (before?.role === 'admin') await keepAnAdmin(ctx)
        // Links mailed to the old address become invalid, since someone else may read that mailbox. They are the server's
        // own, and no records.
        if (before && before.email !== person.email)
          await ctx.query(sql`delete from links where user_id = ${person.id}`)
      },
      actions: {
        activate: (person) => ({ ...person, active: true }),
        deactivate: (person) => ({ ...person, active: false }),
        invite: (person, ctx) => mailLink(person, ctx, 'invite'),
        reset_password: (person, ctx) => mailLink(person, ctx, 'reset'),
        async turn_off_authenticator(person, ctx) {
          const { accounts, companyName, mail } = ctx
          if (!(await accounts.removeAuthenticator(person.id))) return person
          await accounts.note(person.id, 'authenticator app turned off', `by ${ctx.user.name}`)
          const text = `${ctx.user.name} turned off the authenticator app that you sign in with at ${companyName}. If you did not ask for that, tell your office.\n`
          if (person.email) await mail({ to: person.email, subject: 'Your authenticator app is turned off', text })
          return person
        },
        async sign_out(person, ctx) {
          await ctx.accounts.demandConfirmed()
          await endAccess(person, ctx)
          ctx.accounts.endSessions(person.id)
          return person
        },
      },
      collectionActions: { sign_out_devices: signOutDevices },
      queries: { devices },
      afterDelete: (_, ctx) => keepAnAdmin(ctx),
      computed: {
        outside: async (people) => people.map(isContact),
        has_password: async (people, { query }) => {
          // Passwords are the server's own, and no records, so that nothing else can read them.
          const ids = people.map(({ id }) => id)
          const rows = await query(
            sql<{
              user_id: unknown
            }>`select user_id from credentials where user_id between ${Math.min(...ids)} and ${Math.max(...ids)}`,
          )
          const known = new Set(rows.map(({ user_id }) => Number(user_id)))
          return ids.map((id) => known.has(id))
        },
      },
    }),
  ],
  retention: [
    {
      name: 'What happened to accounts: sign-ins, wrong passwords, rights, exports',
      entity: securityEvents,
      days: 400,
      expired: (before) => ({ at: between(null, before) }),
    },
  ],
})
