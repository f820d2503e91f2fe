import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { paginate, present, select, validate } from './answers.ts'
import { createCompany, PASSWORD, permissions, type Row } from './company.ts'
import { write, writeWhole, type Dialect } from './dialect.ts'
import { APP, authOf, createLive } from './live.ts'

export interface StockOptions {
  /** The day that has time entries. */
  today: string
  /** The time that changes are stamped with. */
  now: () => Date
  port?: number
  /** A folder with the built front end, served beside the API. */
  page?: string
  /** The key of the live events' app. */
  key?: string
  dialect?: Dialect
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly me: Row
  readonly socket: string | undefined
}
class Refused extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object = { message: 'Not Found' }) {
    super(`${status}`)
    this.status = status
    this.body = body
  }
}
interface Answer {
  status: number
  body?: unknown
}

/** Collections by their address; the parent's id is stored in the field. */
const collections: readonly { form: RegExp; kind: string; field?: string }[] = [
  { form: /^\/api\/projects\/(\d+)\/cost_codes(?:\/([^/]+))?(?:\/([^/]+))?$/, kind: 'cost_codes', field: 'project_id' },
  { form: /^\/api\/projects\/(\d+)\/rfis(?:\/([^/]+))?(?:\/([^/]+))?$/, kind: 'rfis', field: 'project_id' },
  { form: /^\/api\/rfis\/(\d+)\/messages(?:\/([^/]+))?(?:\/([^/]+))?$/, kind: 'messages', field: 'messageable_id' },
  ...[
    'customers',
    'users',
    'time_entries',
    'custom_fields',
    'custom_field_options',
    'phases',
    'phase_types',
    'contact_types',
    'projects',
  ].map((kind) => ({ form: new RegExp(`^/api/${kind}(?:/([^/]+))?(?:/([^/]+))?$`), kind })),
]
const actions: Readonly<Record<string, readonly string[]>> = {
  projects: ['archive', 'unarchive'],
  rfis: ['resolve', 'unresolve', 'mark_messages_viewed', 'send', 'unsend'],
}
/** Who may see whom by the customer or the team of a project. */
function seesProject(me: Row, project: Row | undefined): boolean {
  if (!project) return false
  if (me.customer_id) return Number(project.customer_id) === me.customer_id
  if (me.contact_type_id)
    return Array.isArray(project.project_users) && project.project_users.some((one) => one.user_id === me.id)
  return true
}
const holderOf = (me: Row) => (me.customer_id ? 'customer' : me.contact_type_id ? 'contact' : String(me.role))

/**
 * A server that answers what the specification names, and nothing else: cookies and anti-forgery tokens, Laravel's errors
 * and pages, nested addresses, and live events by Pusher's protocol. It is loose where the specification leaves it open:
 * numbers may be text, booleans 0 and 1, rows have columns that nobody named, and some lack what is empty.
 */
export async function startStockServer({ today, now, port = 0, page, key = APP.key, dialect = {} }: StockOptions) {
  const tables = createCompany(today)
  const sessions = new Map<string, { token: string; user: number | null }>()
  const requests: { method: string; path: string; status: number }[] = []
  const rowsOf = (kind: string) => (tables[kind] ??= [])
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  const live = createLive(server, key)
  const wrap = (value: unknown) => writeWhole(value, dialect)

  /** Everyone who may see a record hears of it. */
  function tell(kind: string, row: Row, event: 'saved' | 'deleted', except: string | undefined) {
    const model = event === 'saved' ? present(kind, row, tables, false) : { id: row.id }
    for (const { id } of rowsOf('users'))
      live.tell(`private-${kind}.${id}`, event, { model: write(model, dialect) }, except)
  }

  function save(kind: string, body: object, { me, socket }: Asked, id?: number): Row {
    const rows = rowsOf(kind)
    const known = id === undefined ? undefined : rows.find((row) => row.id === id)
    if (id !== undefined && !known) throw new Refused(404)
    const at = now().toISOString().replace('Z', '000Z')
    const { updated_at: _, ...sent }: Record<string, unknown> = { ...body }
    const row: Row = {
      created_at: at,
      deleted_at: null,
      ...(kind === 'rfis' && !known && { user_id: me.id, number: sent.number ?? rows.length + 1 }),
      ...(kind === 'messages' && !known && { user_id: me.id, views: [{ id: 1, user_id: me.id }] }),
      ...(kind === 'time_entries' && !known && { creator_id: me.id }),
      ...known,
      ...sent,
      updated_at: at,
      id: known?.id ?? Math.max(0, ...rows.map((one) => one.id)) + 1,
    }
    const errors = validate(kind, row, rows, known?.id)
    if (Object.keys(errors).length) throw new Refused(422, { message: Object.values(errors)[0]?.[0], errors })
    if (known) rows[rows.indexOf(known)] = row
    else rows.push(row)
    tell(kind, row, 'saved', socket)
    if (kind === 'messages') {
      const rfi = rowsOf('rfis').find(({ id }) => id === Number(row.messageable_id))
      if (rfi) tell('rfis', rfi, 'saved', socket)
    }
    return row
  }

  function act(kind: string, row: Row, action: string, asked: Asked): Row {
    const stamp = (name: string) => ({ [`${name}_id`]: asked.me.id, [`${name}_at`]: now().toISOString() })
    const clear = (name: string) => ({ [`${name}_id`]: null, [`${name}_at`]: null })
    const changes: Record<string, () => object> = {
      archive: () => stamp('archived'),
      unarchive: () => clear('archived'),
      resolve: () => stamp('resolved'),
      unresolve: () => clear('resolved'),
      send: () => stamp('sent'),
      unsend: () => clear('sent'),
      mark_messages_viewed() {
        for (const message of rowsOf('messages').filter((one) => Number(one.messageable_id) === row.id)) {
          const views = Array.isArray(message.views) ? message.views : []
          if (!views.some(({ user_id }) => user_id === asked.me.id))
            message.views = [...views, { id: views.length + 1, user_id: asked.me.id }]
        }
        const views = Array.isArray(row.views) ? row.views : []
        return { views: [...views.filter(({ user_id }) => user_id !== asked.me.id), { id: 1, user_id: asked.me.id }] }
      },
    }
    return save(kind, changes[action]?.() ?? {}, asked, row.id)
  }

  /** The unread messages of others, in what someone wrote, holds or is told of. */
  function isFlagged(rfi: Row, me: Row): boolean {
    const listed = (list: unknown) => Array.isArray(list) && list.some(({ user_id }) => user_id === me.id)
    if (rfi.user_id !== me.id && rfi.assigned_id !== me.id && !listed(rfi.distributions)) return false
    if (rfi.user_id !== me.id && !listed(rfi.views)) return true
    return rowsOf('messages').some(
      (one) => Number(one.messageable_id) === rfi.id && one.user_id !== me.id && !listed(one.views),
    )
  }

  function list(kind: string, rows: readonly Row[], { query, path, me }: Asked): Answer {
    const seen = select(kind, rows, query).filter((row) => {
      if (kind === 'projects') return seesProject(me, row)
      return kind !== 'users' || holderOf(me) === me.role || [1, 2, 4, me.id].includes(row.id)
    })
    const shown = seen.map((row) => {
      const all = present(kind, row, tables, false)
      // Guests know people by their names.
      return kind === 'users' && holderOf(me) !== me.role ? { id: row.id, name: row.name } : all
    })
    return { status: 200, body: query.has('page') ? paginate(shown, query, { path, dialect }) : wrap(shown) }
  }

  function answerApi(asked: Asked): Answer {
    const { method, path, body, me } = asked
    if (method === 'GET' && path === '/api/projects/next_number') return { status: 200, body: '2403' }
    if (method === 'GET' && /^\/api\/projects\/\d+\/rfis\/next_number$/.test(path)) {
      const project = Number(path.split('/')[3])
      return { status: 200, body: String(rowsOf('rfis').filter((one) => one.project_id === project).length + 1) }
    }
    if (path === '/api/rfis/subscribed_and_unread' && method === 'GET')
      return list(
        'rfis',
        rowsOf('rfis').filter((rfi) => isFlagged(rfi, me)),
        asked,
      )
    if (path === '/api/messages' && method === 'GET') return list('messages', rowsOf('messages'), asked)
    for (const { form, kind, field } of collections) {
      const found = form.exec(path)
      if (!found) continue
      const [parent, id, action] = field ? found.slice(1) : [undefined, ...found.slice(1)]
      if (
        field === 'project_id' &&
        !seesProject(
          me,
          rowsOf('projects').find((one) => one.id === Number(parent)),
        )
      )
        throw new Refused(404)
      const rows = rowsOf(kind).filter((row) => !field || Number(row[field]) === Number(parent))
      return answerAt(kind, rows, { id, action, parent: field ? { [field]: Number(parent) } : {} }, { ...asked, body })
    }
    throw new Refused(404)
  }

  function answerAt(
    kind: string,
    rows: readonly Row[],
    { id, action, parent }: { id: string | undefined; action: string | undefined; parent: object },
    asked: Asked,
  ): Answer {
    const { method, body, me } = asked
    const one = (row: Row, status = 200): Answer => ({ status, body: wrap(present(kind, row, tables, true)) })
    if (id === undefined) {
      if (method === 'GET') return list(kind, rows, asked)
      if (method === 'POST') return one(save(kind, { ...body, ...parent }, asked), 201)
      throw new Refused(405, { message: `The ${method} method is not supported for this route.` })
    }
    if (id === 'store_many' && method === 'POST') {
      const drafts = Array.isArray(body.data) ? body.data : []
      return {
        status: 200,
        body: wrap(
          drafts.map((draft) => present(kind, save(kind, { ...draft, ...parent }, asked, draft.id), tables, false)),
        ),
      }
    }
    const row = rows.find((known) => known.id === Number(id))
    if (!row || (kind === 'projects' && !seesProject(me, row))) throw new Refused(404)
    if (action !== undefined) {
      if (!actions[kind]?.includes(action)) throw new Refused(404)
      if (method !== 'POST')
        throw new Refused(405, { message: `The ${method} method is not supported for this route.` })
      return one(act(kind, row, action, asked))
    }
    if (method === 'GET') return one(row)
    if (method === 'PATCH') return one(save(kind, { ...body, ...parent }, asked, row.id))
    if (method !== 'DELETE')
      throw new Refused(405, { message: `The ${method} method is not supported for this route.` })
    tables[kind] = rowsOf(kind).filter((known) => known !== row)
    tell(kind, row, 'deleted', asked.socket)
    return { status: 204 }
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost')
    const method = incoming.method ?? 'GET'
    const { origin } = incoming.headers
    if (origin) {
      outgoing.setHeader('access-control-allow-origin', origin)
      outgoing.setHeader('access-control-allow-credentials', 'true')
      outgoing.setHeader(
        'access-control-allow-headers',
        String(incoming.headers['access-control-request-headers'] ?? '*'),
      )
      outgoing.setHeader('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    }
    if (method === 'OPTIONS') return void outgoing.writeHead(204).end()
    const isApi = /^\/(api|sanctum|login|logout|broadcasting)(\/|$)/.test(path)
    if (!isApi && page) return void serve(page, path, outgoing)
    const end = ({ status, body }: Answer) => {
      requests.push({ method, path, status })
      outgoing.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' })
      outgoing.end(body === undefined ? undefined : JSON.stringify(body))
    }
    try {
      end(await answer(incoming, outgoing, { method, path, query }))
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error)
      end(
        error instanceof Refused
          ? { status: error.status, body: error.body }
          : { status: 500, body: { message: 'Server Error' } },
      )
    }
  }

  async function answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { method, path, query }: Pick<Asked, 'method' | 'path' | 'query'>,
  ): Promise<Answer> {
    const cookies = new Map(
      (incoming.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('=') as [string, string]),
    )
    const id = cookies.get('stock_session') ?? ''
    const session = sessions.get(id) ?? { token: randomUUID(), user: null }
    const sid = sessions.has(id) ? id : randomUUID()
    sessions.set(sid, session)
    const setCookies = () =>
      outgoing.setHeader('set-cookie', [
        `stock_session=${sid}; Path=/; HttpOnly; SameSite=Lax`,
        `XSRF-TOKEN=${encodeURIComponent(session.token)}; Path=/; SameSite=Lax`,
      ])
    if (path === '/sanctum/csrf-cookie') {
      setCookies()
      return { status: 204 }
    }
    const me = rowsOf('users').find((row) => row.id === session.user)
    if (method !== 'GET') {
      const token = decodeURIComponent(String(incoming.headers['x-xsrf-token'] ?? ''))
      if (token !== session.token) throw new Refused(419, { message: 'CSRF token mismatch.' })
    }
    let text = ''
    for await (const chunk of incoming) text += chunk
    const body = text ? JSON.parse(text) : {}
    if (path === '/login') {
      const found = rowsOf('users').find((row) => row.email === body.email)
      if (!found || body.password !== PASSWORD) {
        const errors = { email: ['These credentials do not match our records.'] }
        throw new Refused(422, { message: errors.email[0], errors })
      }
      session.user = found.id
      setCookies()
      return { status: 204 }
    }
    if (!me) throw new Refused(401, { message: 'Unauthenticated.' })
    if (path === '/logout') {
      session.user = null
      return { status: 204 }
    }
    if (path === '/broadcasting/auth') {
      const channel = String(body.channel_name)
      if (!channel.endsWith(`.${me.id}`)) throw new Refused(403, { message: 'Forbidden' })
      return { status: 200, body: { auth: authOf(key, String(body.socket_id), channel) } }
    }
    if (path === '/api/user' && method === 'GET') {
      const { name, email, role, customer_id, contact_type_id } = me
      return {
        status: 200,
        body: wrap({
          id: me.id,
          name,
          email,
          role,
          permissions: permissions[holderOf(me)] ?? {},
          customer_id,
          contact_type_id,
        }),
      }
    }
    const socket = incoming.headers['x-socket-id']
    return answerApi({ method, path, query, body, me, socket: typeof socket === 'string' ? socket : undefined })
  }

  await new Promise<void>((done) => server.listen(port, 'localhost', done))
  const address = server.address()
  const at = typeof address === 'object' && address ? address.port : port
  return {
    port: at,
    url: `http://localhost:${at}`,
    /** What was asked for and answered, in order. */
    requests,
    tables,
    async stop() {
      live.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

async function serve(folder: string, path: string, outgoing: ServerResponse) {
  const file = extname(path) ? path : '/index.html'
  try {
    const body = await readFile(join(folder, file))
    outgoing.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
  } catch {
    outgoing.writeHead(404).end()
  }
}
