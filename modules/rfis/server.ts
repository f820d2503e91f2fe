import { sql } from 'kysely'
import { guest, type Id } from '#core/access/access.ts'
import { defineServer, not, perBatch, serve, within, type Ctx } from '#server/define-server.ts'
import { messages } from '../messages/entities.ts'
import { projects } from '../projects/entities.ts'
import { mine, rfis } from './entities.ts'
import { overdueReminders, reminderJobs, tellReply, tellSent } from './mail.ts'

/** Serializes sending, unsending and answering an RFI. */
const lockRfi = (id: Id, ctx: Ctx) => ctx.alone(`rfi ${id}`)

/** For each RFI with messages: their number and the author of the last one. */
const conversations = perBatch(async (batch: readonly { id: Id }[], { query }) => {
  const ids = batch.map(({ id }) => id)
  const rows = await query(
    sql<{
      id: unknown
      n: unknown
      last: unknown
    }>`select g.id, g.n, l.user_id as last from (select m.messageable_id as id, count(*) as n, max(m.id) as newest from messages as m where m.messageable_type = 'rfis' and m.messageable_id between ${Math.min(...ids)} and ${Math.max(...ids)} and m.deleted_at is null group by m.messageable_id) as g join messages as l on l.id = g.newest`,
  )
  return new Map(rows.map(({ id, n, last }) => [Number(id), { count: Number(n), last: Number(last) }]))
})

/** The ids of the RFIs flagged for the user: the rule of `isFlagged` as a query. */
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
      // Staff see the RFIs of the projects they see; guests see sent ones that they follow.
      visible: ({ user }) =>
        guest(user) ? { sent_at: not(null), ...mine(user.id) } : { project_id: within(projects) },
      async may(_, { before }, ctx) {
        if (before) await lockRfi(before.id, ctx)
        return true
      },
      async mayAttach(_, rfi, ctx) {
        await lockRfi(rfi.id, ctx)
        return true
      },
      actions: {
        async mark_messages_viewed(rfi, ctx) {
          const others = await ctx.all(messages, {
            messageable_type: 'rfis',
            messageable_id: rfi.id,
            user_id: not(ctx.user.id),
          })
          if (rfi.user_id !== ctx.user.id) await ctx.markViewed(rfis, [rfi.id])
          await ctx.markViewed(
            messages,
            others.map(({ id }) => id),
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
          const known = await conversations(all, ctx)
          return all.map(({ id }) => known.get(id)?.count ?? 0)
        },
        async last_user_id(all, ctx) {
          const known = await conversations(all, ctx)
          return all.map(({ id }) => known.get(id)?.last ?? null)
        },
      },
    }),
  ],
  subscribe: [tellSent, tellReply],
  daily: overdueReminders,
  jobs: reminderJobs,
  sample: () => import('./sample.ts'),
})
