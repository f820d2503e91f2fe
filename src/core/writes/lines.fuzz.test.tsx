import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '#modules/projects/entities.ts'
import type { Task } from '#modules/tasks/entities.ts'
import { eventually } from '../../../tests/eventually.ts'
import type { CurrentUser } from '../access/access.ts'
import type { Command } from './killable-tab.fixture.ts'
import { openKillable } from './open-killable.fixture.ts'
import { createStorage } from './storage.ts'
import { startWorld, type Network } from './world.fixture.ts'

/** `VITE_WRITES_RUNS=1000` for the long run. */
const RUNS = Number(import.meta.env.VITE_WRITES_RUNS ?? 8)
const MANY = 50

let world: Awaited<ReturnType<typeof startWorld>>
const databases: string[] = []
beforeAll(async () => void (world = await startWorld()))
afterAll(() => {
  for (const name of databases) indexedDB.deleteDatabase(name)
})

type Doing = 'task' | 'add' | 'edit' | 'remove' | 'move' | 'tick' | 'other' | 'kill'
type Step =
  | { kind: Doing; at: number }
  | { kind: 'network'; network: Network; delay: number }
  | { kind: 'pass'; ms: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'task',
        'add',
        'add',
        'add',
        'edit',
        'edit',
        'remove',
        'move',
        'tick',
        'other',
        'other',
        'kill',
      ),
      at: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      network: fc.constantFrom('on' as const, 'off' as const, 'lost' as const, 'down' as const),
      delay: fc.integer({ min: 0, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 200 }) }) },
)
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is known of a line by what its tab was told; undefined where its tab was killed meanwhile. */
interface Line {
  readonly task: string
  readonly word: string
  text: string | undefined
  isGone: boolean | undefined
  isDone: boolean | undefined
}

test(
  'lines that are added, changed, ticked, moved and removed on a device are so on the server, once each, and those of others stay',
  { tags: 'whole', timeout: Math.max(240_000, RUNS * 6000) },
  async () => {
    world.reset()
    await world.signIn('admin')
    const user = await world.ask<CurrentUser>('/api/user')
    const [project] = await world.ask<Project[]>('/api/projects?status=active')
    const project_id = project?.id ?? 0
    const saved = async (title: string) => {
      const all = await world.ask<Task[]>(`/api/projects/${project_id}/tasks`)
      return all.filter((task) => task.title === title)
    }
    let run = 0
    const seen = { lines: 0, others: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const word = `Lines${run++}`
        const database = `lines fuzz ${word}`
        databases.push(database)
        const refused: string[] = []
        const lines: Line[] = []
        const others: { task: string; text: string }[] = []
        let tasks: string[] = []
        let count = 0
        let tab = openKillable(world, database, user)
        /** What the tab is asked to do, one after the other as a person does it; stops where the tab is killed. */
        async function ask(command: Command): Promise<boolean> {
          const { ok, status } = await new Promise<{ ok: boolean; status: number }>((resolve) =>
            tab.do(command, resolve),
          )
          if (!ok) refused.push(`${JSON.stringify(command)}: ${status}`)
          return ok
        }
        async function take(one: { kind: Doing; at: number }) {
          const name = tasks[one.at % Math.max(1, tasks.length)]
          if (one.kind === 'task') {
            const title = `${word} ${count++}`
            if (await ask({ kind: 'task', name: title, project_id })) tasks.push(title)
          } else if (one.kind === 'kill') {
            // In the middle of something, or behind it.
            if (name !== undefined) void take({ kind: 'add', at: one.at })
            await pass(one.at * 3)
            tab.kill()
            tab = openKillable(world, database, user)
            tasks = []
          } else if (name === undefined) return
          else if (one.kind === 'other') {
            const text = `${word}-other${count++} says`
            let isSaved = false
            while (!isSaved) {
              const [task] = await saved(name)
              if (!task) return
              const { id, updated_at, checklist } = task
              const body = { updated_at, checklist: [...checklist, { text }] }
              const answer = await world.ask<Partial<Task>>(`/api/projects/${project_id}/tasks/${id}`, 'PATCH', body)
              // Whoever is refused, since the tab has saved a change meanwhile, reads again and has said nothing yet.
              isSaved = answer.checklist?.some((line) => line.text === text) ?? false
            }
            others.push({ task: name, text })
          } else if (one.kind === 'add') {
            const own = `${word}-line${count++}`
            const line: Line = { task: name, word: own, text: undefined, isGone: undefined, isDone: undefined }
            lines.push(line)
            if (await ask({ kind: 'line', name, does: 'add', word: own, text: `${own} new` }))
              Object.assign(line, { text: `${own} new`, isGone: false, isDone: false })
          } else await change(one.kind, name, one.at)
        }
        async function change(does: 'edit' | 'remove' | 'move' | 'tick', name: string, at: number) {
          const there = lines.filter(({ task, isGone }) => task === name && isGone === false)
          const line = there[at % Math.max(1, there.length)]
          if (!line) return
          const text = `${line.word} again ${count++}`
          const before = { ...line }
          Object.assign(line, { text: undefined, isGone: undefined, isDone: undefined })
          if (!(await ask({ kind: 'line', name, does, word: line.word, text }))) return
          Object.assign(line, before)
          if (does === 'edit') line.text = text
          if (does === 'remove') line.isGone = true
          if (does === 'tick') line.isDone = true
        }
        await take({ kind: 'task', at: 0 })
        for (const one of steps) {
          if (one.kind === 'pass') await pass(one.ms)
          else if (one.kind === 'network') Object.assign(world, { network: one.network, delay: one.delay })
          else await take(one)
        }
        tab.kill()
        Object.assign(world, { network: 'on', delay: 0 })
        const last = openKillable(world, database, user)
        const storage = createStorage(database)
        await eventually(async () => expect((await storage.all(user.id)).filter((one) => !one.refused)).toEqual([]))
        const left = await storage.all(user.id)
        last.kill()
        // What was refused is told with what it was based on and what it met, by which one sees why.
        expect([refused, left.map(({ refused: why, basis, drafts }) => ({ why, basis, drafts }))]).toEqual([[], []])
        seen.lines += lines.filter(({ isGone }) => isGone === false).length
        seen.others += others.length
        for (const line of lines) {
          const [task] = await saved(line.task)
          const found = task?.checklist.filter(({ text }) => text.startsWith(`${line.word} `)) ?? []
          if (line.isGone === undefined) expect(found.length).toBeLessThan(2)
          else expect([line.word, found.map(({ text }) => text)]).toEqual([line.word, line.isGone ? [] : [line.text]])
          if (line.isDone && !line.isGone) expect(found.map(({ done_id }) => done_id)).toEqual([user.id])
        }
        for (const { task: name, text } of others) {
          const [task] = await saved(name)
          expect(task?.checklist.filter((line) => line.text === text).length).toBe(1)
        }
      }),
      // A smaller example would take many minutes of queues that settle.
      { numRuns: RUNS, endOnFailure: true },
    )
    // Of a few runs chance decides how much they do.
    if (RUNS < MANY) return
    expect(seen.lines).toBeGreaterThan(RUNS / 2)
    expect(seen.others).toBeGreaterThan(0)
  },
)
