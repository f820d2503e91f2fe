import type { Id } from '#core/access/access.ts'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { stateOf, type AnyWorkflow } from '#core/entity/workflow.ts'
import { formatDay } from '#lib/days.ts'
import { on, type Changes, type Ctx, type RecordEvent, type Subscription } from '#server/define-server.ts'
import { messages } from '../messages/entities.ts'
import { tell, type Happening } from '../notifications/tell.ts'
import { users } from '../users/entities.ts'
import { follows, nameOf, type Item } from './entities.ts'
import { MOST_APART, sayTogether, type Letter, type Person, type Saying } from './server/together.ts'

/** What is told of a step, or of messages: a sentence, and what belongs to it. */
export interface Tell<R> {
  /** The verb in "Kim sent RFI 014". */
  readonly did: string
  /** Whom the item is with after it: they are told even if they muted it. */
  readonly to?: (item: R, changes: Changes) => readonly Person[]
  /** The text below the notification; by default the item's title. */
  readonly note?: (item: R) => string | null
  /** Whether it is mailed, too. */
  readonly mailed?: boolean
  /** The name of its jobs in the database, which must not change: steps of one name have them together. */
  readonly job?: string
}

/** What happened, for a mail. */
export interface Told {
  /** The step, "assigned" or "message". */
  readonly action: string
  /** "Kim rejected punch item 014: Still leaks." */
  readonly first: string
  readonly by: string
  readonly at: string
}

export interface ItemTelling<E extends Entity, R> {
  /** What is told, each by a verb, or by more than that. */
  readonly tells?: Partial<Record<ActionOf<E> | 'message', string | Tell<R>>>
  /** Since when it is more than its author's own; null while nobody is told of it. By default from the start. */
  readonly since?: (item: R) => string | null
  /** The mail, which can be read without signing in; by default its title, its day and its address. */
  readonly letter?: (item: R, told: Told, ctx: Ctx) => Letter | Promise<Letter>
}

async function actorOf(id: Id | null, ctx: Ctx): Promise<string> {
  const person = id === null ? null : await ctx.find(users, id)
  return person?.name ?? 'Someone'
}

/** Whether it is in the last of its states, in which there is nothing left to do. */
const isOver = (workflow: AnyWorkflow, item: object) => stateOf(workflow, item) === Object.keys(workflow.states).at(-1)

/** Whether an item is where a step led, or has gone on from there without being over. */
function isStill(workflow: AnyWorkflow, action: string, item: Readonly<Record<string, unknown>>): boolean {
  const to = workflow.steps[action]?.to ?? ''
  const stamp = workflow.states[to]?.stamp
  if (stateOf(workflow, item) === to) return true
  return stamp !== undefined && item[`${stamp}_at`] !== null && !isOver(workflow, item)
}

/**
 * Makes the subscriptions that tell of assignments, steps and messages of work items: whoever follows one and has not muted
 * it, and whom it is with (rule follow).
 */
export function tellsOf<E extends Entity & { readonly workflow: AnyWorkflow }, R extends Item & RecordOf<E>>(
  entity: E,
  { tells = {}, since, letter = (item, { first }, ctx) => letterOf(entity, item, first, ctx) }: ItemTelling<E, R>,
): Subscription[] {
  const { workflow, table, display } = entity
  const declared = Object.entries<string | Tell<R> | undefined>(tells)
  const all = new Map(
    declared.map(([action, one = '']): [string, Tell<R>] => [action, typeof one === 'string' ? { did: one } : one]),
  )
  const { message = { did: 'wrote about' }, ...steps } = Object.fromEntries(all)
  async function say(event: Happening, item: R, saying: Saying, ctx: Ctx) {
    const { to, note, did, action, at } = saying
    const by = await actorOf(event.user_id, ctx)
    const text = `${by} ${did} ${nameOf(entity, item)}`
    const first = saying.says && note !== null ? `${text}: ${note}` : `${text}.`
    const mail = saying.mailed ? await letter(item, { action, first, by, at }, ctx) : undefined
    const addressed = to.flatMap((id) => id ?? [])
    const about = { followable_type: table, followable_id: item.id, muted: false }
    const following = saying.alone ? [] : await ctx.pick(follows, ['user_id'], about)
    const others = following.flatMap(({ user_id }) => (addressed.includes(user_id) ? [] : [user_id]))
    const telling = { entity, record: item, project_id: item.project_id, text, note, ...(mail && { mail }) }
    await tell(event, { ...telling, people: addressed, kind: 'with_you' }, ctx)
    await tell(event, { ...telling, people: others, kind: 'answers' }, ctx)
  }
  /** Tells what is said of an item; of many that one request changed, once, by the job of the first of them. */
  async function sayEach(event: RecordEvent<E>, sayingOf: (item: R, changes: Changes) => Saying | null, ctx: Ctx) {
    const all = await event.alongside()
    if (all.length > MOST_APART) {
      if (all[0]?.id !== event.record.id) return
      const by = await actorOf(event.user_id, ctx)
      const write = (item: R, { action, at }: Saying) => letter(item, { action, first: '', by, at }, ctx)
      return sayTogether({ entity, event, all, by, sayingOf, write }, ctx)
    }
    const current = event.current as R | null
    const saying = current && sayingOf(current, event.changes)
    if (saying) await say(event, current, saying, ctx)
  }

  const assigned = on(entity, ['created', 'updated'] as never, (event, ctx) => {
    const { action, user_id, at } = event
    const sayingOf = (item: R, changes: Changes): Saying | null => {
      if (!item.assigned_id || user_id === null || isOver(workflow, item)) return null
      // Whoever it is assigned to before others know of it, or at once with that, hears of that alone.
      const from = since?.(item)
      if (from === null || (from !== undefined && from >= at)) return null
      if (action === 'updated' && changes.assigned_id?.new !== item.assigned_id) return null
      const saying = { action: 'assigned', at, did: 'assigned you', to: [item.assigned_id], alone: true }
      return { ...saying, note: item.title, mailed: true }
    }
    return sayEach(event, sayingOf, ctx)
  })

  const stepped = [...Map.groupBy(Object.keys(steps), (action) => steps[action]?.job ?? '')].map(([job, actions]) =>
    on(
      entity,
      actions as never,
      async (event, ctx) => {
        const step = steps[event.action]
        if (!step) return
        const { action, at } = event
        const { did, mailed = false } = step
        const sayingOf = (item: R, changes: Changes): Saying | null => {
          if (!isStill(workflow, action, { ...item })) return null
          const note = step.note ? step.note(item) : item.title
          return { action, at, did, note, mailed, says: step.note !== undefined, to: step.to?.(item, changes) ?? [] }
        }
        await sayEach(event, sayingOf, ctx)
      },
      job,
    ),
  )

  const wrote = on(
    messages,
    'created',
    async (event, ctx) => {
      const { record, current } = event
      if (!current || record.messageable_type !== table) return
      const item = (await ctx.find(entity, record.messageable_id)) as R | null
      const from = item && since?.(item)
      if (!item || from === null || (from !== undefined && from > record.created_at)) return
      const { did, mailed = false } = message
      const saying = { action: 'message', at: record.created_at, did, mailed, note: `“${record.content}”`, to: [] }
      await say({ ...event, user_id: record.user_id }, item, saying, ctx)
    },
    message.job ?? display.noun,
  )
  return [assigned, ...stepped, wrote]
}

/** Makes a mail about a work item; `lines` stand below its title. */
export const letterOf = (
  entity: Entity,
  item: Item,
  first: string,
  ctx: Ctx,
  lines: readonly string[] = [],
): Letter => ({
  subject: entity.display.title(item),
  text: [
    first,
    '',
    entity.display.title(item),
    entity.display.subtitle(item),
    ...(item.due_date === null ? [] : [`Due ${formatDay(item.due_date)}`]),
    ...lines,
    '',
    `${ctx.appUrl}${entity.display.href(item)}`,
    '',
    ctx.companyName,
  ].join('\n'),
})
