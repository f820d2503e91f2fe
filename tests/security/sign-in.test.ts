import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFirstAdminPath, mountFirstAdmin } from '#server/auth/first-admin.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { createTestWorld, BASE, PASSWORD, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import type { TestWorld } from './cast.ts'

const form = (client: Client, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  client.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

describe('sessions', () => {
  test('end 90 days after signing in, even if used', async () => {
    const clock = createTestClock()
    const world = await createTestWorld({ database: await sampleSqlite(clock) })
    const client = await world.signIn('foreman@plumbline.test')
    for (let day = 0; day < 90; day += 10) {
      expect((await client.get('/api/user')).status).toBe(200)
      clock.pass({ days: 10 })
    }
    expect((await client.get('/api/user')).status).toBe(200)
    clock.pass({ milliseconds: 1 })
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await client.signIn('foreman@plumbline.test')).status).toBe(204)
    await world.close()
  })

  test.each([
    [undefined, '__Host-plumbline_session', /; Path=\/(?!.*Domain=)/],
    ['plumbline.test', '__Secure-plumbline_session', /; Domain=plumbline\.test/],
  ])('behind TLS, for the domain %s, have a cookie named %s', async (cookieDomain, name, like) => {
    const settings = { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', secureCookies: true, cookieDomain }
    const world = await createTestWorld({ database: await sampleSqlite(), settings })
    const client = world.client()
    const { headers } = await client.get('/sanctum/csrf-cookie')
    const line = headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
    for (const part of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, like]) expect(line).toMatch(part)
    expect((await client.post('/login', { email: 'admin@plumbline.test', password: PASSWORD })).status).toBe(204)
    expect((await client.get('/api/user')).status).toBe(200)
    // A cookie name that an insecure page could set is ignored.
    const seeded = world.client()
    seeded.cookies.set('plumbline_session', client.cookies.get(name) ?? '')
    expect((await seeded.get('/api/user')).status).toBe(401)
    await world.close()
  })
})

describe('choosing a password', () => {
  let world: TestWorld
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await sampleSqlite() })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  let count = 0
  const person = () => ({ name: 'Wanda Okonkwo', email: `quillfeather${++count}@x.example`, role: 'employee' })

  test.each([
    ['password1', 'that all lists of stolen ones have'],
    ['QWERTYUIOP', 'of those, in other letters'],
    ['Three Rivers Electric', 'that is the company’s name'],
    ['threerivers-electric2026', 'that is the company’s name with a year'],
    ['plumbline', 'that is this program’s name'],
    ['okonkwo123!', 'that is one’s own name'],
    ['quillfeather77', 'that is one’s own address'],
  ])('refuses %s, one %s', async (password) => {
    const refused = await admin.post('/api/users', { ...person(), password, password_confirmation: password })
    expect(refused.status).toBe(422)
    expect(refused.data.errors).toEqual({ password: [expect.stringContaining('harder to guess')] })
  })

  test.each([
    ['passwords may hold spaces'],
    ['  spaces around are kept  '],
    ['ünïcødé ✓ 1234'],
    ['x1'.repeat(127)],
    ['aaaa bbbb cccc dddd'],
  ])('accepts “%s”, which must then match exactly', async (password) => {
    const who = person()
    expect((await admin.post('/api/users', { ...who, password, password_confirmation: password })).status).toBe(201)
    expect((await world.client().signIn(who.email, password)).status).toBe(204)
    for (const other of [password.slice(0, -1), ` ${password}`, password.toUpperCase()])
      if (other !== password) expect((await world.client().signIn(who.email, other)).status).toBe(422)
  })

  test('has the same rules with a mailed link, including the maximum length', async () => {
    const { data } = await admin.post('/api/users', person())
    await admin.post(`/api/users/${data.id}/reset_password`)
    const [, token = ''] = /token=(\w+)/.exec(world.mails.at(-1)?.text ?? '') ?? []
    for (const password of ['password1', 'okonkwo123', 'x'.repeat(256)]) {
      const fields = { token, password, password_confirmation: password }
      expect((await form(world.client(), '/reset-password', fields)).status).toBe(422)
    }
  })

  test('has the same rules with the link of the first administrator', async () => {
    const empty = await createTestWorld({ sample: false })
    mountFirstAdmin(empty.app.routes, empty.app)
    const path = (await createFirstAdminPath(empty.app)) ?? ''
    const token = path.split('=')[1] ?? ''
    for (const password of ['password1', 'threerivers', 'adalovelace', 'x'.repeat(256)]) {
      const fields = { token, name: 'Ada Lovelace', email: 'adal@x.example', password }
      const { status, data } = await form(empty.client(), '/setup-admin', fields)
      expect([password, status]).toEqual([password, 422])
      expect(data).not.toContain(`value="${password}"`)
    }
    await empty.close()
  })
})

describe('the server’s own forms', () => {
  let world: TestWorld
  let token = ''
  beforeAll(async () => {
    world = await createTestWorld({ database: await sampleSqlite() })
    const admin = await world.signIn('admin@plumbline.test')
    const { data } = await admin.post('/api/users', { name: 'Ina', email: 'ina@x.example', role: 'employee' })
    await admin.post(`/api/users/${data.id}/invite`)
    token = /token=(\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
  })
  afterAll(() => world.close())

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('posted from another site (%j) do not sign in', async (headers) => {
    const visitor = world.client()
    for (const path of ['/invite', '/reset-password', '/forgot-password'])
      expect(
        (await form(visitor, path, { token, email: 'ina@x.example' }, { host: 'plumbline.test', ...headers })).status,
      ).toBe(403)
    expect(visitor.cookies.size).toBe(0)
  })

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { origin: BASE },
    // The public address, where a proxy passes another host on.
    { origin: BASE, host: 'behind.example' },
    {},
  ])('posted from here (%j) is taken', async (headers) => {
    const { status } = await form(
      world.client(),
      '/forgot-password',
      { email: 'x@y.example' },
      { host: 'plumbline.test', ...headers },
    )
    expect(status).toBe(200)
  })
})
