import type { Id } from '#core/access/access.ts'
import { on, type Ctx } from '#server/define-server.ts'
import { messages } from '../messages/entities.ts'
import { tell } from '../notifications/tell.ts'
import { users } from '../users/entities.ts'
import { tasks, type Task } from './entities.ts'

const { title, subtitle, href } = tasks.display
const about = (task: Task) => ({ entity: tasks, record: task, project_id: task.project_id })

async function actorOf(id: Id | null, ctx: Ctx): Promise<string> {
  const person = id === null ? null : await ctx.find(users, id)
  return person?.name ?? 'Someone'
}

const letter = (task: Task, first: string, ctx: Ctx) => ({
  subject: title(task),
  text: [first, '', title(task), subtitle(task), '', `${ctx.appUrl}${href(task)}`, '', ctx.companyName].join('\n'),
})

/** Whoever a task is assigned to hears of it, unless it is done already. */
export const tellAssigned = on(tasks, ['created', 'updated'], async (event, ctx) => {
  const { current, action, changes, user_id } = event
  if (!current?.assigned_id || current.completed_at || user_id === null) return
  if (action === 'updated' && changes.assigned_id?.new !== current.assigned_id) return
  const text = `${await actorOf(user_id, ctx)} assigned you task ${current.number}`
  await tell(
    event,
    {
      ...about(current),
      people: [current.assigned_id],
      kind: 'with_you',
      text,
      note: current.title,
      mail: letter(current, `${text}.`, ctx),
    },
    ctx,
  )
})

/** The creator hears that a task is completed. */
export const tellCompleted = on(tasks, 'complete', async (event, ctx) => {
  const { current, user_id } = event
  if (!current?.completed_at) return
  const text = `${await actorOf(user_id, ctx)} completed task ${current.number}`
  await tell(event, { ...about(current), people: [current.user_id], kind: 'answers', text, note: current.title }, ctx)
})

/** The assignee and the creator hear of messages about a task. */
export const tellMessage = on(
  messages,
  'created',
  async (event, ctx) => {
    const { record: message, current } = event
    if (!current || message.messageable_type !== tasks.table) return
    const task = await ctx.find(tasks, message.messageable_id)
    if (!task) return
    await tell(
      { ...event, user_id: message.user_id },
      {
        ...about(task),
        people: [task.user_id, ...(task.assigned_id === null ? [] : [task.assigned_id])],
        kind: 'answers',
        text: `${message.user_name} wrote about task ${task.number}`,
        note: `“${message.content}”`,
      },
      ctx,
    )
  },
  'task',
)
