import { defineServer, into } from '#server/define-server.ts'
import { serveItems } from '../work-items/serve.ts'
import { workItems } from '../work-items/slots.ts'
import { dateDefaults, makeDefaults } from './defaults.ts'
import { tasks } from './entities.ts'
import { tellTasks } from './tell.ts'
import { deriveTask, validateTask } from './places.ts'

export default defineServer({
  serve: serveItems(tasks, { derive: deriveTask, validate: validateTask }),
  fills: [into(workItems, tasks)],
  subscribe: [makeDefaults, dateDefaults, ...tellTasks],
  sample: () => import('./sample/sample.ts'),
})
