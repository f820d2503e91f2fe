import { defineServer, serve } from '#server/define-server.ts'
import { mailsOthers, reportMails } from './entities.ts'
import { askReport } from './server/ask.ts'

export default defineServer({
  serve: [
    serve(reportMails, {
      secret: true,
      visible: ({ user }) => mailsOthers(user) || { user_id: user.id },
      queries: { answer: (ctx, { report = '', ...filters }) => askReport(report, filters, ctx) },
    }),
  ],
})
