import { defineServer, not, serve } from '#server/define-server.ts'
import { messages } from './entities.ts'

export default defineServer({
  serve: [
    serve(messages, {
      granted: {
        reads: ['messageable_type', 'messageable_id', 'content', 'user_name', 'official_at'],
        answers: ['create'],
      },
      computed: { user: (all) => all.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })) },
      /** A conversation has one official answer at most: the latest. */
      async afterSave({ id, messageable_type, messageable_id, official_at }, before, ctx) {
        if (official_at === null || before === null || before.official_at !== null) return
        const others = await ctx.all(messages, {
          messageable_type,
          messageable_id,
          id: not(id),
          official_at: not(null),
        })
        for (const other of others) await ctx.save(messages, { id: other.id, official_id: null, official_at: null })
      },
    }),
  ],
})
