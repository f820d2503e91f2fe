/** The server of the demo: the real one, over SQLite in this worker, which all tabs share where the browser has such workers. */
import { createBrowserServer, type BrowserServer, type Visitor } from '#server/browser.ts'
import { PASSWORD } from '#server/browser-company.ts'
import { browserPreviews } from '#server/browser-previews.ts'
import { keepCompany, keptCompany, dropCompany } from './keep.ts'
import type { Answered, Asked, Frame, Progress, Question } from './protocol.ts'

/** How long changes are collected before the company is kept, in milliseconds. */
const COLLECT = 500
/** How often the hub looks for tabs that were closed, in milliseconds. */
const EVERY = 5000
const safe = ['GET', 'HEAD', 'OPTIONS']

let opening: Promise<BrowserServer> | undefined
let visitors = new Map<string, Visitor>()

async function open(): Promise<BrowserServer> {
  const company = await keptCompany()
  const server = await createBrowserServer({ company, previews: browserPreviews() })
  server.app.jobs.start()
  if (!company) await keepCompany(await server.company())
  return server
}
const theServer = () => (opening ??= open())

setInterval(() => void opening?.then(({ app }) => app.hub.tick()), EVERY)

let collecting: ReturnType<typeof setTimeout> | undefined
/** Keeps the company a moment after the last change, so that a reload finds it. */
function keepSoon(): void {
  clearTimeout(collecting)
  collecting = setTimeout(async () => {
    const server = await theServer()
    await keepCompany(await server.company())
  }, COLLECT)
}

function visitorOf(server: BrowserServer, person: string): Visitor {
  const known = visitors.get(person) ?? server.visitor()
  visitors.set(person, known)
  return known
}

const originOf = () => self.location.origin

/** Sends a request of this visitor; the page has no cookie to take the token from, and needs none. */
async function ask(visitor: Visitor, { path, method, headers, body }: Asked): Promise<Response> {
  const sent = new Headers(headers.map(([name, value]) => [name, value]))
  const [, token] = /XSRF-TOKEN=([^;]*)/.exec(visitor.cookies()) ?? []
  if (token !== undefined && !safe.includes(method)) sent.set('X-XSRF-TOKEN', decodeURIComponent(token))
  const answer = await visitor.fetch(
    new Request(new URL(path, originOf()), { method, headers: sent, ...(body?.byteLength && { body }) }),
  )
  if (!safe.includes(method)) keepSoon()
  return answer
}

/** Undoes what somebody has changed of how they sign in: here one chooses whom to be, and knows no password. */
async function openDoor({ app }: BrowserServer, email: string): Promise<void> {
  const { accounts, database, hasher, secondFactors } = app.services
  const account = await accounts.byEmail(email)
  if (!account) return
  await secondFactors.remove(account.user.id, database.kysely)
  await accounts.setPasswordHash(account.user.id, await hasher.hash(PASSWORD))
}

/** Signs somebody in, who stays so as long as this worker lives. */
async function enter(person: string): Promise<void> {
  const server = await theServer()
  const visitor = visitorOf(server, person)
  const email = `${person}@plumbline.test`
  const get = (path: string) => ask(visitor, { path, method: 'GET', headers: [], body: null })
  if ((await get('/api/user')).ok) return
  await openDoor(server, email)
  await get('/sanctum/csrf-cookie')
  const { buffer } = new TextEncoder().encode(JSON.stringify({ email, password: PASSWORD }))
  const headers = [['Content-Type', 'application/json']] as const
  const { ok, status } = await ask(visitor, { path: '/login', method: 'POST', headers, body: buffer })
  if (!ok) throw new Error(`${person} could not sign in: ${status}`)
}

/** Puts the company back to how it was at first. */
async function restart(): Promise<void> {
  const before = await opening
  clearTimeout(collecting)
  await dropCompany()
  opening = undefined
  visitors = new Map()
  await before?.app.close()
  await theServer()
}

/** Tells how far a task is, which may have to seed the company first. */
async function tell(port: MessagePort, task: () => Promise<void>): Promise<void> {
  const say = (progress: Progress) => port.postMessage(progress)
  try {
    say({ state: 'seeding' })
    await task()
    say({ state: 'ready' })
  } catch (error) {
    say({ state: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
}

async function answer(port: MessagePort, person: string, request: Asked): Promise<void> {
  const { status, headers, ...response } = await theServer().then(async (server) => {
    const answered = await ask(visitorOf(server, person), request)
    return { status: answered.status, headers: [...answered.headers], body: await answered.arrayBuffer() }
  })
  port.postMessage({ status, headers, ...response } satisfies Answered, [response.body])
}

/** Connects a page's socket to the hub. */
async function connect(port: MessagePort, url: string): Promise<void> {
  const { hub } = (await theServer()).app
  const { pathname, searchParams } = new URL(url)
  const say = (frame: Frame) => port.postMessage(frame)
  const key = pathname.split('/').at(-1) ?? null
  const connection = hub.connect(
    { send: say, close: (code, reason) => say({ code, reason }) },
    { key, protocol: searchParams.get('protocol') },
  )
  port.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    if (data === null) connection?.closed()
    else void connection?.receive(data)
  })
  port.start()
}

function hear({ data, ports: [port] }: MessageEvent<Question>): void {
  if (!port) return
  if (data.kind === 'open') void tell(port, async () => void (await theServer()))
  else if (data.kind === 'enter') void tell(port, () => enter(data.person))
  else if (data.kind === 'restart') void tell(port, restart)
  else if (data.kind === 'socket') void connect(port, data.url)
  else void answer(port, data.person, data.request)
}

// A page has a worker of its own where the browser shares none.
if ('onconnect' in self)
  self.addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports
    port?.addEventListener('message', hear)
    port?.start()
  })
else self.addEventListener('message', hear)
