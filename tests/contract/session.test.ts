import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { createAxios, PASSWORD, signIn } from './stock-axios.ts'

let server: Started
beforeAll(async () => {
  server = await startServer({
    args: ['--api-only'],
    dataDir: await sampleFolder(),
    env: { FRONTEND_ORIGINS: 'http://app.example:4000, https://app.example' },
  })
})
afterAll(async () => {
  await server.stop()
  removeFolders()
})

describe('signing in with stock axios', () => {
  test('csrf-cookie sets a readable token and an HTTP-only session cookie', async () => {
    const { http } = createAxios(server.url)
    const { status, headers } = await http.get('/sanctum/csrf-cookie')
    expect(status).toBe(204)
    const set = headers['set-cookie'] ?? []
    expect(set.find((line) => line.startsWith('XSRF-TOKEN='))).not.toMatch(/httponly/i)
    expect(set.find((line) => !line.startsWith('XSRF-TOKEN='))).toMatch(/httponly/i)
    for (const line of set) expect(line).toMatch(/samesite=lax/i)
  })

  test('valid credentials return 204, and GET /api/user returns the user', async () => {
    const client = createAxios(server.url)
    expect((await client.login('foreman@plumbline.test')).status).toBe(204)
    const { status, data } = await client.http.get('/api/user')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      id: expect.any(Number),
      name: 'Luis Ortega',
      email: 'foreman@plumbline.test',
      role: 'foreman',
      customer_id: null,
      contact_type_id: null,
    })
    expect(data.permissions.projects).toMatchObject({ view: true, create: false, edit: false, delete: false })
    expect(JSON.stringify(data)).not.toMatch(/password_hash|argon2/)
  })

  test('email addresses are compared ignoring case', async () => {
    expect((await createAxios(server.url).login('Admin@Plumbline.TEST')).status).toBe(204)
  })

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])(
    '%s with a wrong or no token is 419, and nothing happens',
    async (method) => {
      const { http, cookies } = await signIn(server.url, 'admin@plumbline.test')
      const before = (await http.get('/api/customers/1')).data
      const url = method === 'POST' ? '/api/customers' : '/api/customers/1'
      const wrong = await http.request({ method, url, data: { name: 'Sly' }, headers: { 'X-XSRF-TOKEN': 'wrong' } })
      expect([wrong.status, wrong.data]).toEqual([419, { message: 'CSRF token mismatch.' }])
      cookies.delete('XSRF-TOKEN')
      expect((await http.request({ method, url, data: { name: 'Sly' } })).status).toBe(419)
      expect((await http.get('/api/customers/1')).data).toEqual(before)
      expect((await http.get('/api/customers?search=Sly')).data).toEqual([])
    },
  )

  test('the token of another session is refused', async () => {
    const one = await signIn(server.url, 'admin@plumbline.test')
    const other = await signIn(server.url, 'manager@plumbline.test')
    const token = decodeURIComponent(other.cookies.get('XSRF-TOKEN') ?? '')
    const { status } = await one.http.post('/api/customers', { name: 'Sly' }, { headers: { 'X-XSRF-TOKEN': token } })
    expect(status).toBe(419)
  })

  test.each(['/api/user', '/api/customers', '/api/customers/1', '/api/projects/next_number', '/api/users'])(
    'nobody signed in gets 401 from GET %s',
    async (path) => {
      const { status, data } = await createAxios(server.url).http.get(path)
      expect([status, data]).toEqual([401, { message: 'Unauthenticated.' }])
    },
  )

  test.each([
    [{}, { email: ['Email is required'], password: ['Password is required'] }],
    [{ email: 'admin@plumbline.test' }, { password: ['Password is required'] }],
    [
      { email: ['admin@plumbline.test'], password: { $ne: 1 } },
      { email: ['Email is required'], password: ['Password is required'] },
    ],
  ])('credentials %j are refused with errors at their fields', async (credentials, errors) => {
    const { http } = createAxios(server.url)
    await http.get('/sanctum/csrf-cookie')
    const { status, data } = await http.post('/login', credentials)
    expect(status).toBe(422)
    expect(data.errors).toEqual(errors)
  })

  test('signing in creates a new session, so a planted session id is useless', async () => {
    const client = createAxios(server.url)
    await client.http.get('/sanctum/csrf-cookie')
    const seeded = new Map(client.cookies)
    await client.http.post('/login', { email: 'office@plumbline.test', password: PASSWORD })
    expect(client.cookies.get('plumbline_session')).not.toBe(seeded.get('plumbline_session'))
    const thief = createAxios(server.url)
    for (const [name, value] of seeded) thief.cookies.set(name, value)
    expect((await thief.http.get('/api/user')).status).toBe(401)
  })

  test('signing in again in the same browser ends the previous session, for all copies of its cookie', async () => {
    const { http, cookies, login } = await signIn(server.url, 'office@plumbline.test')
    const copy = createAxios(server.url)
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    expect((await copy.http.get('/api/user')).status).toBe(200)
    expect((await login('foreman@plumbline.test')).status).toBe(204)
    expect((await http.get('/api/user')).data.email).toBe('foreman@plumbline.test')
    expect((await copy.http.get('/api/user')).status).toBe(401)
  })

  test('signing out ends the session for all copies of its cookie', async () => {
    const { http, cookies } = await signIn(server.url, 'office@plumbline.test')
    const copy = createAxios(server.url)
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    expect((await copy.http.get('/api/user')).status).toBe(200)
    expect((await http.post('/logout')).status).toBe(204)
    expect((await copy.http.get('/api/user')).status).toBe(401)
    expect((await http.get('/api/user')).status).toBe(401)
  })

  test('a wrong password and an unknown address have the same response', async () => {
    for (const mailbox of ['marisol', 'nobody']) {
      const { http } = createAxios(server.url)
      await http.get('/sanctum/csrf-cookie')
      const answer = await http.post('/login', { email: `${mailbox}@plumbline.test`, password: 'wrong' })
      expect(answer.status).toBe(422)
      expect(answer.data.errors).toEqual({ email: ['These credentials do not match our records.'] })
    }
  })

  test('a session expires after a month without use', async () => {
    const clock = createTestClock()
    const world = await createTestWorld({ database: await sampleSqlite(clock) })
    const idle = await world.signIn('admin@plumbline.test')
    const busy = await world.signIn('manager@plumbline.test')
    for (let day = 0; day < 31; day++) {
      clock.pass({ days: 1 })
      expect((await busy.get('/api/user')).status).toBe(200)
    }
    expect((await idle.get('/api/user')).status).toBe(401)
    await world.close()
  })

  test('deactivating, revoking access or deleting a user ends their sessions and prevents signing in', async () => {
    const world = await createTestWorld({ database: await sampleSqlite() })
    const admin = await world.signIn('admin@plumbline.test')
    // A user with booked hours could not be deleted, so this one is new.
    const { data: fresh } = await admin.post('/api/users', {
      name: 'Uma New',
      email: 'uma@plumbline.test',
      role: 'employee',
      password: 'hard to guess',
      password_confirmation: 'hard to guess',
    })
    const people = [...(await admin.get('/api/users')).data, fresh]
    for (const [mailbox, change] of [
      ['pat', { active: false }],
      ['sam', { has_access: false }],
      ['uma', null],
    ] as const) {
      const email = `${mailbox}@plumbline.test`
      const person = world.client()
      expect((await person.signIn(email, mailbox === 'uma' ? 'hard to guess' : PASSWORD)).status).toBe(204)
      const { id } = people.find((one: { email: string }) => one.email === email)
      for (const { id: project, project_users } of (await admin.get('/api/projects?status=all')).data)
        if (project_users.some((line: { user_id: number }) => line.user_id === id))
          await admin.patch(`/api/projects/${project}`, {
            project_users: project_users.filter((line: { user_id: number }) => line.user_id !== id),
          })
      const done = change ? await admin.patch(`/api/users/${id}`, change) : await admin.delete(`/api/users/${id}`)
      expect(done.status).toBeLessThan(300)
      expect((await person.get('/api/user')).status).toBe(401)
      const again = await world.client().signIn(email, mailbox === 'uma' ? 'hard to guess' : PASSWORD)
      expect(again.status).toBe(422)
    }
    await world.close()
  })
})

describe('other hosts and headers', () => {
  const preflight = (origin: string) =>
    createAxios(server.url).http.options('/api/customers', {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'content-type,x-xsrf-token,x-socket-id',
      },
    })

  test.each(['http://app.example:4000', 'https://app.example'])(
    'the front end at %s may call with credentials',
    async (origin) => {
      const { status, headers } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-allow-credentials']).toBe('true')
      expect(headers['access-control-allow-methods']).toContain('PATCH')
      const allowed = headers['access-control-allow-headers']?.toLowerCase()
      for (const name of ['x-xsrf-token', 'if-none-match']) expect(allowed).toContain(name)
      const answer = await createAxios(server.url).http.get('/api/user', { headers: { Origin: origin } })
      expect(answer.status).toBe(401)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
    },
  )

  test.each(['http://app.example', 'https://evil.example', 'null'])('%s gets no CORS headers', async (origin) => {
    expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('every response forbids sniffing, framing, foreign scripts and caching', async () => {
    for (const path of ['/api/user', '/healthz', '/api/nothing']) {
      const { headers } = await createAxios(server.url).http.get(path)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['content-security-policy']).not.toContain('unsafe-eval')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8,}$/)
    }
    expect((await createAxios(server.url).http.get('/api/user')).headers['cache-control']).toBe('no-store')
  })

  test('/healthz answers 200 to anyone', async () => {
    expect((await createAxios(server.url).http.get('/healthz')).status).toBe(200)
  })

  test.each([
    ['a body of 5 MB', { name: 'x'.repeat(5 * 1024 * 1024) }],
    ['a body just over 1 MB', { name: 'x'.repeat(1024 * 1024) }],
  ])('%s is 413 with a message', async (_, body) => {
    const { http } = await signIn(server.url, 'grant@plumbline.test')
    const { status, data } = await http.post('/api/customers', body)
    expect(status).toBe(413)
    expect(data.message).toEqual(expect.any(String))
  })
})
