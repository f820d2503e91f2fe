import { Hono } from 'hono'
import { createApp } from './app.ts'
import type { Hasher } from './auth/hash-queue.ts'
import { openWasm } from './db/wasm.ts'
import type { ServerModuleSpec } from './define-server.ts'
import type { ServerModule } from './resource/catalog.ts'
import { seedSample } from './sample.ts'

const entities = import.meta.glob<Record<string, unknown>>('../../modules/*/entities.ts', { eager: true })
const serverModules = import.meta.glob<{ default: ServerModuleSpec }>('../../modules/*/server.ts', { eager: true })

/** The password of everyone in the sample company. */
export const PASSWORD = 'plumbline'

/** For stories only: it hides no password, and argon2 is not to be had in a browser. */
const storyHasher: Hasher = {
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
}

function modulesInFolders(): ServerModule[] {
  const ids = [...Object.keys(entities), ...Object.keys(serverModules)].map((path) => path.split('/').at(-2) ?? '')
  return [...new Set(ids)].sort().map((id): ServerModule => {
    const server = serverModules[`../../modules/${id}/server.ts`]?.default
    return { id, exports: entities[`../../modules/${id}/entities.ts`] ?? {}, ...(server && { server }) }
  })
}

/** The server inside a page, with the sample company, and the one visitor it ever has. */
export interface BrowserServer {
  /** Answers as the network would; the visitor's cookies come along and are kept. */
  fetch(request: Request): Promise<Response>
  /** What `document.cookie` would say. */
  cookies(): string
  /** The sample company as it was seeded, and nobody signed in. */
  reset(): void
}

/**
 * The real server over SQLite in this page's memory. A page may neither send a Cookie header nor read Set-Cookie, so
 * cookies are kept here: they are heard where the server sets them and put where it reads them. `more` are modules beside
 * those in the folders.
 */
export async function createBrowserServer(more: readonly ServerModule[] = []): Promise<BrowserServer> {
  const database = await openWasm()
  const app = await createApp({
    modules: [...modulesInFolders(), ...more],
    database,
    hasher: storyHasher,
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    // Limits are counted by address: here each request comes from another.
    addressOf: () => crypto.randomUUID(),
  })
  await seedSample(app, PASSWORD)
  const seeded = database.copy()
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const listening = new Hono()
  listening.use((c, next) => {
    const { header } = c
    c.header = (name, value, options) => {
      const [, cookie, content] = (name.toLowerCase() === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value ?? '')) || []
      if (cookie) jar.set(cookie, content ?? '')
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
      // Changed behind its back, nothing of which the app could have heard.
      app.accounts.forgetAll()
      app.sessions.forgetAll()
      jar.clear()
    },
  }
}
