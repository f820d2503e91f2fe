import { defineServer, serve } from '#server/define-server.ts'
import { messages } from './entities.ts'

export default defineServer({
  serve: [
    serve(messages, {
      computed: { user: (all) => all.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })) },
      actions: {
        async make_official(message, ctx) {
          const others = await ctx.all(messages, {
            messageable_type: message.messageable_type,
            messageable_id: message.messageable_id,
          })
          for (const { id, official_at } of others)
            if (official_at && id !== message.id) await ctx.save(messages, { id, official_id: null, official_at: null })
          return message
        },
      },
    }),
  ],
})
