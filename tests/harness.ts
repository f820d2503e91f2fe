import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createApp, type App } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { runningClock, type Clock } from './clock/clock.ts'
import { storeOn } from './clock/store-on.ts'
import { clockIn, copySampleFiles, keepSample } from './sample-files.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { createTus } from '#server/files/tus.ts'
import type { Letterhead } from '#server/mail/letterhead.ts'
import type { Mail, MailFile } from '#server/mail/mailer.ts'
import { loadModules } from '#server/modules.ts'
import { isEmpty, seedSample } from '#server/sample.ts'
import type { ServerModule } from '#server/resource/catalog.ts'
import type { Environment } from '#server/environment.ts'
import { quickHasher } from './hasher.ts'
import { checkAnswers, type CheckAnswer } from './openapi/answers.ts'

export const BASE = 'http://plumbline.test'
export const PASSWORD = 'plumbline'

/**
 * A JSON client that behaves like a browser: it keeps cookies and returns the CSRF token. With `check` its answers are what
 * the description of the API tells (rule open-api).
 */
export function createClient(app: Pick<App, 'fetch'>, check?: CheckAnswer) {
  const cookies = new Map<string, string>()
  const fetchLike: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), BASE), init)
    if (cookies.size) request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.fetch(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value ?? '')
    }
    return response
  }
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const token = cookies.get('XSRF-TOKEN')
    const response = await fetchLike(`${BASE}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'x-xsrf-token': decodeURIComponent(token) }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // Each test knows the shape of its responses.
    // oxlint-disable-next-line typescript/no-explicit-any
    const data: any = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    if (data !== text) await check?.(method, path, response.status, data)
    return { status: response.status, headers: response.headers, data }
  }
  return {
    cookies,
    fetch: fetchLike,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) => send('POST', path, body, headers),
    patch: (path: string, body: unknown, headers?: Record<string, string>) => send('PATCH', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    async signIn(email: string, password = PASSWORD) {
      await send('GET', '/sanctum/csrf-cookie')
      return send('POST', '/login', { email, password })
    },
  }
}
export type Client = ReturnType<typeof createClient>

export interface TestOptions extends Partial<Omit<Environment, 'modules' | 'database' | 'now'>> {
  database?: Database
  /** The clock of a world without a copied company, which brings its own; by default that of the run. */
  clock?: Clock
  modules?: readonly ServerModule[]
  sample?: boolean
}

/** Removes the folder of uploaded files. @throws when a finished upload left a partial file */
async function removeFiles(folder: string) {
  const left = await readdir(join(folder, 'coming')).catch(() => [])
  await rm(folder, { recursive: true, force: true })
  if (left.length) throw new Error(`Uploads left ${left.length} half-written files behind.`)
}

/**
 * Creates the real server with its own database, by default in memory and with the sample company. Uploaded files are
 * stored in a folder, as in production.
 */
export async function createTestWorld({
  database = openSqlite(':memory:'),
  modules,
  sample = true,
  clock = clockIn(database) ?? runningClock,
  ...world
}: TestOptions = {}) {
  if (clockIn(database) && clockIn(database) !== clock)
    throw new Error('This company was seeded by another clock: give the clock to openSample alone.')
  const errors: unknown[] = []
  const mails: (Mail & { contents?: readonly MailFile[]; logo?: Letterhead })[] = []
  const folder = join(tmpdir(), `plumbline-files-${crypto.randomUUID()}`)
  await copySampleFiles(database, folder)
  const app = await createApp({
    modules: modules ?? (await loadModules()),
    database,
    hasher: quickHasher,
    mailer: {
      send: async (mail, { files, logo } = {}) =>
        void mails.push({ ...mail, ...(files && { contents: files }), ...(logo && { logo }) }),
    },
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', appUrl: BASE },
    log: { info: () => {}, error: (error) => errors.push(error) },
    files: storeOn(clock, folderStore(folder)),
    now: clock.now,
    openTus: createTus,
    crc32,
    ...world,
  })
  if (sample && (await isEmpty(app))) {
    await seedSample(app, PASSWORD)
    if (!modules && !Object.keys(world).length) await keepSample(database, folder)
  }
  const check = modules ? undefined : checkAnswers(async () => (await app.request('/api/openapi.json')).json())
  return {
    app,
    clock,
    /** Unexpected errors of the server, for tests to check. */
    errors,
    /** The sent mails, in order. */
    mails,
    client: () => createClient(app, check),
    /** A fetch that keeps cookies, not signed in. */
    fetch: createClient(app).fetch,
    async signIn(email: string) {
      const client = createClient(app, check)
      const { status, data } = await client.signIn(email)
      if (status !== 204) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(data)}`)
      const { data: user } = await client.get('/api/user')
      return Object.assign(client, { user })
    },
    async close() {
      await app.close()
      await removeFiles(folder)
    },
  }
}
