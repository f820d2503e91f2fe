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
  /** The verb in "Kim sent RFI 014". */
  readonly did: string
  readonly people: (item: R, changes: Changes) => readonly Person[]
  readonly kind: NotificationKind
  /** Whether the item is still in the state that the step led to; if not, nobody is told. */
  readonly still: (item: R) => boolean
  /** The text below the notification; by default the item's title. */
  readonly note?: (item: R) => string | null
  /** The mail, which can be read without signing in; without it nothing is mailed. */
  readonly letter?: (item: R, did: string, ctx: Ctx, at: string) => Letter | Promise<Letter>
}

export interface ItemTelling<E extends Entity, R> {
  /** Its name within a sentence: "punch item 014". */
  readonly name: (item: R) => string
  /** Whether the work is over, after which assignments are not told. Without it assignments are never told. */
  readonly isOver?: (item: R) => boolean
  /** The mail to the new assignee. */
  readonly letter?: (item: R, did: string, ctx: Ctx) => Letter
  readonly steps?: Partial<Record<ActionOf<E>, StepTelling<R>>>
  /** The name of its message jobs in the database, which must not change; by default its noun. */
  readonly job?: string
  /** Who is told of messages about it, and how; by default its assignee and author. */
  readonly answered?: (item: R, message: Message, ctx: Ctx) => Promise<Answered | null>
}

export interface Answered {
  readonly people: readonly Person[]
  /** The verb; by default "wrote about". */
  readonly did?: string
  readonly mail?: Letter
}

const present = (people: readonly Person[]): Id[] => [...new Set(people.flatMap((id) => id ?? []))]

async function actorOf(id: Id | null, ctx: Ctx): Promise<string> {
  const person = id === null ? null : await ctx.find(users, id)
  return person?.name ?? 'Someone'
}

/** Makes the subscriptions that tell people of assignments, steps and messages of work items (rule work-item). */
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
