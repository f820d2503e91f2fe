import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { removeFolders, temporaryFolder } from '../contract/server.ts'
import { freshPostgres } from '../engines.ts'
import { BATCHES, checkLedger, createCrew, type Batch } from '../payroll-crew.ts'
import { isBrief } from '../tier.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { createProcesses } from './processes.ts'
import { createRandom } from './random.ts'

afterAll(removeFolders)
/** The maximum delay in milliseconds between a check and the kill after it. */
const LATEST = 120

/**
 * Approves, reopens, exports and takes back while the server is killed, sends again under its key what was not answered,
 * and checks the ledger after each start.
 */
async function killAgainAndAgain(name: string, at: string, kills: number) {
  const random = createRandom(name)
  const processes = createProcesses(at)
  let server = await processes.start()
  let starting: Promise<void> = Promise.resolve()
  let sent = 0
  const cut: string[] = []
  try {
    const remote = createRemote(() => server.url)
    /** As one that asks again once there is a server. */
    async function send(...[method, path, body]: Parameters<typeof remote.send>) {
      const headers = { 'idempotency-key': `payroll ${sent++}` }
      const first = await remote.send(method, path, body, headers).catch(() => null)
      if (first) return first
      cut.push(`${method} ${path.replace(/[?].*/, '').replace(/\d+/, '…')}`)
      await starting
      return remote.send(method, path, body, headers)
    }
    const admin: typeof remote = {
      ...remote,
      send,
      get: async (path) => send('GET', path),
      post: async (path, body = {}) => send('POST', path, body),
      patch: async (path, body) => send('PATCH', path, body),
      delete: async (path) => send('DELETE', path),
    }
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const crew = await createCrew(admin, '2021-01-03')
    const { project, codes, people, span, weekOf, batches } = crew
    const entries: number[] = []
    async function enter(user_id = random.pick(people)) {
      const { status, data } = await admin.post('/api/time_entries', {
        user_id,
        date: addDays(span.starts_on, random.below(7)),
        hours: (1 + random.below(32)) / 4,
        project_id: project,
        cost_code_id: random.pick(codes),
        per_diem: random.below(2) === 0,
        confirmed: ['duplicate'],
      })
      if (status === 201) entries.push(data.id)
    }
    const book = (more: object = {}) => admin.post(BATCHES, { ...span, mapping_id: 1, ready_only: true, ...more })
    const steps = {
      enter: () => enter(),
      change: () =>
        admin.patch(`/api/time_entries/${random.pick(entries)}`, {
          hours: (1 + random.below(32)) / 4,
          confirmed: ['duplicate'],
        }),
      async approve() {
        for (const person of people) {
          const week = await weekOf(person)
          if (week) await admin.post(`/api/timecards/${week.id}/approve`, { exception: 'Outage' })
        }
      },
      async reopen() {
        for (const person of people) {
          const week = await weekOf(person)
          if (week?.approved_at && random.below(2))
            await admin.post(`/api/timecards/${week.id}/reopen`, { reason: 'Wrong' })
        }
      },
      export: () => book(),
      exportChanges: () => book({ changes_only: true }),
      twice: () => Promise.all([book(), book()]),
      async takeBack() {
        const last = (await batches()).find(
          (one: Batch) => !one.undone_at && !one.reversed_at && one.reverses_id === null,
        )
        if (!last) return
        if (random.below(2)) await admin.get(`${BATCHES}/${last.id}/file`)
        await admin.post(`${BATCHES}/${last.id}/undo`)
        await admin.post(`${BATCHES}/${last.id}/reverse`, { reason: 'Wrong' })
      },
    }
    const names = Object.keys(steps) as (keyof typeof steps)[]
    let exported = 0
    const done: string[] = []
    for (const person of [...people, ...people]) await enter(person)
    for (let kill = 0; kill < kills; kill++) {
      let isOver = false
      const restart = async () => {
        await wait(random.below(LATEST))
        await server.kill()
        server = await processes.start()
        isOver = true
      }
      starting = restart()
      for (let step = 0; !isOver; step++) {
        // What is killed is mostly what payroll would pay twice.
        const next = step % 2 ? random.pick(['approve', 'export', 'reopen'] as const) : random.pick(names)
        done.push(next)
        await steps[next]()
      }
      await starting
      await checkLedger(crew, done)
      // What is due is exported now, and nothing of it a second time.
      await steps.approve()
      await book()
      done.push('approve', 'export')
      exported += await checkLedger(crew, done)
      const { status, data } = await book()
      expect({ done, status, message: data.message }).toEqual({ done, status: 422, message: 'Nothing to export.' })
    }
    expect(exported).toBe(kills * people.length)
    const kinds = [...Map.groupBy(cut, (path) => path)].map(([path, all]) => `${path} ${all.length}`)
    process.stdout.write(`${name}: ${kills} kills, ${sent} requests, cut off: ${kinds.join(', ')}\n`)
    return cut.length
  } finally {
    processes.close()
    await server.kill()
  }
}

test.runIf(!isBrief)(
  'SQLite: after a kill -9 amid approving, reopening and exporting, nothing is paid twice or left out (rule payroll-ledger)',
  async () => {
    const cut = await killAgainAndAgain('payroll with kill -9 on SQLite', temporaryFolder(), counts.payrollKills)
    expect(cut).toBeGreaterThan(0)
  },
)

test.runIf(!isBrief)('PostgreSQL: the same', async () => {
  const cut = await killAgainAndAgain('payroll with kill -9 on PostgreSQL', await freshPostgres(), counts.payrollKills)
  expect(cut).toBeGreaterThan(0)
})
