import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createOwnTables } from '#server/db/own-tables.ts'
import { UnknownJob } from '#server/jobs/job-kind.ts'
import { laneStates, retryJobs, troubledJobs } from '#server/jobs/job-state.ts'
import { createJobs, enqueue, type Lane } from '#server/jobs/jobs.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { isBrief } from '../tier.ts'

const MINUTE = 60_000

describe.each(rarerEnginesOfTier)('jobs on $engine', ({ open }) => {
  const opened: Database[] = []
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })
  async function world() {
    const database = await open()
    opened.push(database)
    await createOwnTables(database)
    let time = Date.parse('2026-11-20T16:00:00Z')
    const done: string[] = []
    const failures: unknown[] = []
    /** Simulates another process on the same database. */
    const runner = (run: (kind: string, payload: unknown, id: number) => Promise<void>) =>
      createJobs({
        database,
        now: () => new Date(time),
        run: ({ kind, payload, id }) => run(kind, payload, id),
        log: (error) => failures.push(error),
        patient: ['drawing-recognize'],
      })
    const put = (
      kind: string,
      { lane = 'quick', ...options }: { lane?: Lane; at?: string; key?: string; user_id?: number } = {},
    ) => enqueue(database.kysely, new Date(time).toISOString(), [{ kind, lane, payload: { kind }, ...options }])
    const note = async (kind: string) => void done.push(kind)
    const now = () => new Date(time).toISOString()
    return { now, database, runner, put, note, done, failures, pass: (ms: number) => void (time += ms) }
  }

  test('each runs once, oldest first, with any number of processes', async () => {
    const { runner, put, note, done } = await world()
    for (let at = 0; at < 30; at++) await put(`job ${at}`)
    const slow = async (kind: string) => {
      await new Promise((wait) => setTimeout(wait, 1))
      await note(kind)
    }
    await Promise.all([runner(slow), runner(slow), runner(slow)].map(({ drain }) => drain()))
    expect(done).toHaveLength(30)
    expect(new Set(done).size).toBe(30)
  })

  test('one created in a failing transaction does not exist, and a key exists only once', async () => {
    const { database, runner, put, note, done } = await world()
    await database.kysely
      .transaction()
      .execute(async (trx) => {
        await enqueue(trx, '2026-11-20T16:00:00.000Z', [{ kind: 'undone', lane: 'quick', payload: {} }])
        throw new Error('no')
      })
      .catch(() => {})
    await put('mail', { key: 'message 4 to 7' })
    await put('mail again', { key: 'message 4 to 7' })
    await runner(note).drain()
    await put('mail again', { key: 'message 4 to 7' })
    await runner(note).drain()
    expect(done).toEqual(['mail'])
  })

  test('heavy ones go round by person, one of each at a time, and nobody waits for those of one other', async () => {
    const { runner, put, note, done, pass } = await world()
    const [guest, other, third] = [7, 8, 9]
    const heavy = (kind: string, user_id: number) => put(kind, { lane: 'heavy', user_id })
    for (let at = 1; at <= 3; at++) await heavy(`bomb ${at}`, guest)
    const held = new Map<string, () => void>()
    const jobs = runner(async (kind) => {
      // Later than the one before, as clocks tell.
      pass(1)
      if (kind.startsWith('bomb')) await new Promise<void>((done) => held.set(kind, done))
      await note(kind)
    })
    const begun = (kind: string) => expect.poll(() => [...held.keys()]).toContain(kind)
    const drained = jobs.drain()
    await begun('bomb 1')
    // While it runs, none of the others' work waits, and no second one of the same person begins.
    for (const [kind, person] of [
      ['set', other],
      ['page', other],
      ['photo', third],
    ] as const)
      await heavy(kind, person)
    jobs.wake()
    await expect.poll(() => done.length).toBe(3)
    expect(done).toEqual(['set', 'photo', 'page'])
    expect([...held.keys()]).toEqual(['bomb 1'])
    held.get('bomb 1')?.()
    await begun('bomb 2')
    held.get('bomb 2')?.()
    await begun('bomb 3')
    held.get('bomb 3')?.()
    await drained
    await jobs.close()
    expect(done.slice(3)).toEqual(['bomb 1', 'bomb 2', 'bomb 3'])
  })

  test('of one person, a drawing set comes before previews, and what failed before comes last', async () => {
    const { runner, put, note, done, pass } = await world()
    const heavy = (kind: string) => put(kind, { lane: 'heavy', user_id: 7 })
    await heavy('stubborn')
    let fails = true
    const jobs = runner(async (kind) => {
      if (kind === 'stubborn' && fails) throw new Error('no')
      await note(kind)
    })
    await jobs.drain()
    fails = false
    pass(MINUTE)
    for (const kind of ['preview', 'drawing-read', 'drawing-recognize', 'preview', 'drawing-page']) await heavy(kind)
    await jobs.drain()
    expect(done).toEqual(['drawing-read', 'drawing-page', 'preview', 'drawing-recognize', 'preview', 'stubborn'])
  })

  test('what the version before left to do is done, whoever asked for it', async () => {
    const { database, runner, put, note, done } = await world()
    const { kysely } = database
    await put('before', { lane: 'heavy' })
    for (const index of ['jobs_turns_index', 'jobs_running_index', 'jobs_waiting_index'])
      await sql`drop index ${sql.ref(index)}`.execute(kysely)
    for (const column of ['user_id', 'started_at'])
      await sql`alter table jobs drop column ${sql.ref(column)}`.execute(kysely)
    for (let start = 0; start < 2; start++) await createOwnTables(database)
    // A process of that version may run beside this one until it is replaced.
    await sql`insert into jobs (kind, lane, payload, run_at, attempts, created_at) values ('beside', 'heavy', '{}', '2026-11-20T16:00:00.000Z', 0, '2026-11-20T16:00:00.000Z')`.execute(
      kysely,
    )
    await runner(note).drain()
    expect(done.toSorted()).toEqual(['before', 'beside'])
  })

  test('one that fails is retried with increasing delays and the same id, and finally given up', async () => {
    const { database, runner, put, done, failures, pass } = await world()
    await put('stubborn')
    const ids: number[] = []
    let broken = true
    const jobs = runner(async (kind, _, id) => {
      ids.push(id)
      if (broken) throw new Error('The mail server does not answer.')
      done.push(kind)
    })
    await jobs.drain()
    await jobs.drain()
    expect(ids).toHaveLength(1)
    pass(MINUTE)
    await jobs.drain()
    pass(MINUTE)
    await jobs.drain()
    expect(ids).toHaveLength(2)
    pass(MINUTE)
    broken = false
    await jobs.drain()
    expect(done).toEqual(['stubborn'])
    expect(new Set(ids).size).toBe(1)
    expect(failures).toHaveLength(2)

    broken = true
    await put('hopeless')
    for (let tries = 0; tries < 20; tries++) {
      pass(61 * MINUTE)
      await jobs.drain()
    }
    const { rows } = await sql<{
      attempts: unknown
      error: string
    }>`select attempts, error from jobs where kind = 'hopeless'`.execute(database.kysely)
    expect([Number(rows[0]?.attempts), rows[0]?.error]).toEqual([12, 'The mail server does not answer.'])
  })

  test.runIf(!isBrief)(
    'one of another version is left to whoever knows it, and has failed after an hour without',
    async () => {
      const { database, runner, put, note, done, failures, pass, now } = await world()
      const before = runner(async (kind) => {
        throw new UnknownJob(kind)
      })
      const after = runner(note)
      await put('of the next version')
      await before.drain()
      expect(done).toEqual([])
      await after.drain()
      expect(done).toEqual(['of the next version'])

      await put('removed', { lane: 'heavy' })
      for (let minutes = 0; minutes < 60; minutes++) {
        await before.drain()
        pass(MINUTE)
      }
      expect(failures.map(String)).toEqual([
        'Error: This version of the app knows no job "of the next version".',
        'Error: This version of the app knows no job "removed".',
      ])
      expect(await troubledJobs(database.kysely)).toMatchObject([{ kind: 'removed', attempts: 0, failed_at: null }])
      await before.drain()
      const [failed] = await troubledJobs(database.kysely)
      expect(failed).toMatchObject({ failed_at: now(), error: 'This version of the app knows no job "removed".' })
      await before.drain()
      expect(failures).toHaveLength(3)
    },
  )

  test('one whose process died is later run by another', async () => {
    const { runner, put, note, done, pass } = await world()
    await put('left')
    // The first process claims it and does not finish, until everything was looked at.
    const [claimed, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const neverDone = () => {
      claimed.resolve()
      return over.promise
    }
    const first = runner(neverDone).drain()
    await claimed.promise
    const second = runner(note)
    await second.drain()
    expect(done).toEqual([])
    pass(6 * MINUTE)
    await second.drain()
    expect(done).toEqual(['left'])
    // Its other workers ask the database for work until then.
    over.resolve()
    await first
  })

  test.runIf(!isBrief)('two hundred slow ones do not delay mail', async () => {
    const { runner, put, note, done } = await world()
    for (let at = 0; at < 200; at++) await put(`page ${at}`, { lane: 'heavy' })
    await put('injury', { lane: 'mail' })
    const slow = Promise.withResolvers<void>()
    const jobs = runner(async (kind) => {
      if (kind.startsWith('page')) await slow.promise
      await note(kind)
    })
    const draining = jobs.drain()
    await expect.poll(() => done).toEqual(['injury'])
    slow.resolve()
    await draining
    expect(done).toHaveLength(201)
  })

  test('a request that arrives while many are due does not wait until all are done', async () => {
    const { runner, put, note, done } = await world()
    for (let at = 0; at < 50; at++) await put(`job ${at}`)
    const drained = runner(note).drain()
    // A request is taken in between two iterations of the event loop, as this is.
    await new Promise((arrived) => setImmediate(arrived))
    expect(done.length).toBeLessThan(50)
    await drained
    expect(done).toHaveLength(50)
  })

  test('one that has used up its retries stays listed with its error and is not retried', async () => {
    const { database, runner, put, pass, done, note, now } = await world()
    await put('hopeless')
    let tries = 0
    const jobs = runner(async () => {
      tries++
      throw new Error('The printer is jammed.')
    })
    for (let times = 0; times < 20; times++) {
      await jobs.drain()
      pass(61 * MINUTE)
    }
    expect(tries).toBe(12)
    const [job] = await troubledJobs(database.kysely)
    expect(job).toEqual({
      id: expect.any(Number),
      kind: 'hopeless',
      lane: 'quick',
      attempts: 12,
      error: 'The printer is jammed.',
      next_at: null,
      failed_at: expect.any(String),
    })
    expect((await laneStates(database.kysely, now()))[1]).toEqual({
      lane: 'quick',
      waiting: 0,
      due_since: null,
      failed: 1,
    })

    // By hand it gets all its attempts again.
    expect(await retryJobs(database.kysely, now(), [job?.id ?? 0, 4711])).toBe(1)
    expect((await laneStates(database.kysely, now()))[1]).toMatchObject({ waiting: 1, due_since: now(), failed: 0 })
    await runner(note).drain()
    expect(done).toEqual(['hopeless'])
    expect(await troubledJobs(database.kysely)).toEqual([])
    expect(await retryJobs(database.kysely, now(), [job?.id ?? 0])).toBe(0)
  })

  test('one scheduled for later runs at its time', async () => {
    const { runner, put, note, done, pass } = await world()
    await put('later', { at: '2026-11-20T17:00:00.000Z' })
    await runner(note).drain()
    expect(done).toEqual([])
    pass(60 * MINUTE)
    await runner(note).drain()
    expect(done).toEqual(['later'])
  })
})
