import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief, isThorough } from '../tier.ts'

interface Line {
  id?: number
  key?: string
  text: string
  done_id?: number | null
}
interface Task {
  id: number
  updated_at: string
  checklist: (Line & { id: number })[]
}

describe.each(rarerEnginesOfTier)('Lines of a record on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client & { user: { id: number } }
  let at = ''
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    const [project] = (await admin.get('/api/projects?status=active')).data
    at = `/api/projects/${project.id}/tasks`
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const make = async (checklist: readonly Line[]): Promise<Task> =>
    (await admin.post(at, { title: 'Hang racks', checklist })).data
  const save = async ({ id, updated_at }: Task, checklist: readonly Line[]): Promise<Task> =>
    (await admin.patch(`${at}/${id}`, { updated_at, checklist })).data

  test('are known by the key that a device gave them, before it knows their ids', async () => {
    const made = await make([{ key: 'first-line', text: 'Order' }])
    const [order] = made.checklist
    expect(order).toMatchObject({ key: 'first-line', text: 'Order' })
    const renamed = await save(made, [
      { key: 'first-line', text: 'Order two' },
      { key: 'second-line', text: 'Order' },
    ])
    expect(renamed.checklist.map(({ id, text }) => [id === order?.id, text])).toEqual([
      [true, 'Order two'],
      [false, 'Order'],
    ])
    const done = await admin.post(`${at}/${made.id}/tick`, { line: 'second-line', done: true })
    expect(done.data.checklist.map((line: Line) => line.done_id)).toEqual([null, admin.user.id])
    const again = await save(done.data, [
      { key: 'second-line', text: 'Order it' },
      { key: 'first-line', text: 'Order two' },
    ])
    expect(again.checklist.map(({ id, done_id }) => [id, done_id])).toEqual([
      [renamed.checklist[1]?.id, admin.user.id],
      [order?.id, null],
    ])
  })

  test('have a key at most once, and none that is no name', async () => {
    const made = await make([
      { key: 'same-line', text: 'One' },
      { key: 'same-line', text: 'Two' },
      { key: 'no', text: 'Three' },
      { key: 5 as never, text: 'Four' },
    ])
    expect(made.checklist.map(({ key, text }) => [key, text])).toEqual([
      ['same-line', 'One'],
      [undefined, 'Two'],
      [undefined, 'Three'],
      [undefined, 'Four'],
    ])
  })

  test('without a key are known by their content, as by a client of an earlier version', async () => {
    const made = await make([{ text: 'One' }, { key: 'second-line', text: 'Two' }])
    const [one, two] = made.checklist
    const saved = await save(made, [{ text: 'Two' }, { key: 'given-later', text: 'One' }, { text: 'Three' }])
    expect(saved.checklist.slice(0, 2)).toEqual([two, one])
    const unchanged = await save(saved, [{ text: 'Two' }, { text: 'One' }, { text: 'Three' }])
    expect(unchanged.updated_at).toBe(saved.updated_at)
  })

  test.runIf(!isBrief)('keep their ids through whatever is done to them, however often it arrives', async () => {
    const step = fc.record({
      does: fc.constantFrom('add' as const, 'add' as const, 'edit' as const, 'remove' as const, 'move' as const),
      at: fc.nat(20),
      /** Whether the device has seen the answer to what it did before, which says the ids. */
      knows: fc.boolean(),
      twice: fc.boolean(),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const word = `run${run++}`
        let task = await make([])
        let device: Line[] = []
        const ids = new Map<string, number>()
        for (const [count, { does, at: place, knows, twice }] of steps.entries()) {
          const line = device[place % Math.max(1, device.length)]
          if (does === 'add') device.splice(place % (device.length + 1), 0, { key: `${word}-${count}-k`, text: 'New' })
          else if (!line) continue
          else if (does === 'remove') device = device.filter((one) => one !== line)
          else if (does === 'move') device = [line, ...device.filter((one) => one !== line)]
          else device = device.map((one) => (one === line ? { ...one, text: `Edited ${count % 3}` } : one))
          const key = `${word} ${count}`
          const sent = { updated_at: task.updated_at, checklist: device }
          for (let times = twice ? 2 : 1; times; times--) {
            const answer = await admin.patch(`${at}/${task.id}`, sent, { 'idempotency-key': key })
            expect(answer.status).toBe(200)
            task = answer.data
          }
          expect(task.checklist.map((one) => [one.key, one.text])).toEqual(device.map((one) => [one.key, one.text]))
          for (const one of task.checklist) {
            const known = ids.get(one.key ?? '')
            if (known !== undefined) expect(one.id).toBe(known)
            ids.set(one.key ?? '', one.id)
          }
          expect(new Set(task.checklist.map(({ id }) => id)).size).toBe(device.length)
          if (knows) device = task.checklist.map(({ id, key: own, text }) => ({ id, text, ...(own && { key: own }) }))
        }
      }),
      { numRuns: isThorough ? 100 : 10 },
    )
  })
})
