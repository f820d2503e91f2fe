import type { Context, Hono, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { permissionsOf, type CurrentUser, type Grant, type Id } from '../../core/access/access.ts'
import { attachmentFields, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { decode } from '../db/codec.ts'
import { createBudgets, type Budget } from '../http/budget.ts'
import { Refusal } from '../http/errors.ts'
import type { Catalog } from '../resource/catalog.ts'
import type { AllServices } from '../services.ts'
import { sha256 } from './crypto.ts'

/** How long a browser knows the share links that were opened in it; a link ends within a year. */
export const SHARE_DAYS = 400
/** How many links are opened a minute from one address, right and wrong ones alike. */
const OPENINGS: Budget = { name: 'share link', size: 30, seconds: 60 }
/** What is asked for by a link; everything else of a request's query is left out, so that nobody searches by it. */
const passed = ['page', 'size', 'download']
/** How many answers an hour a link takes: messages, photos and steps. */
const ANSWERS: Budget = { name: 'share link answers', size: 30, seconds: 3600 }
const headers = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' }
/** Every address that a link's recipient uses begins with it. */
const AT = '/s/:link{[0-9]+}/api'

/** A link that somebody had the right address of. */
export interface OpenedLink {
  readonly id: Id
  /** False once it has ended: then there is no session of it. */
  readonly holds: boolean
}

type Row = Readonly<Record<string, unknown>>
const textOf = (value: unknown) => (value === null ? null : String(value))

/** What links may show of a catalog, and where they are answered, as the servings of its entities say (`granted`). */
function grantable(catalog: Catalog) {
  const of = (entity: Entity) => catalog.serving(entity).granted
  const reached = catalog.entities.filter(of)
  const reads = reached.flatMap((entity) => {
    const fields: Fields = { ...entity.fields, ...entity.computed }
    const told = of(entity)?.reads.flatMap((name) => fields[name] ?? []) ?? []
    // Of lines, what everyone reads of them.
    const inLines = told.flatMap(({ facts }) => Object.values(facts.lines ?? {}))
    return [...told, ...inLines.filter(({ facts }) => !facts.readableBy)]
  })
  const answered = reached.flatMap((entity) => of(entity)?.answers?.map((verb) => ({ entity, verb })) ?? [])
  const takes = (one: Entity, name: string) => of(one)?.answers && of(one)?.attached?.includes(name)
  const paths = answered.flatMap(({ entity, verb }) =>
    attachmentFields(entity)
      ? reached.filter((one) => takes(one, entity.name)).map((one) => `/${one.table}/:on{[0-9]+}/${entity.table}`)
      : `/${entity.table}/:id{[0-9]+}/${verb}`,
  )
  return {
    reached,
    reaches: new Set(reached.map(({ name }) => name)),
    reads: new Set(reads),
    answers: new Set(answered.map(({ entity, verb }) => `${entity.name} ${verb}`)),
    /** Where it is posted to. */
    paths,
  }
}

/**
 * Answers people who have a link instead of an account, by the rows of the entity named `share_link` (rule share-link).
 * Each request reads the link again, so that it ends in all processes at once. Returns what opens a link.
 */
export function mountShares(app: Hono, services: AllServices, ownForms: MiddlewareHandler) {
  const { accounts, addressOf, catalog, database, guard, now, random, report } = services
  const budgets = createBudgets(database, now)
  const links = catalog.entities.find(({ name }) => name === 'share_link')
  const { reached, reaches, reads, answers, paths } = grantable(catalog)
  const asContact = permissionsOf({ role: '', customer_id: null, contact_type_id: 0 }, catalog.areas)

  /** The people of a link that holds; null once it has ended, or its maker may not sign in any more. */
  async function peopleOf(row: Row) {
    if (row.deleted_at !== null || row.ended_at !== null || Date.parse(String(row.ends_at)) <= now().getTime())
      return null
    const [made_by_id, user_id] = [Number(row.made_by_id), Number(row.user_id)]
    const known = await accounts.byId([made_by_id, user_id])
    const [maker, recipient] = [known.get(made_by_id), known.get(user_id)]
    return maker?.open && recipient ? { maker: maker.user, recipient: recipient.user } : null
  }

  /**
   * The recipient, without any right but the grant: who has an account has none of its rights here. Who may answer takes the
   * steps that contacts take.
   */
  async function userOf(row: Row): Promise<CurrentUser | null> {
    const people = await peopleOf(row)
    if (!people) return null
    const { id, name } = people.recipient
    const mayAnswer = decode('flag', row.answers) === true
    const grant: Grant = {
      link: Number(row.id),
      project_id: Number(row.project_id),
      what: String(row.what),
      target_type: textOf(row.target_type),
      target_id: row.target_id === null ? null : Number(row.target_id),
      discipline: textOf(row.discipline),
      whole: decode('flag', row.whole) === true,
      recipient_id: id,
      may_download: decode('flag', row.may_download) === true,
      maker: people.maker,
      reaches,
      reads,
      answers: mayAnswer ? answers : new Set(),
    }
    const permissions = mayAnswer ? asContact : {}
    return { id, name, email: '', role: 'contact', permissions, customer_id: null, contact_type_id: 0, grant }
  }

  /** @throws Refusal 401 where this browser has not opened the link, or it has ended */
  async function recipientOf(c: Context): Promise<CurrentUser> {
    const [id, link] = [guard.shareIdOf(c), Number(c.req.param('link'))]
    if (!links || id === undefined || !Number.isSafeInteger(link)) throw new Refusal(401)
    const { rows } = await sql<Row>`
      select l.* from share_sessions as s join ${sql.table(links.table)} as l on l.id = s.link_id
      where s.id_hash = ${sha256(id)} and s.link_id = ${link}`.execute(database.reads)
    const user = rows[0] && (await userOf(rows[0]))
    if (!user) throw new Refusal(401)
    return user
  }

  /** Answers what is asked by a link with the route of the same address for who is signed in. */
  async function pass(c: Context): Promise<Response> {
    const { user } = c.get('caller')
    const url = new URL(c.req.url)
    if (url.searchParams.has('download') && !user?.grant?.may_download) throw new Refusal(403)
    const inner = new URL(url.pathname.replace(/^\/s\/[0-9]+/, ''), url)
    for (const name of passed) for (const value of url.searchParams.getAll(name)) inner.searchParams.append(name, value)
    const sent = new Headers(c.req.raw.headers)
    for (const name of ['cookie', 'authorization']) sent.delete(name)
    const isForm = sent.get('content-type')?.startsWith('multipart/')
    const body = c.req.method === 'GET' ? null : isForm ? c.req.raw.body : await c.req.raw.arrayBuffer()
    const request = new Request(inner, { headers: sent, method: c.req.method, ...(body && { body, duplex: 'half' }) })
    return app.fetch(request, user && guard.lend(c, user))
  }

  async function answer(c: Context): Promise<Response> {
    const { grant } = c.get('caller').user ?? {}
    if (!grant?.answers.size) throw new Refusal(403)
    await budgets.take(ANSWERS, grant.link)
    return pass(c)
  }

  /** Opens a link in this browser; null for an address that no link has. @throws Refusal 429 */
  async function open(c: Context, token: string): Promise<OpenedLink | null> {
    await budgets.take(OPENINGS, addressOf(c))
    if (!links) return null
    const { rows } = await sql<Row>`
      select l.* from share_secrets as s join ${sql.table(links.table)} as l on l.id = s.link_id
      where s.token_hash = ${sha256(token)}`.execute(database.reads)
    const [row] = rows
    const id = Number(row?.id)
    const holds = row !== undefined && (await peopleOf(row)) !== null
    if (!holds) report(c, row ? 'ended share link refused' : 'share link refused', null)
    if (!row || !holds) return row ? { id, holds } : null
    const browser = guard.shareIdOf(c) ?? random(32)
    await sql`insert into share_sessions (id_hash, link_id, created_at) values (${sha256(browser)}, ${id}, ${now().toISOString()}) on conflict (id_hash, link_id) do update set created_at = excluded.created_at`.execute(
      database.kysely,
    )
    guard.issueShareId(c, browser)
    report(c, 'share link opened', Number(row.user_id))
    return { id, holds }
  }

  app.use('/s/*', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  app.use(`${AT}/*`, async (c, next) => {
    c.set('caller', { sessionId: undefined, session: null, user: await recipientOf(c) })
    await next()
  })
  // The list, a record and its files, of all that links may show, and what is answered to records; there is nothing else.
  for (const { root } of reached)
    for (const path of ['', '/:id{[0-9]+}', ...['file', 'preview', 'thumb'].map((file) => `/:id{[0-9]+}/${file}`)])
      app.get(`${AT}${String(root).replace(/^api/, '')}${path}`, pass)
  for (const path of paths) app.post(`${AT}${path}`, ownForms, answer)
  return open
}
