import type { Id } from '#core/access/access.ts'
import type { ActionOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { formatDay } from '#lib/days.ts'
import { on, type Ctx, type Mail, type Changes, type Subscription } from '#server/define-server.ts'
import { messages, type Message } from '../messages/entities.ts'
import type { NotificationKind } from '../notifications/entities.ts'
import { tell } from '../notifications/tell.ts'
import { users } from '../users/entities.ts'
import type { Item } from './entities.ts'

type Letter = Omit<Mail, 'to'>
export type Person = Id | null | undefined

export interface StepTelling<R> {
  /** What somebody did with it, as in "Kim sent RFI 014". */
  readonly did: string
  readonly people: (item: R, changes: Changes) => readonly Person[]
  readonly kind: NotificationKind
  /** Whether it is still so. */
  readonly still: (item: R) => boolean
  /** Words that belong to it, such as the reason; its title, if nothing is said. */
  readonly note?: (item: R) => string | null
  /** The letter about it, which can be read without signing in; nothing is mailed without. */
  readonly letter?: (item: R, did: string, ctx: Ctx, at: string) => Letter | Promise<Letter>
}

export interface ItemTelling<E extends Entity, R> {
  /** What it is called within a sentence: "punch item 014". */
  readonly name: (item: R) => string
  /** Whether nobody has to do it any more. Without it, who it is assigned to hears of it by a step. */
  readonly isOver?: (item: R) => boolean
  /** The letter to whoever it is assigned to. */
  readonly letter?: (item: R, did: string, ctx: Ctx) => Letter
  readonly steps?: Partial<Record<ActionOf<E>, StepTelling<R>>>
  /** What jobs about its messages are called in a database; its noun, if nothing is said. */
  readonly job?: string
  /** Who hears of messages about it, and how; its assignee and its author, if nothing is said. */
  readonly answered?: (item: R, message: Message, ctx: Ctx) => Promise<Answered | null>
}

export interface Answered {
  readonly people: readonly Person[]
  /** "wrote about", if nothing is said. */
  readonly did?: string
  readonly mail?: Letter
}

const present = (people: readonly Person[]): Id[] => [...new Set(people.flatMap((id) => id ?? []))]

async function actorOf(id: Id | null, ctx: Ctx): Promise<string> {
  const person = id === null ? null : await ctx.find(users, id)
  return person?.name ?? 'Someone'
}

/**
 * Tells people of work items (rule work-item): of an assignment, of steps, and of messages.
 */
export function tellsOf<E extends Entity, R extends Item & RecordOf<E>>(
  entity: E,
  { name, isOver, letter, steps = {}, answered, job = entity.display.noun }: ItemTelling<E, R>,
): Subscription[] {
  const about = (item: R) => ({ entity, record: item, project_id: item.project_id })

  const assigned = on(entity, ['created', 'updated'] as never, async (event, ctx) => {
    const { action, changes, user_id } = event
    const current = event.current as R | null
    if (!current?.assigned_id || isOver?.(current) || user_id === null) return
    if (action === 'updated' && changes.assigned_id?.new !== current.assigned_id) return
    const did = `${await actorOf(user_id, ctx)} assigned you ${name(current)}`
    const people = [current.assigned_id]
    const mail = letter?.(current, `${did}.`, ctx)
    await tell(
      event,
      { ...about(current), people, kind: 'with_you', text: did, note: current.title, ...(mail && { mail }) },
      ctx,
    )
  })

  const stepped = on(entity, Object.keys(steps) as never, async (event, ctx) => {
    const current = event.current as R | null
    const step = (steps as Record<string, StepTelling<R>>)[event.action]
    if (!current || !step?.still(current)) return
    const did = `${await actorOf(event.user_id, ctx)} ${step.did} ${name(current)}`
    const mail = await step.letter?.(current, did, ctx, event.at)
    const people = present(step.people(current, event.changes))
    const note = step.note ? step.note(current) : current.title
    await tell(event, { ...about(current), people, kind: step.kind, text: did, note, ...(mail && { mail }) }, ctx)
  })

  const wrote = on(
    messages,
    'created',
    async (event, ctx) => {
      const { record: message, current } = event
      if (!current || message.messageable_type !== entity.table) return
      const item = (await ctx.find(entity, message.messageable_id)) as R | null
      const told =
        item && (answered ? await answered(item, message, ctx) : { people: [item.assigned_id, item.user_id] })
      if (!told) return
      await tell(
        { ...event, user_id: message.user_id },
        {
          ...about(item),
          people: present(told.people),
          kind: 'answers',
          text: `${message.user_name} ${told.did ?? 'wrote about'} ${name(item)}`,
          note: `“${message.content}”`,
          ...(told.mail && { mail: told.mail }),
        },
        ctx,
      )
    },
    job,
  )
  return [...(isOver ? [assigned] : []), ...(Object.keys(steps).length ? [stepped] : []), wrote]
}

/** A letter about a work item, with what `lines` say of it. */
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
