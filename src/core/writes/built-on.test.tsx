import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { projects, type Project } from '#modules/projects/entities.ts'
import { tasks, type Task } from '#modules/tasks/entities.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
/** Called with what changes a task, in the order it is sent, and with what sends it on to the server. */
let onChange: (nth: number, send: () => Promise<Response>) => Promise<Response>
let changes = 0
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `built on ${count++}`
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
  onChange = (_, send) => send()
  changes = 0
})
afterEach(() => indexedDB.deleteDatabase(database))

const network: typeof fetch = (input, init = {}) => {
  const send = () => world.fetch(input, init)
  return init.method === 'PATCH' && world.network === 'on' ? onChange(++changes, send) : send()
}

/** A task with one line, which is on the server and on this device. */
async function taskWithLine() {
  const tab = await openTab({ fetch: network, database, entities: [projects, tasks] })
  onTestFinished(() => tab.writes.dispose())
  const [project] = await world.ask<Project[]>('/api/projects?status=active')
  const project_id = project?.id ?? 0
  const at = `/api/projects/${project_id}/tasks`
  const { id } = await world.ask<Task>(at, 'POST', { title: 'Racks', checklist: [{ text: 'Anchors' }] })
  const resource = tab.api(tasks, { project_id })
  await resource.fetch(id)
  const shown = () => tab.store.of(tasks).peek(id)?.checklist ?? []
  const saved = async () => (await world.ask<Task>(`${at}/${id}`)).checklist.map(({ text }) => text)
  return {
    ...tab,
    fetch: () => resource.fetch(id),
    /** The lines as the screen shows them. */
    texts: () => shown().map(({ text }) => text),
    saved,
    /** What a person does with the checklist that is shown. */
    add: (text: string) => resource.save({ id, checklist: [...shown(), { text }] }),
    edit: (before: string, text: string) =>
      resource.save({ id, checklist: shown().map((line) => (line.text === before ? { ...line, text } : line)) }),
    /** Something else is kept, with which the screen shows anew what waits. */
    otherTask: () => resource.save({ title: 'Hangers' }, { later: true }),
    /** Somebody else adds a line. */
    async other(text: string) {
      const task = await world.ask<Task>(`${at}/${id}`)
      await world.ask(`${at}/${id}`, 'PATCH', { checklist: [...task.checklist, { text }] })
    },
  }
}

test('a waiting change that is put on a newer version stays below the later ones, which are shown and saved', async () => {
  const one = await taskWithLine()
  world.network = 'off'
  await one.add('Rails')
  await one.edit('Anchors', 'Anchor bolts')
  await one.other('Theirs')
  world.network = 'on'
  const [sending, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onChange = async (nth, send) => {
    if (nth === 2) {
      sending.resolve()
      await held.promise
    }
    return send()
  }
  const sent = one.writes.wake()
  await sending.promise
  await one.otherTask()
  expect(one.texts()).toEqual(['Anchor bolts', 'Rails'])
  await one.edit('Anchor bolts', 'Anchor bolts, 1/2"')
  held.resolve()
  await sent
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await one.saved()).toEqual(['Anchor bolts, 1/2"', 'Rails', 'Theirs'])
})

test('a change right behind one that was put on a newer version is sent at once, as behind any other', async () => {
  const one = await taskWithLine()
  await one.other('Theirs')
  expect(await one.add('Rails')).toMatchObject({ ok: true })
  const next = await one.edit('Rails', 'Rails, 8 ft')
  expect(next).toMatchObject({ ok: true })
  expect(next).not.toHaveProperty('waiting')
  expect(changes).toBe(3)
  expect(one.texts()).toEqual(['Anchors', 'Rails, 8 ft', 'Theirs'])
})

test("what is built on a waiting change leaves somebody else's line, which came to the device meanwhile", async () => {
  const one = await taskWithLine()
  world.network = 'off'
  await one.add('Rails')
  await one.other('Theirs')
  world.network = 'on'
  const held = Promise.withResolvers<void>()
  onChange = async (_, send) => {
    await held.promise
    return send()
  }
  await one.fetch()
  await one.add('Shims')
  held.resolve()
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await one.saved()).toEqual(['Anchors', 'Rails', 'Shims', 'Theirs'])
})

test("a waiting change goes on from the answer to the one before it, and not over somebody else's change behind that", async () => {
  const one = await taskWithLine()
  world.network = 'off'
  await one.add('Rails')
  await one.add('Shims')
  world.network = 'on'
  onChange = async (nth, send) => {
    const answer = await send()
    if (nth === 1) {
      await one.other('Theirs')
      await one.fetch()
    }
    return answer
  }
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect((await one.saved()).toSorted()).toEqual(['Anchors', 'Rails', 'Shims', 'Theirs'])
})
