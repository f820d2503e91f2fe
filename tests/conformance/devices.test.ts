import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

interface Device {
  readonly id: string
  readonly name: string | null
  readonly current: boolean
}

describe.each(enginesOfTier)('devices on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), addressOf: () => '203.0.113.7' })
  })
  afterAll(() => world.close())

  /** Signs in on a phone. */
  async function onPhone(email: string) {
    const phone = world.client()
    await phone.get('/sanctum/csrf-cookie')
    const headers = { 'user-agent': PHONE, 'x-xsrf-token': decodeURIComponent(phone.cookies.get('XSRF-TOKEN') ?? '') }
    await phone.send('POST', '/login', { email, password: 'plumbline' }, headers)
    expect((await phone.get('/api/user')).status).toBe(200)
    return phone
  }
  const statusOf = async (client: { get(path: string): Promise<{ status: number }> }) =>
    (await client.get('/api/user')).status

  test('one is signed in on are listed, and one signs out of any of them', async () => {
    const email = 'foreman@plumbline.test'
    const [desk, phone, other] = [await world.signIn(email), await onPhone(email), await onPhone(email)]
    const listed = async (): Promise<Device[]> => (await desk.get('/api/users/devices')).data
    const [first] = (await phone.get('/api/users/devices')).data.filter((one: Device) => one.current)
    expect(first).toMatchObject({
      name: 'Safari on iPhone',
      address: '203.0.113.7',
      seen_at: clock.now().toISOString(),
    })
    expect(await listed()).toHaveLength(3)
    const { hashes } = await stored()
    expect(hashes.filter((hash) => JSON.stringify(first).includes(hash))).toEqual([])
    expect((await desk.post('/api/users/sign_out_devices', { device: first.id })).status).toBe(200)
    expect([await statusOf(desk), await statusOf(phone), await statusOf(other)]).toEqual([200, 401, 200])
    // Of before the columns, nothing is known but when it was used.
    await sql`update sessions set user_agent = null, address = null`.execute(world.app.services.database.kysely)
    expect((await listed()).map(({ name }) => name)).toEqual([null, null])
    await desk.post('/api/users/sign_out_devices')
    expect([await statusOf(desk), await statusOf(other)]).toEqual([200, 401])
    expect(await listed()).toMatchObject([{ current: true }])
  })
  const stored = async () => {
    const { rows } = await sql<{ id_hash: string }>`select id_hash from sessions`.execute(
      world.app.services.database.kysely,
    )
    return { hashes: rows.map(({ id_hash }) => id_hash) }
  }

  test('of others are for administrators, who end them', async () => {
    const [admin, office] = [await world.signIn('admin@plumbline.test'), await world.signIn('office@plumbline.test')]
    const employee = await onPhone('employee@plumbline.test')
    const { id } = (await employee.get('/api/user')).data
    expect((await office.get(`/api/users/devices?user_id=${id}`)).status).toBe(403)
    expect((await office.post('/api/users/sign_out_devices', { user_id: id })).status).toBe(403)
    const { data } = await admin.get(`/api/users/devices?user_id=${id}`)
    expect(data).toMatchObject([{ name: 'Safari on iPhone', current: false }])
    // A name of somebody else's device ends nothing.
    await office.post('/api/users/sign_out_devices', { device: data[0].id })
    expect(await statusOf(employee)).toBe(200)
    await admin.post('/api/users/sign_out_devices', { user_id: id })
    expect([await statusOf(employee), await statusOf(admin)]).toEqual([401, 200])
    for (const user_id of ['x', 0, null])
      expect((await office.post('/api/users/sign_out_devices', { user_id })).status).toBe(403)
  })
})
