import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { refusedStart, removeFolders, sampleFolder, startServer, temporaryFolder, type Started } from './server.ts'
import { runningClock } from '../clock/clock.ts'
import { freePort } from '../postgres.ts'
import { createAxios, signIn } from './stock-axios.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

const production = {
  APP_URL: 'https://plumbline.example.com',
  COMPANY_NAME: 'Tidewater Electric',
  MAIL: 'folder',
}

describe('starting', () => {
  test('prints its URL and all sign-ins of the sample company, which work', async () => {
    const dataDir = await sampleFolder()
    const server = await startServer({ args: ['--api-only'], dataDir })
    expect(server.output()).toContain(`http://localhost:${server.port}`)
    const people = await eventually(() => {
      const printed = server.output().match(/\S+@plumbline\.test/g) ?? []
      expect(printed).toHaveLength(7)
      return printed
    })
    expect(server.output()).toContain('"plumbline"')
    for (const person of people) await signIn(server.url, person)
    await server.stop()
  })

  test.runIf(!isBrief)('the sample company has what the README and the demo mention', async () => {
    const server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
    const { http } = await signIn(server.url, 'admin@plumbline.test')
    expect((await http.get('/api/customers')).data).toHaveLength(40)
    const projects: { overtime_rule: string; customer_id: number; archived_at: string | null }[] = (
      await http.get('/api/projects?status=all')
    ).data
    expect(projects).toHaveLength(60)
    expect(new Set(projects.map(({ overtime_rule }) => overtime_rule))).toEqual(new Set(['standard', 'prevailing']))
    const guest = await signIn(server.url, 'customer@plumbline.test')
    const { customer_id } = (await guest.http.get('/api/user')).data
    expect(projects.some((one) => one.customer_id === customer_id && one.archived_at === null)).toBe(true)
    expect((await guest.http.get('/api/projects')).data.length).toBeGreaterThan(0)
    const contact = await signIn(server.url, 'contact@plumbline.test')
    expect((await contact.http.get('/api/projects')).data).toHaveLength(1)
    for (const path of ['phases', 'phase_types', 'contact_types'])
      expect((await http.get(`/api/${path}`)).data.length).toBeGreaterThan(1)
    const users: { email: string; track_time: boolean }[] = (await http.get('/api/users')).data
    const track = (mailbox: string) => users.find(({ email }) => email === `${mailbox}@plumbline.test`)?.track_time
    for (const mailbox of ['admin', 'manager', 'office', 'foreman', 'employee']) expect(track(mailbox)).toBe(true)
    await server.stop()
  })

  test.runIf(!isBrief)(
    'with DEMO_PASSWORD only that password works for the sample company, and it is not printed',
    async () => {
      const server = await startServer({ args: ['--api-only'], env: { DEMO_PASSWORD: 'plumb-bob-7' } })
      expect(server.output()).not.toContain('plumb-bob-7')
      expect((await createAxios(server.url).login('admin@plumbline.test', 'plumb-bob-7')).status).toBe(204)
      expect((await createAxios(server.url).login('admin@plumbline.test')).status).toBe(422)
      await server.stop()
    },
  )

  test.runIf(!isBrief)('a second start keeps the data and does not seed again', async () => {
    const dataDir = await sampleFolder()
    const first = await startServer({ args: ['--api-only'], dataDir })
    await (await signIn(first.url, 'admin@plumbline.test')).http.post('/api/customers', { name: 'Mine' })
    expect(await first.stop()).toBe(0)
    const second = await startServer({ args: ['--api-only'], dataDir })
    const { http } = await signIn(second.url, 'admin@plumbline.test')
    expect((await http.get('/api/customers')).data).toHaveLength(41)
    await second.stop()
  })

  test.runIf(!isBrief)(
    'rotate-secrets signs everyone out and voids what was signed, and the next start serves as before',
    async () => {
      const dataDir = await sampleFolder()
      const first = await startServer({ args: ['--api-only'], dataDir })
      const { cookies } = await signIn(first.url, 'admin@plumbline.test')
      await first.stop()
      const entry = fileURLToPath(new URL('../../src/server/rotate-secrets.ts', import.meta.url))
      const { code, output } = await refusedStart({ entry, dataDir })
      expect([code, output]).toEqual([0, expect.stringContaining('everyone is signed out')])
      const second = await startServer({ args: ['--api-only'], dataDir })
      const old = createAxios(second.url)
      for (const [name, value] of cookies) old.cookies.set(name, value)
      expect((await old.http.get('/api/user')).status).toBe(401)
      // The token of a form was signed with the old secret.
      const form = { email: 'admin@plumbline.test', password: 'plumbline' }
      expect((await old.http.post('/login', form)).status).toBe(419)
      const { http } = await signIn(second.url, 'admin@plumbline.test')
      expect((await http.get('/api/customers')).data).toHaveLength(40)
      await second.stop()
    },
  )

  test.runIf(!isBrief)('reads a .env file, over which the environment takes precedence', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, '.env'), 'COMPANY_NAME="Desert Spark"\nPUSHER_APP_KEY=sparks\n')
    const server = await startServer({ args: ['--api-only', '--empty'], cwd, env: { PUSHER_APP_KEY: 'from-outside' } })
    expect((await createAxios(server.url).http.get('/api/app')).data).toMatchObject({
      company_name: 'Desert Spark',
      pusher_key: 'from-outside',
    })
    await server.stop()
  })

  test.runIf(!isBrief)('tells who has kept it busy for too long, while it runs', async () => {
    const dataDir = await sampleFolder()
    const db = new DatabaseSync(join(dataDir, 'plumbline.db'))
    const until = new Date(runningClock.now().getTime() + 300_000).toISOString()
    // As good as all of the half minute that a guest has in five, which other processes have counted.
    db.prepare(
      `insert into throttles (name, tries, until) select 'guest time ' || id, 29999, ? from users where email = 'contact@plumbline.test'`,
    ).run(until)
    db.close()
    const server = await startServer({ args: ['--api-only'], dataDir })
    const { http } = await signIn(server.url, 'contact@plumbline.test')
    const over = await eventually(async () => {
      const { status, data } = await http.get('/api/rfis')
      expect(status).toBe(429)
      return data
    })
    expect(over.message).toContain('Your requests have kept the server busy for 30 of 300 seconds')
    expect((await (await signIn(server.url, 'admin@plumbline.test')).http.get('/api/rfis')).status).toBe(200)
    await server.stop()
  })

  test.runIf(!isBrief)('hashes passwords in threads with a lower priority than requests', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux says the priority of threads')
    const server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
    await signIn(server.url, 'admin@plumbline.test')
    const folder = `/proc/${server.process.pid}/task`
    // The niceness is field 19, the 17th after the name in parentheses: proc(5).
    const niceness = readdirSync(folder).map((id) =>
      Number(
        readFileSync(`${folder}/${id}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[16],
      ),
    )
    const usual = Number(
      readFileSync(`/proc/self/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[16],
    )
    expect(niceness.filter((nice) => nice === 10)).toHaveLength(1)
    expect(niceness.filter((nice) => nice === usual).length).toBeGreaterThan(1)
    await server.stop()
  })

  test.runIf(!isBrief)('SIGTERM releases port and data immediately, even with an open socket', async () => {
    const server = await startServer({ args: ['--api-only', '--empty'] })
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/plumbline?protocol=7`)
    await new Promise((done) => socket.addEventListener('message', done, { once: true }))
    const closed = new Promise<CloseEvent>((done) => socket.addEventListener('close', done, { once: true }))
    expect(await server.stop('SIGTERM')).toBe(0)
    expect((await closed).code).toBe(4200)
    const next = await startServer({ args: ['--api-only', '--empty'], dataDir: server.dataDir })
    await next.stop()
  })
})

test.runIf(!isBrief).each(['SIGTERM', 'SIGINT'] as const)(
  '%s to the command of npm start ends the server, and leaves no orphan',
  async (signal) => {
    const entry = fileURLToPath(new URL('../../src/prepare.mjs', import.meta.url))
    const args = ['again', '--', process.env.SERVER_ENTRY ?? 'src/server/main.ts', '--api-only', '--empty']
    const server = await startServer({ entry, args })
    expect((await createAxios(server.url).http.get('/healthz')).data).toEqual({ ok: true, version: expect.any(String) })
    expect(await server.stop(signal)).toBe(0)
    await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  },
)

test.runIf(!isBrief)('a shell of npm that ends without handing the signal on leaves no orphan either', async () => {
  const entry = fileURLToPath(new URL('../../src/prepare.mjs', import.meta.url))
  const server = await startServer({
    within: ['sh', '-c', '"$@"; true', 'sh'],
    entry,
    args: ['again', '--', process.env.SERVER_ENTRY ?? 'src/server/main.ts', '--api-only', '--empty'],
    env: { npm_lifecycle_event: 'start' },
  })
  await server.stop('SIGTERM')
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
})

describe('refusing to start, with a message that says what to set', () => {
  const refused: [string, string[], Record<string, string>, RegExp][] = [
    ['the sample company for the whole network', [], { HOST: '0.0.0.0' }, /HOST is "0\.0\.0\.0".*npm run serve/],
    ['a port that is none', [], { PORT: 'http' }, /PORT is "http": set it to a number/],
    ['a port beyond all', [], { PORT: '70000' }, /PORT is "70000"/],
    [
      'a database of another kind',
      [],
      { DATABASE_URL: 'mysql://localhost/x' },
      /DATABASE_URL must begin with postgres:/,
    ],
    [
      'an address that is none',
      [],
      { PASSWORD_RESET_URL: 'reset' },
      /PASSWORD_RESET_URL is "reset": set it to an address/,
    ],
    ['production without an address', ['--production'], { COMPANY_NAME: 'X' }, /APP_URL is missing: set it/],
    ['production without a name', ['--production'], { APP_URL: production.APP_URL }, /COMPANY_NAME is missing: set it/],
    [
      'production in the clear',
      ['--production'],
      { ...production, APP_URL: 'http://plumbline.example.com' },
      /APP_URL is .* unencrypted.*https/,
    ],
    [
      'production that would write mails to nobody',
      ['--production'],
      { ...production, MAIL: '' },
      /SMTP_URL is missing: set it to your mail server.*MAIL=folder/,
    ],
    [
      'a front end at a path',
      [],
      { FRONTEND_ORIGINS: 'https://app.example/x' },
      /FRONTEND_ORIGINS has .*without a path/,
    ],
    [
      'a level of logging that is none',
      [],
      { LOG_LEVEL: 'loud' },
      /LOG_LEVEL is "loud": set it to one of trace, debug/,
    ],
    ['a token for metrics that can be guessed', [], { METRICS_TOKEN: 'secret' }, /METRICS_TOKEN is too short: set it/],
    ['a place for backups that is none', [], { BACKUPS: '?keep=3' }, /BACKUPS is .*: set it to a folder/],
    [
      'production with the demo’s password',
      ['--production'],
      { ...production, DEMO_PASSWORD: 'x' },
      /DEMO_PASSWORD .* unset it/,
    ],
  ]
  test.each(isBrief ? refused.slice(0, 1) : refused)('%s', async (_, args, env, sentence) => {
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await refusedStart({ args: ['--api-only', ...args], env, dataDir, cwd: temporaryFolder() })
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output).not.toMatch(/\n\s+at /)
    expect(existsSync(dataDir)).toBe(false)
  })

  test.runIf(!isBrief)('a second process on the same data folder, without affecting the first', async () => {
    const first = await startServer({ args: ['--api-only', '--empty'] })
    const { code, output } = await refusedStart({ args: ['--api-only', '--empty'], dataDir: first.dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`${first.dataDir} is in use by another Plumbline process`)
    expect(output).toMatch(/set DATA_DIR/)
    expect((await createAxios(first.url).http.get('/healthz')).status).toBe(200)
    await first.stop()
  })

  test.runIf(!isBrief)('a port that is in use', async () => {
    const first = await startServer({ args: ['--api-only', '--empty'] })
    const { code, output } = await refusedStart({ args: ['--api-only', '--empty'], env: { PORT: String(first.port) } })
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`${first.port} .*PORT`))
    await first.stop()
  })
})

describe('an empty company', () => {
  const linkIn = (output: string) => /(https?:\/\/\S+\/setup-admin\?token=\w+)\n/.exec(output)?.[1]
  const linkOf = (server: Started) =>
    eventually(() => {
      const link = linkIn(server.output())
      if (!link) throw new Error(`No link was printed:\n${server.output()}`)
      return new URL(link)
    })
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString()

  test.runIf(!isBrief)('has no users, and its link creates one administrator, once', async () => {
    const server = await startServer({ args: ['--api-only', '--empty'] })
    const link = await linkOf(server)
    const token = link.searchParams.get('token') ?? ''
    const { http } = createAxios(server.url)
    const page = await http.get(link.pathname + link.search)
    // It is nobody else's company.
    expect(page.data).toContain('Your company')
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect((await http.get('/setup-admin?token=guess')).status).toBe(410)
    const who = { token, name: 'Ada <b>', email: 'ada@tidewater.example', password: 'long enough' }
    const short = await http.post('/setup-admin', form({ ...who, password: 'short' }))
    expect(short.status).toBe(422)
    expect(short.data).toMatch(/at least \d+ characters/)
    expect(short.data).toContain('Ada &lt;b&gt;')
    const wrong = await http.post('/setup-admin', form({ ...who, token: 'guess' }))
    expect(wrong.status).toBe(410)
    const made = await http.post('/setup-admin', form(who))
    expect([made.status, made.headers.location]).toEqual([303, '/setup/start'])
    expect((await http.post('/setup-admin', form({ ...who, email: 'eve@evil.example' }))).status).toBe(410)
    expect((await http.get(link.pathname + link.search)).status).toBe(410)
    const admin = createAxios(server.url)
    expect((await admin.login(who.email, who.password)).status).toBe(204)
    const { data: user } = await admin.http.get('/api/user')
    expect(user).toMatchObject({ name: who.name, role: 'admin' })
    expect((await admin.http.get('/api/customers')).data).toEqual([])
    expect((await admin.http.get('/api/users')).data).toHaveLength(1)
    await server.stop()
    const again = await startServer({ args: ['--api-only', '--empty'], dataDir: server.dataDir })
    await again.stop()
    expect(linkIn(again.output())).toBeUndefined()
  })

  test.runIf(!isBrief)('a start without an administrator invalidates the previous link', async () => {
    const first = await startServer({ args: ['--api-only', '--empty'] })
    const old = await linkOf(first)
    await first.stop()
    const second = await startServer({ args: ['--api-only', '--empty'], dataDir: first.dataDir })
    const { http } = createAxios(second.url)
    expect((await http.get(old.pathname + old.search)).status).toBe(410)
    const fresh = await linkOf(second)
    expect((await http.get(fresh.pathname + fresh.search)).status).toBe(200)
    await second.stop()
  })

  test('production starts with a complete configuration: no sample data, a link with the public URL, secure cookies', async () => {
    const port = await freePort()
    const server = await startServer({
      args: ['--api-only', '--production'],
      env: { ...production, PORT: String(port) },
    })
    expect((await linkOf(server)).origin).toBe(production.APP_URL)
    expect(server.output()).not.toContain('plumbline.test')
    const { headers } = await createAxios(server.url).http.get('/sanctum/csrf-cookie')
    expect(headers['strict-transport-security']).toMatch(/max-age=\d+/)
    expect(headers['set-cookie']).toHaveLength(2)
    for (const line of headers['set-cookie'] ?? []) expect(line).toMatch(/; secure/i)
    await server.stop()
    const log = server.output()
    expect(log).toContain('"path":"/sanctum/csrf-cookie"')
    expect(log).not.toMatch(/XSRF|plumbline_session/)
  })
})

describe.skipIf(isBrief)('kill -9 in the middle of saves', () => {
  test('all acknowledged saves exist completely afterwards, and the next start is normal', async () => {
    const dataDir = await sampleFolder()
    const server = await startServer({ args: ['--api-only'], dataDir })
    const writers = await Promise.all(
      ['admin', 'manager', 'office', 'grant'].map((who) => signIn(server.url, `${who}@plumbline.test`)),
    )
    const answered: { id: number; name: string; updated_at: string }[] = []
    let sent = 0
    const work = writers.map(async ({ http }) => {
      for (;;) {
        const name = `Save ${++sent}`
        const answer = await http.post('/api/customers', { name, email: `${sent}@saves.example` }).catch(() => null)
        if (answer?.status !== 201) return
        answered.push(answer.data)
        // A hundred saves are acknowledged and others are in progress.
        if (answered.length === 100) server.process.kill('SIGKILL')
      }
    })
    await Promise.all(work)
    await server.stop('SIGKILL')
    expect(answered.length).toBeGreaterThanOrEqual(100)
    const again = await startServer({ args: ['--api-only'], dataDir })
    const { http } = await signIn(again.url, 'admin@plumbline.test')
    const kept = new Map((await http.get('/api/customers')).data.map((one: { id: number }) => [one.id, one]))
    for (const record of answered) expect(kept.get(record.id)).toEqual(record)
    const last = answered.at(-1)
    expect((await http.get(`/api/customers?search=${last?.name}`)).data).toContainEqual(last)
    const history = await http.get(`/api/customers/${last?.id}/history`)
    expect(history.data).toMatchObject([{ action: 'created' }])
    expect((await http.post('/api/customers', { name: 'After' })).status).toBe(201)
    await again.stop()
  })
})
