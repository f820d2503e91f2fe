import { guest, type Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { anyOf, defineServer, not, refuse, serve, some, within, type Ctx, type Where } from '#server/define-server.ts'
import { handoverParts } from '../handover/slots.ts'
import { messages } from '../messages/entities.ts'
import { projects } from '../projects/entities.ts'
import { sampleParts } from '../projects/slots.ts'
import { serveWith } from '../work-items/serve.ts'
import { workItems } from '../work-items/slots.ts'
import { mine, rfis, type Rfi } from './entities.ts'
import { handedRfis } from './server/handed.ts'
import { overdueReminders, reminderJobs, tellRfis } from './server/mail.ts'
import { sampleRfi } from './server/sample-rfi.ts'

/** Serializes sending, unsending and answering an RFI. */
const lockRfi = (id: Id, ctx: Ctx) => ctx.alone(`rfi ${id}`)

/** The messages of these RFIs. */
const said = (all: readonly { id: Id }[]) => ({ messageable_type: 'rfis', messageable_id: all.map(({ id }) => id) })

/** Makes a reply to an RFI its official answer. */
async function makeOfficial(rfi: Rfi, id: Id, ctx: Ctx): Promise<void> {
  const [reply] = await ctx.all(messages, { id, messageable_type: 'rfis', messageable_id: rfi.id })
  if (!reply) return refuse('Choose a reply to this RFI.', { official_id: ['Choose a reply to this RFI.'] })
  if (!reply.official_at) await ctx.save(messages, { id, official_id: ctx.user.id, official_at: ctx.now })
}

/** The RFIs flagged for the user: the rule of `isFlagged` as a condition. */
async function flagged({ user, groups, pick }: Ctx): Promise<Where<Rfi>> {
  const unseen = { user_id: not(user.id), views: not(some({ user_id: user.id })) }
  const followed = (await pick(rfis, ['id'], mine(user.id))).map(({ id }) => id)
  const where = { messageable_type: 'rfis', messageable_id: followed, ...unseen }
  const unread = await groups(messages, { by: ['messageable_id'], where })
  return { id: followed, ...anyOf<Rfi>(unseen, { id: unread.map(({ messageable_id }) => messageable_id) }) }
}

export default defineServer({
  serve: [
    serve(rfis, {
      // Staff see the RFIs of the projects they see; guests see sent ones that they follow.
      visible: ({ user }) =>
        guest(user) ? { sent_at: not(null), ...mine(user.id) } : { project_id: within(projects) },
      together: true,
      async may(_, { before }, ctx) {
        if (before) await lockRfi(before.id, ctx)
        return true
      },
      async mayAttach(_, rfi, ctx) {
        await lockRfi(rfi.id, ctx)
        return true
      },
      actions: {
        async resolve(rfi, ctx, body) {
          const id = readId(isObject(body) ? body.official_id : undefined)
          if (id !== null) await makeOfficial(rfi, id, ctx)
          return rfi
        },
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
          return ctx.shown(rfis, await flagged(ctx))
        },
      },
      computed: {
        project: (all) =>
          all.map(({ project_id, project_name, project_number }) => ({
            id: project_id,
            name: project_name,
            number: project_number,
          })),
        async message_count(all, { groups }) {
          const counted = await groups(messages, { by: ['messageable_id'], where: said(all) })
          const known = new Map(counted.map(({ messageable_id, count }) => [messageable_id, count]))
          return all.map(({ id }) => known.get(id) ?? 0)
        },
        async last_user_id(all, { pick }) {
          const latest = { most: 1, of: 'messageable_id', by: 'id' } as const
          const last = await pick(messages, ['messageable_id', 'user_id'], said(all), { latest })
          const known = new Map(last.map(({ messageable_id, user_id }) => [messageable_id, user_id]))
          return all.map(({ id }) => known.get(id) ?? null)
        },
      },
    }),
    ...serveWith(rfis),
  ],
  fills: [workItems(rfis), sampleParts(sampleRfi), handoverParts(handedRfis)],
  subscribe: tellRfis,
  daily: overdueReminders,
  jobs: reminderJobs,
})
