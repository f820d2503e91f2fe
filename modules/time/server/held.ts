import { sql } from 'kysely'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { can, staff, type CurrentUser } from '#core/access/access.ts'
import { addDays, isDay, type Day } from '#lib/days.ts'
import { between, refuse, type Ctx, type Described, type RouteTools } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { HELD_DAYS, heldChanges, type HeldChange } from '../held.ts'

const MOST_DAYS = 100
const reported = z.object({
  device: z.enum(['phone', 'computer']),
  changes: z.array(
    z.object({
      entity: z.enum(['time_entry', 'timecard']),
      person: z.int(),
      count: z.int().check(z.gte(1), z.lte(1000)),
      days: z.array(z.string().check(z.refine(isDay))).check(z.maxLength(MOST_DAYS)),
      since: z.iso.datetime(),
      refusal: z.nullable(z.string()),
    }),
  ),
})
type Reported = z.infer<typeof reported>

/** Whoever has a week of their own tells of their hours, and of others' who may enter these. */
const mayHold = (user: CurrentUser, id: number) =>
  staff(user) && can('view', 'timecards')(user) && (id === user.id || can('create', 'timeEntries')(user))

/** Takes what a device holds in place of what it said before. What it repeats changes nothing, for a day. */
async function replace({ device, changes }: Reported, holder: CurrentUser, session: string, ctx: Ctx): Promise<void> {
  await ctx.alone(`held changes of ${session}`)
  const people = await ctx.pick(users, ['id'], { id: changes.map(({ person }) => person) })
  const next = changes
    .filter(({ person }) => people.some(({ id }) => id === person) && mayHold(holder, person))
    .map(({ entity: kind, person: user_id, count, since, refusal, days }) => ({
      user_id,
      holder_id: holder.id,
      session,
      device,
      kind,
      count,
      days: days.toSorted(),
      // A device's clock may be ahead.
      since: since < ctx.now ? since : ctx.now,
      refusal: refusal?.trim().slice(0, 200) || null,
    }))
  const before = await ctx.all(heldChanges, { session })
  const isKnown = (one: (typeof next)[number]) =>
    before.some(
      (old) =>
        old.created_at > addDays(ctx.now.slice(0, 10), -1) &&
        (Object.keys(one) as (keyof typeof one)[]).every((name) => String(old[name]) === String(one[name])),
    )
  if (next.length === before.length && next.every(isKnown)) return
  for (const { id } of before) await ctx.remove(heldChanges, id)
  for (const one of next) await ctx.save(heldChanges, one)
}

const described: Described = {
  method: 'put',
  path: '/api/held_changes',
  operation: {
    operationId: 'held_changes.replace',
    tags: ['Held changes'],
    summary: 'Tell what of people’s hours this device holds',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: z.toJSONSchema(reported, { io: 'input', unrepresentable: 'any' }) } },
    },
    responses: { 204: { description: 'It is known.' }, default: { $ref: '#/components/responses/Problem' } },
  },
}

/** `PUT /api/held_changes`: what of people's hours the signed-in person's device holds (rule held-changes). */
export function mountHeld(app: Hono, { inTransaction, readBody, describe }: RouteTools): void {
  describe(described)
  app.put('/api/held_changes', async (c) => {
    const { user, session } = c.get('caller')
    if (!user || !session) return c.json({ message: 'Unauthenticated.' }, 401)
    const { data } = z.safeParse(reported, await readBody(c))
    if (!data || data.changes.length > MOST_DAYS)
      return refuse('Changes must say whose they are, of which days, and since when.')
    await inTransaction((ctx) => replace(data, user, session, ctx))
    return c.body(null, 204)
  })
}

/** What devices hold of these days, as they have said lately, in sessions that have not ended. */
export async function heldIn(from: Day, to: Day, ctx: Ctx): Promise<HeldChange[]> {
  const reports = await ctx.all(heldChanges, { created_at: between(addDays(ctx.now.slice(0, 10), -HELD_DAYS), null) })
  const own = reports.filter(({ days }) => days.some((day) => from <= day && day <= to))
  if (!own.length) return []
  const open = await ctx.query(
    sql<{
      id_hash: string
    }>`select id_hash from sessions where id_hash in (${sql.join(own.map(({ session }) => session))})`,
  )
  const sessions = new Set(open.map(({ id_hash }) => id_hash))
  return own.filter(({ session }) => sessions.has(session))
}
