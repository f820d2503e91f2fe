import { Hono } from 'hono'
import { createApp, type App } from './app.ts'
import { pageHasher, PASSWORD, type Company } from './browser-company.ts'
import { loadModules } from './bundled-modules.ts'
import { openWasm } from './db/wasm.ts'
import { memoryStore } from './files/memory-store.ts'
import type { Environment } from './environment.ts'
import type { ServerModule } from './resource/catalog.ts'
import { isEmpty, seedSample } from './sample.ts'

/** Somebody at a browser of their own. */
export interface Visitor {
  /** Answers a request like the network would, storing and sending the visitor's cookies. */
  fetch(request: Request): Promise<Response>
  /** The equivalent of `document.cookie`. */
  cookies(): string
}

/** The server running inside a page or a worker, with the sample company. Its own requests are those of one visitor. */
export interface BrowserServer extends Visitor {
  readonly app: App
  /** Another visitor, with no cookies yet. */
  visitor(): Visitor
  /** The company as it is now. */
  company(): Promise<Company>
  /** Restores the sample company as seeded, with nobody signed in. */
  reset(): void
}

type Jar = Map<string, string>
const cookiesIn = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

interface Options {
  /** Modules besides those in the folders. */
  readonly modules?: readonly ServerModule[]
  /** What it starts with; without one it seeds the sample company. */
  readonly company?: Company | undefined
  /** Without them, files have no previews, and nothing is read of them. */
  readonly previews?: Environment['previews']
}

/**
 * The real server over SQLite in this page's memory. A page can neither send a Cookie header nor read Set-Cookie, so
 * the cookies are intercepted where the server sets them and injected where it reads them.
 */
export async function createBrowserServer({ modules = [], company, previews }: Options = {}): Promise<BrowserServer> {
  const database = await openWasm()
  const files = memoryStore(company?.files)
  if (company) database.restore(company.database)
  const app = await createApp({
    modules: [...(await loadModules()), ...modules],
    database,
    hasher: pageHasher,
    files,
    ...(previews && { previews }),
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    // Rate limits are per address, so every request here gets a different one.
    addressOf: () => crypto.randomUUID(),
  })
  if (await isEmpty(app)) await seedSample(app, PASSWORD)
  const seeded = database.copy()
  let jar: Jar = new Map()
  // What was asked before a reset is answered after it, perhaps, and says nothing about the new page's session.
  const jars = new WeakMap<Request, Jar>()

  const listening = new Hono()
  listening.use((c, next) => {
    const { header } = c
    const own = jars.get(c.req.raw)
    c.header = (name, value, options) => {
      const [, cookie, content] = (name.toLowerCase() === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value ?? '')) || []
      if (cookie) own?.set(cookie, content ?? '')
      header(name, value, options)
    }
    return next()
  })
  listening.route('/', app.routes)
  listening.notFound((c) => app.fetch(c.req.raw))

  const visit = (jarNow: () => Jar): Visitor => ({
    async fetch(request) {
      const own = jarNow()
      const body = await request.arrayBuffer()
      const headers = new Headers(request.headers)
      headers.set('cookie', cookiesIn(own))
      headers.set('content-length', String(body.byteLength))
      const { url, method } = request
      const sent = new Request(url, { method, ...(body.byteLength > 0 && { body }) })
      jars.set(sent, own)
      return listening.fetch(Object.defineProperty(sent, 'headers', { value: headers }))
    },
    cookies: () => cookiesIn(jarNow()),
  })

  return {
    ...visit(() => jar),
    app,
    visitor() {
      const own: Jar = new Map()
      return visit(() => own)
    },
    async company() {
      const found = new Map<string, Blob>()
      for await (const { path, unfinished } of files.list()) {
        const bytes = unfinished ? null : await files.read(path)
        if (bytes) found.set(path, await new Response(bytes).blob())
      }
      return { database: new Uint8Array(database.copy()), files: found }
    },
    reset() {
      database.restore(seeded)
      // The database was replaced without the app being notified, so clear its caches.
      app.accounts.forgetAll()
      app.sessions.forgetAll()
      jar = new Map()
    },
  }
}
