import type { Context, Hono } from 'hono'
import type { Id } from '#core/access/access.ts'
import { isObject } from '#lib/is-object.ts'
import type { SharePage } from '#lib/share-page.ts'
import { refuse, type Ctx, type RouteTools } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { shareLinks } from '../entities.ts'
import { shareable } from '../slots.ts'

/** What is looked at again within this time is one opening, in milliseconds. */
const ONE_OPENING = 3_600_000
const NO_LINK = 'There is no such link. Look whether its address is whole.'

async function pageOf(id: Id, ctx: Ctx): Promise<SharePage> {
  const link = (await ctx.find(shareLinks, id)) ?? refuse(NO_LINK, {}, 404)
  const project = (await ctx.find(projects, link.project_id)) ?? refuse(NO_LINK, {}, 404)
  const [settings] = await ctx.cached(companySettings)
  const [maker] = await ctx.pick(users, ['phone_number'], { id: link.made_by_id })
  const { what, title, until, may_download, asks, answers, confirmed_at } = link
  const about = ctx.filled(shareable).find((one) => one.what.includes(what)) ?? refuse(NO_LINK, {}, 404)
  return {
    link: id,
    company: settings?.name ?? ctx.companyName,
    maker: link.made_by_name,
    phone: maker?.phone_number ?? null,
    project_number: project.number,
    project_name: project.name,
    recipient: link.poster ? null : link.user_name,
    recipient_id: link.user_id,
    noun: about.noun,
    kind: about.kindOf?.(link, ctx) ?? null,
    title,
    until,
    may_download,
    asks,
    answers,
    confirmed_at,
    as_of: ctx.now,
    // Each reader of a poster is another.
    since: link.poster ? null : link.seen_before,
  }
}

/** Counts an opening. The first is a change of the link that its history tells; the others tell those who look at it alone. */
async function count(id: Id, ctx: Ctx): Promise<void> {
  await ctx.alone(`share link ${id}`)
  const link = await ctx.find(shareLinks, id)
  if (!link || Date.parse(ctx.now) - Date.parse(link.seen_at ?? '1970-01-01') < ONE_OPENING) return
  const values = { id, opens: link.opens + 1, seen_at: ctx.now, seen_before: link.seen_at }
  if (link.opened_at === null) await ctx.save(shareLinks, { ...values, opened_at: ctx.now })
  else await ctx.announce(shareLinks, id, () => ctx.setDerived(shareLinks, [{ ...values, updated_at: ctx.now }]))
}

/** Said of a link that has ended to who had its address, and of nothing else. */
async function endedText(id: Id, ctx: Ctx): Promise<string> {
  const [link] = await ctx.pick(shareLinks, ['made_by_name'], { id })
  return `This link has ended. Call ${link?.made_by_name ?? ctx.companyName} for a new one.`
}

/** Confirms the state that the recipient has seen, never a later one. */
async function confirm(id: Id, as_of: unknown, ctx: Ctx): Promise<void> {
  const link = await ctx.find(shareLinks, id)
  const seen = typeof as_of === 'string' ? Date.parse(as_of) : Number.NaN
  const from = Date.parse(link?.opened_at ?? ctx.now)
  if (!link?.asks || !(seen >= from && seen <= Date.parse(ctx.now))) refuse('Look at what is current first.')
  await ctx.save(shareLinks, { id, confirmed_at: new Date(seen).toISOString() })
}

/** What recipients ask for beside the records: the page's own words, and to confirm (rule share-link). */
export function mountSharePages(app: Hono, { inTransaction, openLink, ownForms, readBody }: RouteTools): void {
  const linkOf = (c: Context): Id => c.get('caller').user?.grant?.link ?? refuse(NO_LINK, {}, 404)

  app.post('/s/open', ownForms, async (c) => {
    const { token } = await readBody(c)
    const opened = typeof token === 'string' ? await openLink(c, token) : null
    if (!opened) return refuse(NO_LINK, {}, 404)
    const { id, holds } = opened
    if (!holds) return refuse(await inTransaction((ctx) => endedText(id, ctx)), {}, 404)
    return c.json(
      await inTransaction(async (ctx) => {
        await count(id, ctx)
        return pageOf(id, ctx)
      }),
    )
  })
  app.get('/s/:link{[0-9]+}/api/share', async (c) => c.json(await inTransaction((ctx) => pageOf(linkOf(c), ctx))))
  app.post('/s/:link{[0-9]+}/api/share/confirm', ownForms, async (c) => {
    const body = await readBody(c)
    const id = linkOf(c)
    return c.json(
      await inTransaction(async (ctx) => {
        await confirm(id, isObject(body) ? body.as_of : null, ctx)
        return pageOf(id, ctx)
      }),
    )
  })
}
