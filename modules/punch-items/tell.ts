import type { Id } from '#core/access/access.ts'
import { on, type Ctx } from '#server/define-server.ts'
import { formatDay } from '#lib/days.ts'
import { messages } from '../messages/entities.ts'
import { tell } from '../notifications/tell.ts'
import { users } from '../users/entities.ts'
import { numberOf, punchItems, type PunchItem } from './entities.ts'

const { title, subtitle, href } = punchItems.display
const nameOf = (item: PunchItem) => `punch item ${numberOf(item)}`
const present = (people: readonly (Id | null)[]): Id[] => people.flatMap((id) => id ?? [])
const about = (item: PunchItem) => ({ entity: punchItems, record: item, project_id: item.project_id })

async function actorOf(id: Id | null, ctx: Ctx): Promise<string> {
  const person = id === null ? null : await ctx.find(users, id)
  return person?.name ?? 'Someone'
}

/** A mail about an item, which can be read without signing in. */
function letter(item: PunchItem, first: string, ctx: Ctx): { subject: string; text: string } {
  const lines = [
    first,
    '',
    title(item),
    subtitle(item),
    ...(item.location === null ? [] : [`Location: ${item.location}`]),
    ...(item.due_date === null ? [] : [`Due ${formatDay(item.due_date)}`]),
    ...(item.description === null ? [] : ['', item.description]),
    '',
    `${ctx.appUrl}${href(item)}`,
    '',
    ctx.companyName,
  ]
  return { subject: title(item), text: lines.join('\n') }
}

/** Whoever an item is assigned to hears of it, unless it has moved on since. */
export const tellAssigned = on(punchItems, ['created', 'updated'], async (event, ctx) => {
  const { current, action, changes, user_id } = event
  if (!current?.assigned_id || current.closed_at || user_id === null) return
  if (action === 'updated' && changes.assigned_id?.new !== current.assigned_id) return
  const text = `${await actorOf(user_id, ctx)} assigned you ${nameOf(current)}`
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

/** The creator hears that the work waits for a check; whoever did it, that it was rejected and why. */
export const tellStep = on(punchItems, ['complete', 'reject'], async (event, ctx) => {
  const { current, action, user_id, changes } = event
  if (!current) return
  const isStill = action === 'complete' ? current.completed_at !== null : current.completed_at === null
  if (!isStill || current.closed_at) return
  const text = `${await actorOf(user_id, ctx)} ${action === 'complete' ? 'completed' : 'rejected'} ${nameOf(current)}`
  const before = changes.completed_id?.old
  const doers = present([current.assigned_id, typeof before === 'number' ? before : null])
  await tell(
    event,
    {
      ...about(current),
      people: action === 'complete' ? [current.user_id] : doers,
      kind: 'with_you',
      text,
      note: action === 'complete' ? current.title : current.rejected_reason,
      mail: letter(current, action === 'complete' ? `${text}.` : `${text}: ${current.rejected_reason}`, ctx),
    },
    ctx,
  )
})

/** The assignee and the creator hear of messages about an item. */
export const tellMessage = on(
  messages,
  'created',
  async (event, ctx) => {
    const { record: message, current } = event
    if (!current || message.messageable_type !== punchItems.table) return
    const item = await ctx.find(punchItems, message.messageable_id)
    if (!item) return
    await tell(
      { ...event, user_id: message.user_id },
      {
        ...about(item),
        people: present([item.assigned_id, item.user_id]),
        kind: 'answers',
        text: `${message.user_name} wrote about ${nameOf(item)}`,
        note: `“${message.content}”`,
      },
      ctx,
    )
  },
  'punch item',
)
