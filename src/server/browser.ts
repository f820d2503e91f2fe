import { Hono } from 'hono'
import { createApp } from './app.ts'
import { pageHasher, PASSWORD, type Company } from './browser-company.ts'
import { loadModules } from './bundled-modules.ts'
import { openWasm } from './db/wasm.ts'
import { memoryStore } from './files/memory-store.ts'
import type { ServerModule } from './resource/catalog.ts'
import { isEmpty, seedSample } from './sample.ts'

/** The server running inside a page, with the sample company and a single visitor. */
export interface BrowserServer {
  /** Answers a request like the network would, storing and sending the visitor's cookies. */
  fetch(request: Request): Promise<Response>
  /** The equivalent of `document.cookie`. */
  cookies(): string
  /** Restores the sample company as seeded, with nobody signed in. */
  reset(): void
}

interface Options {
  /** Modules besides those in the folders. */
  readonly modules?: readonly ServerModule[]
  /** What it starts with; without one it seeds the sample company. */
  readonly company?: Company | undefined
}

/**
 * The real server over SQLite in this page's memory. A page can neither send a Cookie header nor read Set-Cookie, so
 * the cookies are intercepted where the server sets them and injected where it reads them.
 */
export async function createBrowserServer({ modules = [], company }: Options = {}): Promise<BrowserServer> {
  const database = await openWasm()
  if (company) database.restore(company.database)
  const app = await createApp({
    modules: [...(await loadModules()), ...modules],
    database,
    hasher: pageHasher,
    files: memoryStore(company?.files),
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    // Rate limits are per address, so every request here gets a different one.
    addressOf: () => crypto.randomUUID(),
  })
  if (await isEmpty(app)) await seedSample(app, PASSWORD)
  const seeded = database.copy()
  let jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const listening = new Hono()
  listening.use((c, next) => {
    const { header } = c
    // What was asked before a reset is answered after it, perhaps, and says nothing about the new page's session.
    const own = jar
    c.header = (name, value, options) => {
      const [, cookie, content] = (name.toLowerCase() === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value ?? '')) || []
      if (cookie) own.set(cookie, content ?? '')
      header(name, value, options)
    }
    return next()
  })
  listening.route('/', app.routes)
  listening.notFound((c) => app.fetch(c.req.raw))

  return {
    async fetch(request) {
      const body = await request.arrayBuffer()
      const headers = new Headers(request.headers)
      headers.set('cookie', cookies())
      headers.set('content-length', String(body.byteLength))
      const { url, method } = request
      const sent = new Request(url, { method, ...(body.byteLength > 0 && { body }) })
      return listening.fetch(Object.defineProperty(sent, 'headers', { value: headers }))
    },
    cookies,
    reset() {
      database.restore(seeded)
      // The database was replaced without the app being notified, so clear its caches.
      app.accounts.forgetAll()
      app.sessions.forgetAll()
      jar = new Map()
    },
  }
}
