import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { payrollBatches } from '#modules/payroll/entities.ts'
import { markLeft } from '#modules/payroll/server/leave.ts'
import type { PayrollWeek } from '#modules/payroll/rows.ts'
import { transact } from '#server/context/transact.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { BATCHES, checkLedger, createCrew } from '../payroll-crew.ts'
import { isThorough } from '../tier.ts'

const WEEK = '2021-01-03'
const [RUNS, STEPS] = isThorough ? [20, 60] : [1, 40]

describe.each(enginesOfTier)('the ledger of payroll on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test.each(Array.from({ length: RUNS }, (_, at) => at + 1))(
    'after an export, the sums of what was exported are what was approved, whatever was done before (%s) (rule payroll-ledger)',
    async (seed) => {
      let state = seed
      const below = (most: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % most
      const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
      const crew = await createCrew(admin, addDays(WEEK, 7 * seed))
      const { project, codes, people, span, weekOf, batches } = crew
      const send = (ready_only: boolean, more: object = {}) =>
        admin.post(BATCHES, { ...span, mapping_id: 1, ready_only, ...more })
      const hoursOf = () => ({
        user_id: pick(people),
        date: addDays(span.starts_on, below(7)),
        hours: (1 + below(48)) / 4,
        project_id: project,
        cost_code_id: pick(codes),
        per_diem: below(2) === 0,
        confirmed: ['duplicate'],
      })
      const entries: number[] = []
      const steps = {
        async enter() {
          const { status, data } = await admin.post('/api/time_entries', hoursOf())
          if (status === 201) entries.push(data.id)
        },
        change: () => admin.patch(`/api/time_entries/${pick(entries) ?? 0}`, { hours: (1 + below(40)) / 4, confirmed: ['duplicate'] }), // prettier-ignore
        move: () => admin.patch(`/api/time_entries/${pick(entries) ?? 0}`, { cost_code_id: pick(codes), confirmed: ['duplicate'] }), // prettier-ignore
        remove: () => admin.delete(`/api/time_entries/${pick(entries) ?? 0}`),
        async approve() {
          for (const person of people) {
            const week = await weekOf(person)
            if (week && below(4)) await admin.post(`/api/timecards/${week.id}/approve`, { exception: 'Outage' })
          }
        },
        async reopen() {
          const week = await weekOf(pick(people) ?? 0)
          if (week) await admin.post(`/api/timecards/${week.id}/reopen`, { reason: 'Wrong' })
        },
        export: () => send(below(3) > 0),
        exportChanges: () => send(true, { changes_only: true }),
        twice: () => Promise.all([send(true), send(true)]),
        async download() {
          const batch = pick(await batches())
          if (batch) expect((await admin.fetch(`${BASE}${BATCHES}/${batch.id}/file`)).status).toBe(200)
        },
        async takeBack() {
          const batch = pick((await batches()).filter(({ undone_at, reversed_at }) => !undone_at && !reversed_at))
          if (batch)
            await admin.post(`${BATCHES}/${batch.id}/${batch.left_at ? 'reverse' : 'undo'}`, { reason: 'Wrong' })
        },
      }
      const names = Object.keys(steps) as (keyof typeof steps)[]
      let exported = 0
      const done: string[] = []
      for (let step = 0; step < STEPS; step++) {
        const name = step < 6 ? 'enter' : (pick(names) ?? 'enter')
        done.push(name)
        await steps[name]()
        // What is listed as changed is what the next export would hold of it.
        const changed: PayrollWeek[] = (await admin.get(`${BATCHES}/changes`)).data.weeks
        const { weeks } = (await admin.get(`${BATCHES}/preview?${new URLSearchParams(span).toString()}`)).data
        const due = (weeks as PayrollWeek[]).filter(({ kind, state }) => kind === 'change' && state === 'approved')
        const ids = (some: readonly PayrollWeek[]) => some.map(({ timecard_id }) => timecard_id)
        const own = changed.filter(({ user_id }) => people.includes(user_id))
        expect({ done, changed: ids(own) }).toEqual({ done, changed: ids(due) })
        exported += await checkLedger(crew, done)
      }
      // It was about something.
      expect(exported).toBeGreaterThan(0)
    },
  )

  test('batches of the version before count as having left, the newest of a week, and nothing is exported again', async () => {
    const { project, codes, people, span, weekOf, batches } = await createCrew(admin, addDays(WEEK, -70))
    const [user_id = 0] = people
    const draft = { user_id, date: span.starts_on, hours: 8, project_id: project, cost_code_id: codes[0] }
    const entry = (await admin.post('/api/time_entries', draft)).data.id
    const approve = async () => admin.post(`/api/timecards/${(await weekOf(user_id))?.id}/approve`)
    await approve()
    const { data: first } = await admin.post(BATCHES, { ...span, mapping_id: 1 })
    const asBefore = <T>(task: Parameters<typeof transact<T>>[2]) =>
      transact(world.app.services, { user: world.app.system }, task)
    // The version before wrote neither what kind of export a week is nor when a file left, and wrote weeks as a whole again.
    await asBefore(async (ctx) => {
      const [whole] = await ctx.all(payrollBatches, { id: first.id })
      if (!whole) throw new Error('The batch is gone.')
      const weeks = whole.weeks.map(({ kind: _, exported_hours: __, ...week }) => week)
      await ctx.save(payrollBatches, { id: first.id, weeks, left_id: null, left_at: null })
      const { id: _, ...again } = whole
      await ctx.save(payrollBatches, {
        ...again,
        weeks: weeks.map((week) => ({ ...week, batch_id: first.id })),
      } as never)
    })
    const undo = (id: number) => admin.post(`${BATCHES}/${id}/undo`)
    // Nobody knows whether its file left, also before the server has started again.
    expect((await undo(first.id)).status).toBe(422)
    await asBefore(markLeft)
    const [second, older] = await batches()
    expect([second?.left_at, older?.left_at]).toEqual([expect.any(String), first.created_at])
    expect((await undo(first.id)).status).toBe(422)
    expect((await admin.post(BATCHES, { ...span, mapping_id: 1 })).data.message).toBe('Nothing to export.')
    // What changes is added to the newest alone, though both hold eight hours.
    await admin.post(`/api/timecards/${(await weekOf(user_id))?.id}/reopen`, { reason: 'Left early' })
    await admin.patch(`/api/time_entries/${entry}`, { hours: 7 })
    await approve()
    const { data: change } = await admin.post(BATCHES, { ...span, mapping_id: 1 })
    expect(change.rows).toEqual([expect.objectContaining({ pay_type: 'REG', hours: -1, corrects: second?.id })])
    // The older one, which the newer took the place of, is not taken back as well.
    const { data: refused } = await admin.post(`${BATCHES}/${first.id}/reverse`, { reason: 'x' })
    expect(refused.message).toBe('Its weeks were exported again since. Reverse the batch that did.')
  })
})
