import { sql } from 'kysely'
import { can, guest, type Id } from '#core/access/access.ts'
import { defineServer, not, refuse, serve, within, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { messages } from '../messages/entities.ts'
import { projects } from '../projects/entities.ts'
import { mine, rfis } from './entities.ts'
import { LOCKED, NO_RESPONSE, REPLIES_EXIST, mayAnswer } from './guards.ts'
import { mailReply, mailSent, overdueReminders } from './mail.ts'

/** Sending, unsending and answering one RFI happen one after the other. */
const turn = (id: Id, ctx: Ctx) => ctx.alone(`rfi ${id}`)

/** Those of `ids` that have messages, with how many and who wrote the last one. */
async function conversations(ids: readonly Id[], { query }: Ctx) {
  const rows = await query(
    sql<{
      id: unknown
      n: unknown
      last: unknown
    }>`select g.id, g.n, l.user_id as last from (select m.messageable_id as id, count(*) as n, max(m.id) as newest from messages as m where m.messageable_type = 'rfis' and m.messageable_id between ${Math.min(...ids)} and ${Math.max(...ids)} and m.deleted_at is null group by m.messageable_id) as g join messages as l on l.id = g.newest`,
  )
  return new Map(rows.map(({ id, n, last }) => [Number(id), { count: Number(n), last: Number(last) }]))
}

/** Ids of those the user follows and has not read to the end: the rule of `isFlagged`, asked of the database. */
async function flagged({ user, query }: Ctx): Promise<Id[]> {
  const me = user.id
  const unseen = (kind: string, id: string) =>
    sql`not exists (select 1 from views as v where v.subject_type = ${kind} and v.subject_id = ${sql.ref(id)} and v.user_id = ${me})`
  const rows = await query(
    sql<{
      id: unknown
    }>`select r.id from rfis as r where r.deleted_at is null and r.id in (select id from rfis where user_id = ${me} union select id from rfis where assigned_id = ${me} union select rfi_id from distributions where user_id = ${me}) and ((r.user_id <> ${me} and ${unseen('rfi', 'r.id')}) or exists (select 1 from messages as m where m.messageable_type = 'rfis' and m.messageable_id = r.id and m.deleted_at is null and m.user_id <> ${me} and ${unseen('message', 'm.id')}))`,
  )
  return rows.map(({ id }) => Number(id))
}

export default defineServer({
  serve: [
    serve(rfis, {
      // Staff see the RFIs of the projects they see; guests those that were sent and that they wrote, hold or follow.
      visible: ({ user }) =>
        guest(user) ? { sent_at: not(null), ...mine(user.id) } : { project_id: within(projects) },
      async may(verb, { before }, ctx) {
        const { user } = ctx
        if (before) await turn(before.id, ctx)
        if (verb === 'mark_messages_viewed') return true
        if (!before || verb === 'delete') return true
        return before.user_id === user.id || can('edit', 'rfis')(user)
      },
      derive: (_, before, { user }) => (before ? {} : { user_id: user.id }),
      validate(draft, before) {
        if (!before?.sent_at) return undefined
        const changed = (['title', 'question'] as const).filter(
          (name) => draft[name] !== undefined && draft[name] !== before[name],
        )
        return Object.fromEntries(changed.map((name) => [name, [LOCKED]]))
      },
      async mayAttach({ child, verb, before }, rfi, ctx) {
        await turn(rfi.id, ctx)
        // A file is changed and taken away by who put it there, or by whoever may do that to the RFI.
        if (child === attachments && verb !== 'create')
          return before?.user_id === ctx.user.id || can(verb === 'delete' ? 'delete' : 'edit', 'rfis')(ctx.user)
        if (verb === 'delete') return can('delete', 'rfis')(ctx.user)
        // Which answer is official is said by whoever may edit the RFI; what was said stays as it is.
        if (verb === 'edit') return rfi.user_id === ctx.user.id || can('edit', 'rfis')(ctx.user)
        return mayAnswer(rfi, ctx.user)
      },
      actions: {
        // Checked once the step itself is found to be possible.
        async unsend(rfi, ctx) {
          if (await ctx.count(messages, { messageable_type: 'rfis', messageable_id: rfi.id })) refuse(REPLIES_EXIST)
          return rfi
        },
        async resolve(rfi, ctx) {
          const replies = await ctx.count(messages, { messageable_type: 'rfis', messageable_id: rfi.id })
          return replies ? rfi : refuse(NO_RESPONSE)
        },
        async mark_messages_viewed(rfi, ctx) {
          const said = await ctx.all(messages, {
            messageable_type: 'rfis',
            messageable_id: rfi.id,
            user_id: not(ctx.user.id),
          })
          if (rfi.user_id !== ctx.user.id) await ctx.markViewed(rfis, [rfi.id])
          await ctx.markViewed(
            messages,
            said.map(({ id }) => id),
          )
          return rfi
        },
      },
      queries: {
        async subscribed_and_unread(ctx) {
          const ids = await flagged(ctx)
          return ids.length ? ctx.shown(rfis, { id: ids }) : []
        },
      },
      computed: {
        project: (all) =>
          all.map(({ project_id, project_name, project_number }) => ({
            id: project_id,
            name: project_name,
            number: project_number,
          })),
        async message_count(all, ctx) {
          const known = await conversations(
            all.map(({ id }) => id),
            ctx,
          )
          return all.map(({ id }) => known.get(id)?.count ?? 0)
        },
        async last_user_id(all, ctx) {
          const known = await conversations(
            all.map(({ id }) => id),
            ctx,
          )
          return all.map(({ id }) => known.get(id)?.last ?? null)
        },
      },
    }),
  ],
  subscribe: [mailSent, mailReply],
  daily: overdueReminders,
  sample: () => import('./sample.ts'),
})
