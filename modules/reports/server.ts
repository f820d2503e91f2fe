import { text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { mailsOthers, reportMails } from './entities.ts'
import { askReport } from './server/ask.ts'
import { deriveMail, mailJobs, mountUnsubscribe, planAll, planMail, validateMail } from './server/mails.ts'

export default defineServer({
  serve: [
    serve(reportMails, {
      secret: true,
      visible: ({ user }) => mailsOthers(user) || { user_id: user.id },
      validate: validateMail,
      derive: deriveMail,
      afterSave: (mail, before, ctx) =>
        before && ['day', 'time', 'active'].every((name) => Reflect.get(before, name) === Reflect.get(mail, name))
          ? undefined
          : planMail(mail, ctx),
      queries: {
        answer: {
          asks: { report: text().help('The filters of the report stand beside it.') },
          run: (ctx, { report = '', ...filters }) => askReport(report, filters, ctx),
        },
      },
    }),
  ],
  jobs: mailJobs,
  daily: planAll,
  routes: mountUnsubscribe,
})
