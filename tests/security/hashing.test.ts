import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueHasher, type Hasher } from '#server/auth/hash-queue.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { quickHasher } from '../hasher.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import type { TestWorld } from './cast.ts'

/** A hasher that records the passwords it hashed. */
function counting() {
  const hashed: string[] = []
  const hasher: Hasher = {
    ...quickHasher,
    hash(password) {
      hashed.push(password)
      return quickHasher.hash(password)
    },
  }
  return { hasher, hashed }
}
const secret = (word: number | string) => {
  const password = `long enough ${word}`
  return { password, password_confirmation: password }
}

test('a hash that was made at another cost is made anew when its password is shown', async () => {
  const database = await sampleSqlite()
  const hasher: Hasher = {
    ...quickHasher,
    isOutdated: (hash) => hash.startsWith('old:'),
    verify: async (password, hash) => [`old:${password}`, `quick:${password}`].includes(hash),
  }
  const world = await createTestWorld({ database, hasher })
  const admin = sql`user_id = (select id from users where email = 'admin@plumbline.test')`
  const stored = async () =>
    (
      await sql<{
        password_hash: string
        changed_at: string
      }>`select password_hash, changed_at from credentials where ${admin}`.execute(database.kysely)
    ).rows[0]
  const before = await stored()
  await sql`update credentials set password_hash = 'old:plumbline' where ${admin}`.execute(database.kysely)
  await world.signIn('admin@plumbline.test')
  // It is the same password: nobody is told that it was changed, and links that were mailed stay.
  expect(await stored()).toEqual({ password_hash: 'quick:plumbline', changed_at: before?.changed_at })
  await world.signIn('admin@plumbline.test')
  expect(world.errors).toEqual([])
  await world.close()
})

describe('a password is hashed after all other checks', () => {
  const { hasher, hashed } = counting()
  let world: TestWorld
  let admin: Client
  let clock: TestClock
  beforeEach(async () => {
    clock = createTestClock()
    world = await createTestWorld({ database: await sampleSqlite(clock), hasher })
    admin = await world.signIn('admin@plumbline.test')
    hashed.splice(0)
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const person = (word: string) => ({ name: `Person ${word}`, role: 'employee', email: `${word}@x.example` })

  test('not for 500 people a guest may not create, and not for 500 own passwords', async () => {
    const guest = await world.signIn('customer@plumbline.test')
    const ids = Array.from({ length: 500 }, (_, at) => at)
    const strangers = ids.map((at) => ({ ...person(`p${at}`), ...secret(at) }))
    expect((await guest.post('/api/users/store_many', { data: strangers })).status).toBe(403)
    const others = ids.map((at) => ({ id: at + 1, ...secret(at) }))
    expect((await guest.post('/api/users/store_many', { data: others })).status).toBeGreaterThanOrEqual(403)
    const own = ids.map((at) => ({ id: guest.user.id, ...secret(at) }))
    const { status, data } = await guest.post('/api/users/store_many', { data: own })
    expect(status).toBe(422)
    expect(Object.keys(data.errors)).toHaveLength(499)
    expect(data.errors['data.1.password']).toEqual(['One password at a time.'])
    expect(data.errors['data.499.password']).toEqual(['One password at a time.'])
    expect(hashed).toEqual([])
    expect((await world.client().signIn('customer@plumbline.test')).status).toBe(204)
  })

  test('not if anything else in the request is invalid', async () => {
    const { data: made } = await admin.post('/api/users', person('made'))
    for (const [send, expected] of [
      [() => admin.post('/api/users', { ...person('a'), email: '', ...secret(1) }), 422],
      [() => admin.post('/api/users', { ...person('made'), ...secret(1) }), 422],
      [() => admin.post('/api/users', { ...person('a'), ...secret(1), password_confirmation: 'other' }), 422],
      [() => admin.patch('/api/users/999999', secret(1)), 404],
      [() => admin.patch(`/api/users/${made.id}`, { ...secret(1), updated_at: '2020-01-01T00:00:00Z' }), 409],
      [() => admin.post('/api/users/store_many', { data: [{ ...person('a'), ...secret(1) }, { name: '' }] }), 422],
    ] as const)
      expect((await send()).status).toBe(expected)
    expect(hashed).toEqual([])
    const rehearsed = await admin.post('/api/users/store_many?dry_run=1', { data: [{ ...person('a'), ...secret(1) }] })
    expect([rehearsed.status, hashed]).toEqual([200, []])
  })

  test('once for one of several people saved together, who can then sign in with it', async () => {
    const data = [person('plain'), { ...person('secret'), ...secret('for one') }]
    const saved = await admin.post('/api/users/store_many', { data }, { 'idempotency-key': 'two people' })
    expect([saved.status, saved.data.length, hashed]).toEqual([200, 2, ['long enough for one']])
    expect((await world.client().signIn('secret@x.example', 'long enough for one')).status).toBe(204)
    const history = await admin.get(`/api/users/${saved.data[1].id}/history`)
    expect(history.data).toMatchObject([{ action: 'created' }])
    const again = await admin.post('/api/users/store_many', { data }, { 'idempotency-key': 'two people' })
    expect([again.status, again.data, hashed.length]).toEqual([200, saved.data, 1])
  })

  test('at most ten times a minute for each user', async () => {
    const { data: made } = await admin.post('/api/users', person('made'))
    const answers: number[] = []
    for (let at = 0; at < 12; at++) answers.push((await admin.patch(`/api/users/${made.id}`, secret(at))).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect(hashed).toHaveLength(10)
    expect((await world.client().signIn('made@x.example', 'long enough 9')).status).toBe(204)
    const { data: other } = await admin.post('/api/users', { ...person('boss'), role: 'admin' })
    expect(other.id).toBeGreaterThan(0)
    clock.pass({ minutes: 1, milliseconds: 1 })
    expect((await admin.patch(`/api/users/${made.id}`, secret('later'))).status).toBe(200)
  })
})

test('a sign-in takes as long for an address that nobody has: it compares one hash, too', async () => {
  const compared: string[] = []
  const hasher: Hasher = {
    ...quickHasher,
    verify(password, hash) {
      compared.push(password)
      return quickHasher.verify(password, hash)
    },
  }
  const world = await createTestWorld({ database: await sampleSqlite(), hasher })
  for (const mailbox of ['admin', 'nobody']) await world.client().signIn(`${mailbox}@plumbline.test`, `of ${mailbox}`)
  expect(compared).toEqual(['of admin', 'of nobody'])
  await world.close()
})

describe('sign-ins and new passwords', () => {
  /** A hasher whose hashes are completed manually. */
  function byHand() {
    const started: string[] = []
    const finish: (() => void)[] = []
    const work = <T>(name: string, value: T) => {
      started.push(name)
      return new Promise<T>((done) => finish.push(() => done(value)))
    }
    const hasher: Hasher = {
      hash: (password) => work(`hash ${password}`, 'hash'),
      verify: (password) => work(`verify ${password}`, true),
    }
    return { hasher, started, next: () => finish.shift()?.() }
  }
  const settle = () => new Promise((done) => setImmediate(done))

  test('alternate, so that many of one kind do not delay the other', async () => {
    const { hasher, started, next } = byHand()
    const queue = queueHasher(hasher)
    const all = [1, 2, 3].map((at) => queue.hash(`${at}`))
    all.push(queue.verify('a', '').then(String), queue.verify('b', '').then(String))
    for (let at = 0; at < 5; at++) {
      await settle()
      expect(started).toHaveLength(at + 1)
      next()
    }
    await Promise.all(all)
    expect(started).toEqual(['hash 1', 'verify a', 'hash 2', 'verify b', 'hash 3'])
  })

  test('are refused with a retry time when many are waiting', async () => {
    const { hasher, next } = byHand()
    const queue = queueHasher(hasher)
    const waiting = Array.from({ length: 101 }, () => queue.verify('a', ''))
    await expect(queue.verify('late', '')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    // The other queue has room.
    const password = queue.hash('mine')
    for (let at = 0; at < 102; at++) {
      next()
      await settle()
    }
    expect(await Promise.all(waiting)).toHaveLength(101)
    expect(await password).toBe('hash')
  })
})
