import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { projects, type Project } from '#modules/projects/entities.ts'
import { tasks, type Task } from '#modules/tasks/entities.ts'
import { users } from '#modules/users/entities.ts'
import { eventually } from '../../../tests/eventually.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `undone writes ${count++}`
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
})
afterEach(() => void vi.restoreAllMocks())
afterEach(() => indexedDB.deleteDatabase(database))

async function tab() {
  const opened = await openTab({ fetch: world.fetch, database, entities: [projects, users, tasks] })
  onTestFinished(() => opened.writes.dispose())
  const [project] = await world.ask<Project[]>('/api/projects?status=active')
  if (!project) throw new Error('The sample company has no project.')
  const at = `/api/projects/${project.id}/tasks`
  const user = opened.session.user.value?.id ?? 0
  return {
    ...opened,
    at,
    resource: opened.api(tasks, { project_id: project.id }),
    undoable: opened.writes.undoable(user, location.pathname),
    titled: async (title: string) => (await world.ask<Task[]>(at)).filter((task) => task.title === title),
  }
}

test('what was changed on a page is undone one step after another, done again, and undone again', async () => {
  const { resource, undoable, store, titled } = await tab()
  const made = await resource.save({ title: 'Hang racks' })
  if (!made.ok) throw new Error(made.message)
  const { id } = made.data
  await resource.save({ id, title: 'Hang trays' })
  await resource.remove(id)
  expect(undoable.done.value).toBe(3)

  expect(await undoable.undo()).toEqual({ ok: true, data: [] })
  expect(store.of(tasks).peek(id)).toMatchObject({ title: 'Hang trays' })
  await undoable.undo()
  expect(store.of(tasks).peek(id)).toMatchObject({ title: 'Hang racks' })
  await undoable.undo()
  expect([store.of(tasks).peek(id), undoable.done.value, undoable.undone.value]).toEqual([undefined, 0, 3])
  expect(await undoable.undo()).toBeNull()

  await undoable.redo()
  await undoable.redo()
  expect(store.of(tasks).peek(id)).toMatchObject({ title: 'Hang trays' })
  await undoable.undo()
  expect(await titled('Hang racks')).toHaveLength(1)
  expect([undoable.done.value, undoable.undone.value]).toEqual([1, 2])
  // What is done anew ends what could be done again.
  await resource.save({ id, description: 'On both sides' })
  expect(undoable.undone.value).toBe(0)
})

test('several changes can be one step, and what others have changed since is named', async () => {
  const { resource, undoable, at, titled } = await tab()
  const results = [await resource.save({ title: 'One' }), await resource.save({ title: 'Two' })]
  undoable.join(results)
  expect(undoable.done.value).toBe(1)
  const [two] = await titled('Two')
  await world.signIn('manager')
  await world.ask(`${at}/${two?.id}`, 'PATCH', { description: 'Theirs' })
  await world.signIn('admin')
  const answer = await undoable.undo()
  expect(answer).toMatchObject({ ok: true, data: [{ id: two?.id, why: 'It was changed since.' }] })
  expect([(await titled('One')).length, (await titled('Two')).length]).toEqual([0, 1])
})

test('what has not left the device is dropped with all that hangs on it; what was sent is undone later', async () => {
  const { resource, undoable, writes, titled } = await tab()
  const sent = await resource.save({ title: 'Sent before' })
  if (!sent.ok) throw new Error(sent.message)
  world.network = 'off'
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const waiting = await resource.save({ title: 'Never sent' })
  if (!waiting.ok) throw new Error(waiting.message)
  await resource.save({ id: waiting.data.id, description: 'With more' })
  expect(writes.items.value).toHaveLength(2)
  await undoable.undo()
  expect(writes.items.value).toHaveLength(1)
  await undoable.undo()
  expect([writes.items.value.length, undoable.undone.value]).toEqual([0, 0])

  expect(await undoable.undo()).toMatchObject({ ok: true, waiting: true })
  expect(writes.items.value).toMatchObject([{ verb: 'undo', drafts: [{ id: sent.data.id }] }])
  world.network = 'on'
  vi.restoreAllMocks()
  await writes.wake()
  expect(writes.items.value).toEqual([])
  expect(await titled('Sent before')).toEqual([])
  expect(await titled('Never sent')).toEqual([])
})

test('a change whose answer was lost is undone once it is known, and one that was put on a newer version as well', async () => {
  const { resource, undoable, writes, titled, store, at } = await tab()
  world.network = 'lost'
  await resource.save({ title: 'Lost' })
  expect(writes.items.value).toHaveLength(1)
  const undoing = undoable.undo()
  world.network = 'on'
  await undoing
  await writes.wake()
  expect([writes.items.value, await titled('Lost')]).toEqual([[], []])

  const made = await resource.save({ title: 'Both', description: 'Mine' })
  if (!made.ok) throw new Error(made.message)
  await world.ask(`${at}/${made.data.id}`, 'PATCH', { due_date: null, description: 'Theirs' })
  const merged = await resource.save({ id: made.data.id, title: 'Renamed' })
  expect(merged).toMatchObject({ ok: true, data: { title: 'Renamed', description: 'Theirs' } })
  expect(await undoable.undo()).toMatchObject({ ok: true, data: [] })
  await eventually(() =>
    expect(store.of(tasks).peek(made.data.id)).toMatchObject({ title: 'Both', description: 'Theirs' }),
  )
})

test('what its description never undoes is no step', async () => {
  const { api, undoable } = await tab()
  await api(users).fetchAll()
  const [person] = await world.ask<{ id: number; short_name: string }[]>('/api/users')
  const saved = await api(users).save({ id: person?.id ?? 0, short_name: 'Undo' })
  expect(saved.ok).toBe(true)
  expect(undoable.done.value).toBe(0)
})
