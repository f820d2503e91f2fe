import { signal } from '@preact/signals-react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { can, type CurrentUser, type Id } from '../access/access.ts'
import { defineEntity, type RecordOf } from '../entity/entity.ts'
import { number, ref, text } from '../entity/fields.ts'
import type { Keeps } from '../module/keeps.ts'
import { createStore } from '../store/store.ts'
import { keepFiles, tellKept, type FileDeps } from './files.ts'
import { createKeeping } from './keeping.ts'
import { createKept } from './kept.ts'
import { networkOf, type Network } from './network.ts'
import { KEPT_FILES, PREVIEWS } from './previews.ts'
import { chooseJobs, fitting, type JobToKeep } from './plan.ts'
import { withRoom } from './space.ts'
import { luis } from './reader.fixture.ts'

const access = { view: can('view', 'users') }
const jobs = defineEntity('job', {
  endpoint: 'api/jobs',
  area: 'users',
  access,
  sort: 'name',
  fields: { name: text() },
})
const plans = defineEntity('plan', {
  endpoint: 'api/jobs/{job_id}/plans',
  area: 'users',
  access,
  sort: 'name',
  fields: { job_id: ref('job'), name: text(), version: number(), old: text() },
})
const pathOf = (id: Id, version: number | string) => `/api/plans/${id}/file?v=${version}`
const keeps: Keeps = {
  noun: ['plan', 'plans'],
  items: async (of) =>
    (await of(plans)).flatMap(({ id, name, version, old }) => [
      { group: name, files: [{ path: pathOf(id, version), bytes: 10 }] },
      ...(old ? [{ isOld: true, files: [{ path: pathOf(id, old), bytes: null }] }] : []),
    ]),
}

let count = 0
afterEach(async () => {
  await caches.delete(KEPT_FILES)
  await caches.delete(PREVIEWS)
  localStorage.clear()
  count++
})
const at = new Date(Date.UTC(2026, 2, 1, 8)).toISOString()

/** A device that has the records of some plans. */
async function device(...all: { id: Id; job_id: Id; name?: string; version?: number; old?: string }[]) {
  const entities = [jobs, plans]
  const store = createStore(entities)
  const user = signal<CurrentUser | null>(luis)
  const kept = createKept({ store, entities, user, name: `files test ${count}` })
  onTestFinished(() => kept.flush())
  const put = (...some: typeof all) =>
    store
      .of(plans)
      .put(
        some.map(
          (one) =>
            ({ created_at: at, updated_at: at, deleted_at: null, name: 'E', version: 1, old: '', ...one }) as RecordOf<
              typeof plans
            >,
        ),
      )
  put(...all)
  await kept.flush()
  const keeping = createKeeping(user)
  const asked: string[] = []
  const state = { network: 'go' as Network, budget: 1000, bytes: 10, lasting: true, isOnline: true }
  const deps: FileDeps = {
    kept,
    root: jobs,
    keeps: [keeps],
    keeping,
    urlOf: (path) => path,
    async fetchFile(path) {
      asked.push(path)
      const headers = { 'Cache-Control': state.lasting ? 'private, immutable' : 'no-cache' }
      return new Response('x'.repeat(state.bytes), { headers })
    },
    idle: async () => {},
    network: () => state.network,
    mayGoOn: () => state.isOnline,
    dayFrom: () => '2026-03-01',
    budget: async () => state.budget,
  }
  const keep = (...order: Id[]) =>
    keepFiles(
      deps,
      order.map((id): JobToKeep => ({ id, isWhole: true })),
    )
  const told = (job: Id) => {
    const now = keeping.peek(job)
    return (
      now && { here: now.counts.map((one) => `${one.here} of ${one.of}`).join(), bytes: now.bytes, state: now.state }
    )
  }
  const here = async () => (await (await caches.open(KEPT_FILES)).keys()).map(({ url }) => new URL(url).search).sort()
  return { kept, keeping, keep, told, asked, state, deps, here, put, tell: () => tellKept(deps, null) }
}

test('the files of a job come once, and a later check says when all of them were there', async () => {
  const { keep, told, asked, keeping } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 4 }, { id: 3, job_id: 5 })
  await keep(4)
  expect(told(4)).toEqual({ here: '2 of 2', bytes: 20, state: 'rest' })
  expect(keeping.peek(4)?.wholeAt).not.toBeNull()
  expect(asked).toHaveLength(2)
  await keep(4)
  expect(asked).toHaveLength(2)
})

test('a file that the browser has deleted is missing, and comes alone', async () => {
  const { keep, tell, told, asked } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 4 })
  await keep(4)
  await (await caches.open(KEPT_FILES)).delete(pathOf(1, 1))
  await tell()
  expect(told(4)).toEqual({ here: '1 of 2', bytes: 10, state: 'away' })
  asked.length = 0
  await keep(4)
  expect(asked).toEqual([pathOf(1, 1)])
  expect(told(4)).toEqual({ here: '2 of 2', bytes: 20, state: 'rest' })
})

test('what an earlier version or a screen has put there is not fetched again', async () => {
  const { keep, asked, told } = await device({ id: 1, job_id: 4 })
  await (await caches.open(PREVIEWS)).put(pathOf(1, 1), new Response('x'.repeat(10)))
  await keep(4)
  expect([asked, told(4)]).toEqual([[], { here: '1 of 1', bytes: 10, state: 'rest' }])
})

test('what was superseded goes, with what was made of it, and so does what nobody keeps any more', async () => {
  const { kept, keep, put, here, keeping, told } = await device(
    { id: 1, job_id: 4 },
    { id: 2, job_id: 5, old: 'before' },
  )
  const cache = await caches.open(KEPT_FILES)
  await cache.put(pathOf(2, 'before'), new Response('kept by an earlier version'))
  await keep(4, 5)
  await cache.put(`${pathOf(1, 1)}&snapshot`, new Response('drawn'))
  expect(await here()).toEqual(['?v=1', '?v=1', '?v=1&snapshot'])
  put({ id: 1, job_id: 4, version: 2 })
  await kept.flush()
  await keep(4, 5)
  expect(await here()).toEqual(['?v=1', '?v=2'])
  await keep(4)
  expect(await here()).toEqual(['?v=2'])
  expect([told(4)?.here, keeping.peek(5)]).toEqual(['1 of 1', null])
})

test('without room the last job goes, and says so', async () => {
  const { keep, told, state, here } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 5 })
  await keep(4, 5)
  state.budget = 15
  await keep(5, 4)
  expect([told(5)?.state, told(4)]).toEqual(['rest', { here: '0 of 1', bytes: 0, state: 'full' }])
  expect(await here()).toHaveLength(1)
})

test('a huge job is kept unasked in part, and whole for who wants it', () => {
  const files = [{ path: '/', url: '/', bytes: null, size: 200 * 2 ** 20 }]
  const plan = (isWanted: boolean) => ({
    kinds: [
      {
        noun: keeps.noun,
        items: [
          { files, isWanted },
          { files, isWanted },
        ],
      },
    ],
  })
  const room = 1000 * 2 ** 20
  expect([fitting(plan(false), room).isAll, fitting(plan(false), room).files.length]).toEqual([false, 1])
  expect(fitting(plan(true), room).isAll).toBe(true)
  expect(fitting(plan(true), 300 * 2 ** 20).files).toHaveLength(1)
})

test('on a metered connection it waits, also in the middle, and goes on where it stopped', async () => {
  const { keep, told, state, asked, deps } = await device(
    { id: 1, job_id: 4 },
    { id: 2, job_id: 4 },
    { id: 3, job_id: 4 },
  )
  state.network = 'wait'
  await keep(4)
  expect([asked, told(4)]).toEqual([[], { here: '0 of 3', bytes: 0, state: 'waiting' }])
  state.network = 'go'
  const { fetchFile } = deps
  deps.fetchFile = async (path) => {
    state.network = 'wait'
    return fetchFile(path)
  }
  await keep(4)
  expect(told(4)?.state).toBe('waiting')
  const before = [...asked]
  expect(before.length).toBeLessThan(3)
  state.network = 'go'
  deps.fetchFile = fetchFile
  await keep(4)
  expect(told(4)).toEqual({ here: '3 of 3', bytes: 30, state: 'rest' })
  expect(new Set(asked).size).toBe(asked.length)
})

test('where the browser does not tell, the person is asked once for each job', async () => {
  const { keep, told, state, asked, keeping } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 5 })
  state.network = 'unknown'
  await keep(4, 5)
  expect([told(4)?.state, keeping.peek(4)?.missing, asked]).toEqual(['ask', 10, []])
  keeping.answer(4, true)
  keeping.answer(5, false)
  await keep(4, 5)
  await keep(4, 5)
  expect([told(4)?.state, told(5)?.state, asked]).toEqual(['rest', 'declined', [pathOf(1, 1)]])
  // Who wants it has said so.
  keeping.want(5, 'all')
  await keep(4, 5)
  expect(told(5)?.state).toBe('rest')
})

test('half a file, and one that may still change, is not kept', async () => {
  const { keep, told, state } = await device({ id: 1, job_id: 4 })
  state.bytes = 5
  await keep(4)
  expect(told(4)).toEqual({ here: '0 of 1', bytes: 0, state: 'failed' })
  Object.assign(state, { bytes: 10, lasting: false })
  await keep(4)
  expect(told(4)?.here).toBe('0 of 1')
})

test('who signs out while a file comes leaves nothing', async () => {
  const { keep, here, state, deps } = await device({ id: 1, job_id: 4 })
  const { fetchFile } = deps
  deps.fetchFile = async (path) => {
    state.isOnline = false
    return fetchFile(path)
  }
  await keep(4)
  expect(await here()).toEqual([])
})

test('of a job that is only wanted in part, as on an earlier version, that part is kept', async () => {
  localStorage.setItem('drawings kept 7 4', 'E')
  const { deps, keeping, told } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 4, name: 'A' })
  expect([keeping.wanted(4), keeping.allWanted()]).toEqual([['E'], [4]])
  await keepFiles(deps, [{ id: 4, isWhole: false }])
  expect(told(4)).toEqual({ here: '1 of 1', bytes: 10, state: 'rest' })
})

test('a device without room lets the last job go before records', async () => {
  const { keep, kept, tell, told } = await device({ id: 1, job_id: 4 }, { id: 2, job_id: 5 })
  await keep(4, 5)
  const database = await kept.use(async (one) => one)
  if (!database) throw new Error('There is no database.')
  let tries = 0
  const write = async () => {
    if (tries++ < 1) throw new DOMException('', 'QuotaExceededError')
  }
  await caches.delete(PREVIEWS)
  await withRoom(async () => database, write)
  await tell()
  expect([told(4)?.here, await database.count('records')]).toEqual(['1 of 1', 2])
  expect((await (await caches.open(KEPT_FILES)).keys()).length).toBe(1)
})

test('jobs are kept in the order in which they are needed', () => {
  const chosen = chooseJobs([3, 1], [9], [1, 4, 5, 6, 7, 8])
  expect(chosen.map(({ id }) => id)).toEqual([3, 1, 9, 4, 5, 6, 7])
  expect(chosen.filter(({ isWhole }) => !isWhole)).toEqual([{ id: 9, isWhole: false }])
})

test('a connection is free or fast, slow or dear, or not told', () => {
  expect(networkOf(undefined)).toBe('unknown')
  expect(networkOf({ saveData: false, effectiveType: '4g' })).toBe('go')
  expect(networkOf({ saveData: true, effectiveType: '4g' })).toBe('wait')
  expect(['slow-2g', '2g', '3g'].map((effectiveType) => networkOf({ effectiveType }))).toEqual(['wait', 'wait', 'wait'])
})
