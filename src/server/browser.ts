import { Hono } from 'hono'
import { createApp } from './app.ts'
import type { Hasher } from './auth/hash-queue.ts'
import { loadModules } from './bundled-modules.ts'
import { openWasm } from './db/wasm.ts'
import type { ServerModule } from './resource/catalog.ts'
import { seedSample } from './sample.ts'

/** The password of all users in the sample company. */
export const PASSWORD = 'plumbline'

/** For stories only: it protects no password, and argon2 is not available in browsers. */
const storyHasher: Hasher = {
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
}

/** The server running inside a page, with the sample company and a single visitor. */
export interface BrowserServer {
  /** Answers a request like the network would, storing and sending the visitor's cookies. */
  fetch(request: Request): Promise<Response>
  /** The equivalent of `document.cookie`. */
  cookies(): string
  /** Restores the sample company as seeded, with nobody signed in. */
  reset(): void
}

/**
 * The real server over SQLite in this page's memory. A page can neither send a Cookie header nor read Set-Cookie, so
 * the cookies are intercepted where the server sets them and injected where it reads them. `more` are modules
 * besides those in the folders.
 */
export async function createBrowserServer(more: readonly ServerModule[] = []): Promise<BrowserServer> {
  const database = await openWasm()
  const app = await createApp({
    modules: [...(await loadModules()), ...more],
    database,
    hasher: storyHasher,
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    // Rate limits are per address, so every request here gets a different one.
    addressOf: () => crypto.randomUUID(),
  })
  await seedSample(app, PASSWORD)
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
