import { expect, test } from 'vitest'
import type { RequestLine, SecurityEvent } from '#server/environment.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

async function logged() {
  const lines: RequestLine[] = []
  const events: SecurityEvent[] = []
  const world = await createTestWorld({
    database: await sampleSqlite(),
    addressOf: (c) => c.req.header('x-from') ?? '192.0.2.1',
    log: {
      info: () => {},
      error: () => {},
      request: (line) => lines.push(line),
      security: (event) => events.push(event),
    },
  })
  return { world, lines, events, told: () => events.splice(0).map(({ event, user }) => [event, user]) }
}

test('sign-ins, failures with reasons and sign-outs are logged, without credentials', async () => {
  const { world, lines, events, told } = await logged()
  const client = world.client()
  await client.signIn('nobody@plumbline.test', 'secret-one')
  await client.signIn('employee@plumbline.test', 'secret-two')
  expect(told()).toEqual([
    ['sign-in refused: wrong', null],
    ['sign-in refused: wrong', expect.any(Number)],
  ])
  await client.signIn('employee@plumbline.test')
  const { data: me } = await client.get('/api/user')
  await client.post('/logout')
  expect(told()).toEqual([
    ['signed in', me.id],
    ['signed out', me.id],
  ])
  const admin = await world.signIn('admin@plumbline.test')
  await admin.patch(`/api/users/${me.id}`, { active: false })
  told()
  await client.signIn('employee@plumbline.test')
  for (let tries = 0; tries < 6; tries++) await client.signIn('employee@plumbline.test', 'secret-three')
  expect(told().map(([event]) => event)).toEqual([
    'sign-in refused: closed',
    ...Array<string>(4).fill('sign-in refused: wrong'),
    'too many sign-ins',
    'too many sign-ins',
  ])
  await client.post('/forgot-password', { email: 'admin@plumbline.test' })
  expect(events).toEqual([
    { event: 'password reset asked for', user: null, address: '192.0.2.1', request: lines.at(-1)?.id },
  ])
  expect(JSON.stringify([lines, events])).not.toMatch(/secret|plumbline\.test|token/)
  await world.close()
})

test('the use of links and the choice of a password are logged with the user', async () => {
  const { world, told } = await logged()
  const admin = await world.signIn('admin@plumbline.test')
  const { data } = await admin.post('/api/users', { name: 'Ina', email: 'ina@x.example', role: 'employee' })
  const follow = async (action: string, path: string, more: object) => {
    await admin.post(`/api/users/${data.id}/${action}`)
    told()
    const token = /token=(\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1]
    await world.client().post(path, { token, ...more })
    return told()
  }
  const chosen = { password: 'hard to guess', password_confirmation: 'hard to guess' }
  expect(await follow('invite', '/invite', {})).toEqual([['signed in by invitation', data.id]])
  expect(await follow('reset_password', '/reset-password', chosen)).toEqual([['password reset', data.id]])
  await world.close()
})

test('addresses that work without a session are logged without what makes them work', async () => {
  const { world, lines } = await logged()
  const admin = await world.signIn('admin@plumbline.test')
  const [feed] = (await admin.get('/api/calendar_feeds')).data
  const calendar = new URL((await admin.post(`/api/calendar_feeds/${feed.id}/renew`)).data.url).pathname
  const { data } = await upload(admin, '/api/projects/1/attachments', { file: ['a.jpg', jpeg()] })
  const file = new URL((await admin.post(`/api/attachments/${data.id}/link`)).data.url, BASE).pathname
  for (const path of [calendar, file]) expect((await world.client().get(path)).status).toBe(200)
  expect(lines.at(-2)?.path).toBe('/calendar/….ics')
  const logs = JSON.stringify(lines)
  for (const path of [calendar, file]) expect(logs).not.toContain(path.split('/').at(-1)?.replace('.ics', ''))
  await world.close()
})

test('refused requests are logged with user, address and time', async () => {
  const { world, lines } = await logged()
  const employee = await world.signIn('employee@plumbline.test')
  await employee.get('/api/payroll_batches', { 'x-from': '192.0.2.7' })
  expect(lines.at(-1)).toMatchObject({
    path: '/api/payroll_batches',
    status: 403,
    user: employee.user.id,
    address: '192.0.2.7',
  })
  await employee.post('/api/customers', {}, { 'x-xsrf-token': 'wrong' })
  expect(lines.at(-1)).toMatchObject({ method: 'POST', path: '/api/customers', status: 419, user: employee.user.id })
  await world.client().get('/api/customers?search=private%0Awords')
  expect(lines.at(-1)).toMatchObject({ path: '/api/customers', status: 401, user: null })
  expect(JSON.stringify(lines)).not.toContain('private')
  // A path cannot break a log line in two.
  await world.client().get('/api/a%0A{"level":50}')
  expect(lines.at(-1)?.path).not.toContain('\n')
  await world.close()
})
