import { defineServer } from '#server/define-server.ts'
import { handoverParts, partOf } from '../handover/slots.ts'
import { serveItems } from '../work-items/serve.ts'
import { sampleParts } from '../projects/slots.ts'
import { workItems } from '../work-items/slots.ts'
import { tellsOf } from '../work-items/tell.ts'
import { dateDefaults, makeDefaults } from './server/defaults.ts'
import { tasks, type Task } from './entities.ts'
import { deriveTask, validateTask } from './server/places.ts'
import { sampleTasks } from './server/sample-tasks.ts'

export default defineServer({
  serve: serveItems(tasks, { derive: deriveTask, validate: validateTask }),
  fills: [
    workItems(tasks),
    sampleParts(sampleTasks),
    handoverParts(
      partOf({ key: 'tasks', label: 'Tasks', order: 30, entity: tasks, columns: ['assigned_id', 'due_date'] }),
    ),
  ],
  subscribe: [makeDefaults, dateDefaults, ...tellsOf<typeof tasks, Task>(tasks, { tells: { complete: 'completed' } })],
})
