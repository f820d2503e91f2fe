import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]

const signature_path = 'M 60 130 L 90 60 L 110 120'
const people = [{ name: 'Luis Ortega', trade: 'Journeyman', hours: 4, kind: 'regular' }]
const materials = [{ kind: 'material', description: 'EMT', quantity: 60, unit: 'ft', price: 1.35 }]

describe.each(enginesOfTier)('Extra work on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const signedIn = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = signedIn.get(role)
    if (!found) throw new Error(role)
    return found
  }
  let project: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) signedIn.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    const team = (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({ user_id: as(role).user.id }))
    const { data } = await as('admin').post('/api/projects', {
      customer_id: as('customer').user.customer_id,
      name: 'Changed on site',
      number: `X-${crypto.randomUUID().slice(0, 8)}`,
      project_users: team,
    })
    project = data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const at = (id?: number) => `/api/projects/${project.id}/extra_work${id === undefined ? '' : `/${id}`}`
  async function make(draft: object = {}) {
    const body = { title: 'Move floor boxes', date: clock.day(-1), people, materials, ...draft }
    const { status, data } = await as('foreman').post(at(), body)
    expect([status, data.errors]).toEqual([201, undefined])
    return data
  }
  const sign = (id: number, body: object = { signed_by: 'Dana Whitfield', signature_path }, role: Role = 'foreman') =>
    as(role).post(`${at(id)}/sign`, body)

  test('is numbered within its project, and written by who writes on site', async () => {
    expect([await make(), await make()].map(({ number }) => number)).toEqual([1, 2])
    const body = { title: 'No', date: clock.day(-1) }
    for (const role of ['employee', 'customer', 'contact'] as const)
      expect([role, (await as(role).post(at(), body)).status]).toEqual([role, 403])
    expect((await as('foreman').delete(at((await make()).id))).status).toBe(403)
    expect((await as('manager').delete(at((await make()).id))).status).toBe(204)
  })

  test('is signed with a name and a signature', async () => {
    const { id } = await make()
    expect((await sign(id, {})).data.errors).toEqual({
      signed_by: ['Name of who signs is required'],
      signature_path: ['Signature is required'],
    })
    const scribbled = await sign(id, { signed_by: 'Dana Whitfield', signature_path: '<svg onload=alert(1)>' })
    expect(scribbled.data.errors).toEqual({ signature_path: ['Signature must be an SVG path of strokes.'] })
    const { data } = await sign(id)
    expect(data).toMatchObject({ signed_by: 'Dana Whitfield', signature_path, signed_name: as('foreman').user.name })
    expect((await sign((await make()).id, undefined, 'employee')).status).toBe(403)
  })

  test('what was signed for stays, apart from prices, until it is reopened and signed again', async () => {
    const { id, people: own, materials: used } = await make()
    await sign(id)
    const longer = own.map((line: object) => ({ ...line, hours: 6 }))
    const locked = await as('manager').patch(at(id), { people: longer, title: 'More' })
    const told = ['This ticket is signed. Reopen it to change what was signed for.']
    expect(locked.data.errors).toEqual({ people: told, title: told })
    expect((await as('office').patch(at(id), { materials: [] })).data.errors).toEqual({ materials: told })
    const priced = used.map((line: object) => ({ ...line, price: 1.5 }))
    expect((await as('office').patch(at(id), { materials: priced })).data.materials[0].price).toBe(1.5)
    const { data } = await as('foreman').post(`${at(id)}/reopen`)
    expect(data).toMatchObject({ signed_at: null, signed_by: null, signature_path: null })
    expect((await as('foreman').patch(at(id), { people: longer })).data.people[0].hours).toBe(6)
  })

  test('is refused with why, signed later, sent and billed in turn', async () => {
    const { id } = await make()
    expect((await as('foreman').post(`${at(id)}/send`)).status).toBe(422)
    expect((await as('foreman').post(`${at(id)}/refuse`, {})).data.errors).toEqual({
      reason: ['Add why it was refused.'],
    })
    const { data: refused } = await as('foreman').post(`${at(id)}/refuse`, { reason: 'Says it is in the contract.' })
    expect(refused).toMatchObject({
      refused_reason: 'Says it is in the contract.',
      refused_name: as('foreman').user.name,
    })
    expect((await sign(id)).status).toBe(200)
    expect((await as('office').post(`${at(id)}/bill`)).status).toBe(422)
    expect((await as('office').post(`${at(id)}/send`)).data.sent_name).toBe(as('office').user.name)
    expect((await as('office').post(`${at(id)}/bill`)).data.billed_name).toBe(as('office').user.name)
    expect((await as('office').post(`${at(id)}/unbill`)).data.billed_at).toBeNull()
    expect((await as('office').post(`${at(id)}/unsend`)).data.sent_at).toBeNull()
  })

  test('guests see what is shared with them, and no price in it, nor in its history or an answer given again', async () => {
    const { id, materials: used } = await make()
    for (const role of ['customer', 'contact'] as const) expect((await as(role).get(at(id))).status).toBe(404)
    await as('foreman').patch(at(id), {
      shared: true,
      materials: used.map((line: object) => ({ ...line, price: 9.99 })),
    })
    for (const role of ['customer', 'contact'] as const) {
      const answers = [
        await as(role).get(at(id)),
        await as(role).get(at()),
        await as(role).get('/api/extra_work'),
        await as(role).get(`${at(id)}/history`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(answers[0]?.data.materials).toEqual([expect.not.objectContaining({ price: expect.anything() })])
      expect(JSON.stringify(answers.map(({ data }) => data))).not.toMatch(/"price"|9\.99/)
    }
    expect((await as('employee').get(at(id))).data.materials[0].price).toBe(9.99)
  })

  test('its author hears that it was signed or refused by another, and its assignee that it is theirs', async () => {
    const told = async (role: Role) =>
      (await as(role).get('/api/notifications')).data.map(({ text }: { text: string }) => text)
    const { id } = await make({ assigned_id: as('manager').user.id })
    const { id: other } = await make()
    await sign(other, undefined, 'manager')
    await as('office').post(`${at(id)}/refuse`, { reason: 'No' })
    await world.app.jobs.drain()
    expect(await told('foreman')).toEqual(
      expect.arrayContaining([
        `${as('manager').user.name} got a signature for extra work ticket 002`,
        `${as('office').user.name} noted the refusal of extra work ticket 001`,
      ]),
    )
    expect(await told('manager')).toContain(`${as('office').user.name} noted the refusal of extra work ticket 001`)
  })

  test('the project counts those that are not sent, for who may see them', async () => {
    const { id } = await make({ shared: true })
    await make()
    const countFor = async (role: Role) => (await as(role).get(`/api/projects/${project.id}`)).data.open_extra_work
    expect([await countFor('office'), await countFor('customer')]).toEqual([2, 1])
    await sign(id)
    await as('office').post(`${at(id)}/send`)
    expect([await countFor('office'), await countFor('customer')]).toEqual([1, 0])
  })
})
