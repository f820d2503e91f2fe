import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier, freshPostgres } from '../engines.ts'
import { samplePostgresUrl } from '../sample.ts'
import { isBrief } from '../tier.ts'
import { createTestWorld, PASSWORD, type Client } from '../harness.ts'
import type { TestWorld } from './cast.ts'

const ADMIN = 'admin@plumbline.test'

describe.each(enginesOfTier)('the limit on signing in on $engine', ({ openSample }) => {
  let world: TestWorld
  let clock: TestClock
  let address: string
  beforeEach(async () => {
    clock = createTestClock()
    address = 'one'
    world = await createTestWorld({ database: await openSample(clock), addressOf: () => address })
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const attempt = async (email: string, password = 'wrong', client = world.client()) =>
    (await client.signIn(email, password)).status
  const guess = async (email: string, times: number) => {
    const answers: number[] = []
    for (let at = 0; at < times; at++) answers.push(await attempt(email))
    return answers
  }
  const fiveWrong = [422, 422, 422, 422, 422]

  test('counts per account, over all IP addresses and spellings of its email address', async () => {
    const typed = [ADMIN, 'ADMIN@plumbline.test', ' Admin@Plumbline.Test ', 'ADMIN@PLUMBLINE.TEST', ADMIN]
    for (const [at, email] of typed.entries()) {
      address = `address ${at}`
      expect(await attempt(email)).toBe(422)
    }
    address = 'yet another'
    expect(await attempt(ADMIN, PASSWORD)).toBe(429)
    expect(await attempt('manager@plumbline.test', PASSWORD)).toBe(204)
    clock.pass({ minutes: 1, milliseconds: 1 })
    expect(await attempt(ADMIN, PASSWORD)).toBe(204)
  })

  test.each(['àdmin@plumbline.test', 'ａdmin@plumbline.test', 'admin@plumblıne.test', 'ⓐdmin@plumbline.test'])(
    '%s is not the address of admin@plumbline.test',
    async (email) => {
      expect(await attempt(email, PASSWORD)).toBe(422)
      expect(await guess(email, 5)).toEqual([422, 422, 422, 422, 429])
      expect(await attempt(ADMIN, PASSWORD)).toBe(204)
    },
  )

  test('responds like Laravel, the same for unknown addresses', async () => {
    for (const email of [ADMIN, 'nobody@plumbline.test']) {
      expect(await guess(email, 5)).toEqual(fiveWrong)
      const { status, data, headers } = await world.client().signIn(email)
      expect([status, data]).toEqual([
        429,
        {
          message: 'Too many attempts. Please try again in 60 seconds.',
          errors: { email: ['Too many attempts. Please try again in 60 seconds.'] },
        },
      ])
      expect(headers.get('retry-after')).toBe('60')
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['5', '0'])
    }
  })

  test('imposes pauses of up to 15 minutes, reset by the right password or after a day', async () => {
    await guess(ADMIN, 4)
    const pauses: number[] = []
    for (let round = 0; round < 7; round++) {
      expect(await attempt(ADMIN)).toBe(422)
      const { headers } = await world.client().signIn(ADMIN)
      pauses.push(Number(headers.get('retry-after')))
      clock.pass({ seconds: Number(headers.get('retry-after')) })
    }
    expect(pauses).toEqual([60, 120, 240, 480, 900, 900, 900])
    expect(await attempt(ADMIN, PASSWORD)).toBe(204)
    expect(await guess(ADMIN, 6)).toEqual([...fiveWrong, 429])
    clock.pass({ days: 1, milliseconds: 1 })
    expect(await guess(ADMIN, 6)).toEqual([...fiveWrong, 429])
  })

  test('allows no more of fifty concurrent attempts than of fifty sequential ones', async () => {
    const clients = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = world.client()
        await client.get('/sanctum/csrf-cookie')
        return client
      }),
    )
    const answers = await Promise.all(
      clients.map((client) => client.post('/login', { email: ADMIN, password: 'wrong' })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
  })

  test('does not apply to browsers the user has signed in with before, which have their own limit', async () => {
    const foreman = 'foreman@plumbline.test'
    const phone = await world.signIn(foreman)
    await phone.post('/logout')
    address = 'elsewhere'
    expect(await guess(foreman, 6)).toEqual([...fiveWrong, 429])
    // Not even from an IP address that has used up its attempts.
    for (let at = 0; at < 110; at++) await attempt(`nobody${at}@x.example`)
    expect(await attempt(foreman, PASSWORD)).toBe(429)
    expect(await attempt(foreman, PASSWORD, phone)).toBe(204)
    for (const status of [...fiveWrong, 429]) expect(await attempt(foreman, 'wrong', phone)).toBe(status)
    // The browser is known only for the user who has signed in with it.
    address = 'a third one'
    expect(await guess(ADMIN, 5)).toEqual(fiveWrong)
    expect(await attempt(ADMIN, PASSWORD, phone)).toBe(429)
  })

  test('does not apply to mailed links, and afterwards not to the browser that opened one', async () => {
    const admin = await world.signIn(ADMIN)
    const { data: person } = await admin.post('/api/users', {
      name: 'Ina',
      email: 'ina@plumbline.test',
      role: 'employee',
    })
    const form = (client: Client, path: string, fields: Record<string, string>) =>
      client.send('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const [thief, owner] = [world.client(), world.client()]
    const mailed = () => /token=(\w+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await admin.post(`/api/users/${person.id}/invite`)
    expect((await form(thief, '/invite', { token: mailed() })).status).toBe(303)
    await guess(person.email, 6)

    await admin.post(`/api/users/${person.id}/reset_password`)
    const fields = { token: mailed(), password: 'not to be guessed', password_confirmation: 'not to be guessed' }
    expect((await form(owner, '/reset-password', fields)).status).toBe(303)
    expect(await attempt(person.email, fields.password)).toBe(429)
    expect(await attempt(person.email, fields.password, owner)).toBe(204)
    // A browser that was known before the password was changed is no longer known.
    expect(await attempt(person.email, fields.password, thief)).toBe(429)
  })

  test('limits the attempts of one IP address over all accounts', async () => {
    const client = world.client()
    await client.get('/sanctum/csrf-cookie')
    const answers: number[] = []
    for (let at = 0; at < 120; at++)
      answers.push((await client.post('/login', { email: `a${at}@b.example`, password: 'x' })).status)
    expect(answers.filter((status) => status === 422)).toHaveLength(100)
    const { data, headers } = await client.post('/login', { email: 'last@b.example', password: 'x' })
    expect(data.errors).toHaveProperty('email')
    expect(headers.get('x-ratelimit-limit')).toBe('100')
  })

  test('is deleted when it has expired', async () => {
    const { kysely }: Database = world.app.services.database
    const kept = async () => (await kysely.selectFrom('sign_in_attempts').selectAll().execute()).length
    await guess('nobody@x.example', 2)
    await world.app.prune()
    expect(await kept()).toBe(1)
    clock.pass({ days: 1, milliseconds: 1 })
    await world.app.prune()
    expect(await kept()).toBe(0)
  })
})

test.runIf(!isBrief)('is shared by several processes', async () => {
  const url = await samplePostgresUrl()
  const worlds = [await createTestWorld({ database: openPostgres(url, { max: 3 }), addressOf: () => 'one' })]
  worlds.push(await createTestWorld({ database: openPostgres(url, { max: 3 }), addressOf: () => 'two', sample: false }))
  const answers: number[] = []
  for (let at = 0; at < 8; at++) answers.push((await worlds[at % 2]?.client().signIn(ADMIN, 'wrong'))?.status ?? 0)
  expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  for (const world of worlds) await world.close()
})

test.runIf(!isBrief)(
  'so are those on an address: processes that start together on an empty database count as one',
  async () => {
    const url = await freshPostgres()
    const open = () =>
      createTestWorld({ database: openPostgres(url, { max: 3 }), addressOf: () => 'one', sample: false })
    // One creates the tables and what they must hold, and the others find them.
    const worlds = await Promise.all([open(), open(), open()])
    const { kysely } = worlds[0].app.services.database
    const settings = await kysely.selectFrom('company_settings').selectAll().execute()
    expect(settings).toHaveLength(1)
    const asked: number[] = []
    for (let at = 0; at < 12; at++)
      asked.push((await worlds[at % 3]?.client().post('/forgot-password', { email: 'a@b.example' }))?.status ?? 0)
    expect(asked).toEqual([...Array<number>(10).fill(200), 429, 429])
    const wrong: number[] = []
    for (let at = 0; at < 103; at++)
      wrong.push((await worlds[at % 3]?.client().signIn(`nobody${at}@x.example`, 'wrong'))?.status ?? 0)
    expect(wrong).toEqual([...Array<number>(100).fill(422), 429, 429, 429])
    for (const world of worlds) await world.close()
  },
)
