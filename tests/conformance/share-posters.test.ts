import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createClient, createTestWorld, type Client } from '../harness.ts'

describe.each(enginesOfTier)('posters of drawings on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  let manager: Client
  let job: number
  const allow = async (share_posters: boolean) => {
    const [company] = (await admin.get('/api/company_settings')).data
    expect((await admin.patch(`/api/company_settings/${company.id}`, { share_posters })).status).toBe(200)
  }
  const make = (more: object = {}, client = manager) =>
    client.post(`/api/projects/${job}/share_links/send`, {
      what: 'drawings',
      until: clock.day(30),
      poster: true,
      ...more,
    })
  async function read({ plain }: { plain: string }) {
    const client = createClient(world.app)
    const { status, data } = await client.post('/s/open', { token: plain.split('/').at(-1) })
    return { client, status, data, sheets: async () => client.get(`/s/${data.link}/api/drawing_sheets`) }
  }

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
    manager = await world.signIn('manager@plumbline.test')
    job = (await manager.get('/api/drawing_sheets')).data[0].project_id
  })
  afterAll(() => world.close())

  test('are made only where the company allows them, of drawings, by who shares those', async () => {
    expect((await make()).status).toBe(403)
    await allow(true)
    expect((await make({ what: 'sheet', target_id: 1 })).status).toBe(403)
    expect((await make({ what: 'list', target_type: 'punch_items' })).status).toBe(403)
    expect((await make({}, await world.signIn('foreman@plumbline.test'))).status).toBe(403)
    expect((await make({ poster: false })).status).toBe(422)
    expect((await make({ until: 'soon' })).status).toBe(422)
    const { status, data } = await make()
    expect([status, data[0]]).toEqual([200, expect.objectContaining({ poster: true, plain: expect.any(String) })])
  })

  test('are read by anybody, as one contact without access whom no list has', async () => {
    await allow(true)
    const [link] = (await make({ asks: true, answers: true })).data
    const { client, status, data, sheets } = await read(link)
    expect([status, data.recipient, data.asks, data.answers, data.since]).toEqual([200, null, false, false, null])
    expect((await sheets()).data.length).toBeGreaterThan(0)
    expect((await client.post(`/s/${data.link}/api/share/confirm`, { as_of: data.as_of })).status).toBe(422)
    const { data: person } = await admin.get(`/api/users/${link.user_id}`)
    expect(person).toMatchObject({ active: false, has_access: false, email: null })
    const { data: people } = await admin.get('/api/users?status=active')
    expect(people.map(({ id }: { id: number }) => id)).not.toContain(link.user_id)
    const [other] = (await make()).data
    expect(other.user_id).not.toBe(link.user_id)
  })

  test('end as soon as the company allows them no longer, and other links stay', async () => {
    await allow(true)
    const [poster] = (await make()).data
    const [link] = (await make({ poster: false, to: [{ name: 'Jo Reyes' }] })).data
    const [hung, sent] = [await read(poster), await read(link)]
    await allow(false)
    expect([(await hung.sheets()).status, (await sent.sheets()).status]).toEqual([401, 200])
    expect((await read(poster)).status).toBe(404)
    const renew = () => manager.post(`/api/projects/${job}/share_links/${poster.id}/renew`, { until: clock.day(9) })
    expect((await renew()).status).toBe(403)
    await allow(true)
    expect((await renew()).status).toBe(200)
    expect((await read(poster)).status).toBe(200)
  })
})
