import { letterOf, tellsOf } from '../work-items/tell.ts'
import { tasks, type Task } from './entities.ts'

/** Who hears of a task: whoever it is assigned to, and of its completion and of messages those who wait for it. */
export const tellTasks = tellsOf<typeof tasks, Task>(tasks, {
  name: ({ number }) => `task ${number}`,
  isOver: ({ completed_at }) => completed_at !== null,
  letter: (task, did, ctx) => letterOf(tasks, task, did, ctx),
  steps: {
    complete: {
      did: 'completed',
      people: ({ user_id }) => [user_id],
      kind: 'answers',
      still: ({ completed_at }) => completed_at !== null,
    },
  },
})
