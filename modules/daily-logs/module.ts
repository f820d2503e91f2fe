import { defineModule } from '#core/module/define-module.ts'
import { dailyLogs, logEntries, logRecipients } from './entities.ts'

export default defineModule({
  id: 'daily-logs',
  entities: [dailyLogs, logEntries, logRecipients],
})
