import { date, ref } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { hourCosts } from '../time/slots.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from './entities.ts'
import { fileOf, form, formErrors, isFirstDay, numbered, sign } from './server/forms.ts'
import { costsOf } from './server/costs.ts'
import { weeksOf } from './server/weeks.ts'

// Whoever may read any of it reads all: its guards know the office, which sees every job and person.
const all = { visible: () => true, secret: true }

export default defineServer({
  serve: [
    serve(tradeClasses, all),
    serve(certifiedJobs, all),
    serve(entryClasses, all),
    serve(workerNumbers, all),
    serve(payWeeks, { ...all, validate: isFirstDay }),
    serve(certifiedPayrolls, {
      ...all,
      derive: numbered,
      validate: formErrors,
      actions: { sign },
      queries: {
        weeks: weeksOf,
        form: { asks: { project_id: ref('project'), week_start: date() }, run: form },
      },
      written: { file: fileOf },
    }),
  ],
  fills: [hourCosts(costsOf)],
})
