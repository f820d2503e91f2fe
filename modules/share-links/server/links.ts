import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import { choice, date, flag, json, number, text } from '#core/entity/fields.ts'
import { addDays, formatDay, isDay, momentIn } from '#lib/days.ts'
import { isObject } from '#lib/is-object.ts'
import { randomHex } from '#lib/random-hex.ts'
import { anyOf, refuse, serve, sha256, within, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf, zoneOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { MOST_DAYS, shareLinks, targets, type ShareLink } from '../entities.ts'
import { shareable, type Target } from '../slots.ts'
import { personFor, readerOf, recipients } from './recipients.ts'

/** Bytes of an address: nobody guesses 128 bits. */
const BYTES = 16
const NOT_YOURS = 'You may not share this.'

/** The addresses that a request made, by their links, for its own answer. */
const madeIn = (ctx: Ctx) => ctx.once('addresses of share links', () => new Map<Id, string>())

/** Makes an address of a link. Only its hash is kept, in a table that is no record, so no history or export has it. */
async function addressOf({ id }: Pick<ShareLink, 'id'>, ctx: Ctx): Promise<string> {
  const token = randomHex(BYTES)
  await ctx.query(sql`insert into share_secrets (token_hash, link_id) values (${sha256(token)}, ${id})`)
  const address = `${ctx.appUrl}/s/${token}`
  madeIn(ctx).set(id, address)
  return address
}

const kindOf = (what: string, ctx: Ctx) => ctx.filled(shareable).find((kind) => kind.what.some((one) => one === what))

/** @throws Refusal 403 unless the asker may share this */
async function titleOf(target: Target, ctx: Ctx): Promise<string> {
  return (await kindOf(target.what, ctx)?.titleOf(target, ctx)) ?? refuse(NOT_YOURS, {}, 403)
}

async function lasting(until: unknown, ctx: Ctx): Promise<Pick<ShareLink, 'until' | 'ends_at'>> {
  const today = await todayOf(ctx)
  const fits = typeof until === 'string' && isDay(until) && until >= today && until <= addDays(today, MOST_DAYS)
  if (!fits) return refuse('Choose when the link ends.', { until: ['Ends must be within a year from today.'] })
  return { until, ends_at: momentIn(await zoneOf(ctx), addDays(until, 1)) }
}

/** Mails a link to its recipient; false where they have no address. */
async function mailTo(link: ShareLink, address: string, ctx: Ctx): Promise<boolean> {
  const [person] = await ctx.pick(users, ['email'], { id: link.user_id })
  const project = await ctx.find(projects, link.project_id)
  if (!person?.email || !project) return false
  const job = `${project.number} ${project.name}`
  const lines = [
    `${ctx.user.name} of ${ctx.companyName} shares ${link.title} of ${job} with you. Open it without an account:`,
    address,
    `It always shows what is current, and ends on ${formatDay(link.until)}. The link is for you: ${ctx.user.name} sees that it was opened.`,
  ]
  const subject = `${link.title}, ${job}`
  await ctx.mail({ to: person.email, subject, text: `${lines.join('\n\n')}\n`, secret: true })
  return true
}

const asked = z.object({
  what: z.enum(targets),
  target_type: z.optional(z.nullable(z.string())),
  target_id: z.optional(z.nullable(z.int())),
  discipline: z.optional(z.nullable(z.string())),
  may_download: z.optional(z.boolean()),
  whole: z.optional(z.boolean()),
  asks: z.optional(z.boolean()),
  answers: z.optional(z.boolean()),
  to: z.optional(recipients),
  poster: z.optional(z.boolean()),
})

/** Makes the link of a poster of drawings, where the company allows them: making one says so for its job. */
async function makePoster(about: Omit<z.infer<typeof asked>, 'to'> & { project_id: Id }, until: unknown, ctx: Ctx) {
  const [settings] = await ctx.cached(companySettings)
  if (!settings?.share_posters || about.what !== 'drawings') refuse('The company allows no posters of this.', {}, 403)
  const { project_id, what, discipline = null } = about
  const target = { ...usual, project_id, what, discipline }
  const [title, ending] = [await titleOf(target, ctx), await lasting(until, ctx)]
  const project = await ctx.find(projects, project_id)
  const user_id = await readerOf(`Poster ${project?.number ?? ''}`.trim(), ctx)
  const link = await ctx.save(shareLinks, {
    ...target,
    ...ending,
    title,
    user_id,
    poster: true,
    made_by_id: ctx.user.id,
  })
  await addressOf(link, ctx)
  await ctx.accounts.note(ctx.user.id, 'share link made', `${title} for ${link.user_name}`)
  return link
}

const usual = { target_type: null, target_id: null, discipline: null }

/** Makes a link for each recipient, and mails it to those who have an address. */
async function send(ctx: Ctx, { project_id, until, ...body }: Readonly<Record<string, unknown>>): Promise<ShareLink[]> {
  const sent = z.safeParse(asked, body)
  if (!sent.success) {
    const errors = sent.error.issues.map(({ path: [name], message }) => [String(name), [message]])
    return refuse('This cannot be shared so.', Object.fromEntries(errors))
  }
  const { to, poster = false, ...given } = sent.data
  if (poster) return [await makePoster({ ...given, project_id: Number(project_id) }, until, ctx)]
  if (!to) return refuse('Say who gets a link.', { to: ['is required'] })
  const about = { ...usual, ...given, project_id: Number(project_id) }
  const title = await titleOf(about, ctx)
  const ending = await lasting(until, ctx)
  const made: ShareLink[] = []
  for (const one of to) {
    const user_id = await personFor(one, ctx)
    const link = await ctx.save(shareLinks, { ...about, ...ending, title, user_id, made_by_id: ctx.user.id })
    await mailTo(link, await addressOf(link, ctx), ctx)
    await ctx.accounts.note(ctx.user.id, 'share link made', `${title} for ${link.user_name}`)
    made.push(link)
  }
  return made
}

const demandOpen = ({ ended_at, ends_at }: ShareLink, { now }: Ctx) => {
  if (ended_at !== null || ends_at <= now) refuse('This link has ended. Renew it first.')
}

/** Ends all posters, as the company allows them no longer. */
export async function endPosters(ctx: Ctx): Promise<void> {
  for (const { id } of await ctx.pick(shareLinks, ['id'], { poster: true, ended_at: null }))
    await ctx.save(shareLinks, { id, ended_at: ctx.now })
}

/** Ends what was shared with a person, as they lose their access. */
export async function endLinksOf(user_id: Id, ctx: Ctx): Promise<void> {
  for (const { id } of await ctx.pick(shareLinks, ['id'], { user_id, ended_at: null }))
    await ctx.save(shareLinks, { id, ended_at: ctx.now })
}

export const servedLinks = serve(shareLinks, {
  secret: true,
  visible: (ctx) => ({
    project_id: within(projects),
    ...anyOf<ShareLink>(
      { made_by_id: ctx.user.id },
      ...ctx.filled(shareable).flatMap((kind) => kind.links(ctx.user, ctx)),
    ),
  }),
  collectionActions: {
    send: {
      asks: {
        what: choice(...targets),
        target_type: text().optional(),
        target_id: number({ decimals: 0 }).optional(),
        discipline: text().optional(),
        until: date(),
        may_download: flag().default(true),
        whole: flag().default(false),
        asks: flag().default(false),
        answers: flag().default(false),
        to: json(recipients).optional(),
        poster: flag().default(false),
      },
      run: send,
    },
  },
  actions: {
    renew: {
      asks: { until: date() },
      async run(link, ctx, body) {
        await titleOf(link, ctx)
        const [settings] = await ctx.cached(companySettings)
        if (link.poster && !settings?.share_posters) refuse('The company allows no posters of this.', {}, 403)
        const ending = await lasting(isObject(body) ? body.until : null, ctx)
        return { ...link, ...ending, ended_at: null, made_by_id: ctx.user.id }
      },
    },
    async nudge(link, ctx) {
      demandOpen(link, ctx)
      await titleOf(link, ctx)
      if (!(await mailTo(link, await addressOf(link, ctx), ctx))) refuse('This person has no email address.')
      return link
    },
    async copy(link, ctx) {
      demandOpen(link, ctx)
      await titleOf(link, ctx)
      await addressOf(link, ctx)
      return link
    },
    end: (link, { now }) => ({ ...link, ended_at: link.ended_at ?? now }),
  },
  computed: {
    plain: (links, ctx) => links.map(({ id }) => madeIn(ctx).get(id) ?? null),
    async mailable(links, ctx) {
      const people = await ctx.pick(users, ['id', 'email'], { id: [...new Set(links.map(({ user_id }) => user_id))] })
      const mailed = new Set(people.flatMap(({ id, email }) => (email === null ? [] : [id])))
      return links.map(({ user_id }) => mailed.has(user_id))
    },
    async changed_at(links, ctx) {
      const known = await Promise.all(
        ctx.filled(shareable).map((kind) => {
          const own = links.filter(({ what }) => kind.what.includes(what))
          return own.length ? kind.changedAt(own, ctx) : new Map<Id, string>()
        }),
      )
      return links.map(({ id }) => known.flatMap((some) => some.get(id) ?? [])[0] ?? null)
    },
  },
})
