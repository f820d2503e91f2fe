import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { messages } from '#modules/messages/entities.ts'
import { projects, type Project } from '#modules/projects/entities.ts'
import { punchItems, type PunchItem } from '#modules/punch-items/entities.ts'
import { rfis, type Rfi } from '#modules/rfis/entities.ts'
import { users } from '#modules/users/entities.ts'
import type { Warning } from '../resource/warnings.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `rules ${count++}`
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
})
afterEach(() => indexedDB.deleteDatabase(database))

const NO_RESPONSE = 'Add a response before resolving.'

/** A tab with a project of the sample and an RFI that was sent and not answered. */
async function tab(confirm = async (_: readonly Warning[]) => false) {
  const entities = [projects, rfis, messages, punchItems, users]
  const opened = await openTab({ fetch: world.fetch, database, entities, confirm })
  onTestFinished(() => opened.writes.dispose())
  const [project] = await world.ask<Project[]>('/api/projects?status=active')
  if (!project) throw new Error('The sample company has no project.')
  const at = `/api/projects/${project.id}`
  const { id } = await world.ask<Rfi>(`${at}/rfis`, 'POST', { title: 'Panel', question: 'Which one?' })
  await world.ask(`/api/rfis/${id}/send`, 'POST')
  const item = await world.ask<PunchItem>(`${at}/punch_items`, 'POST', { title: 'Scratch' })
  const inProject = { project_id: project.id }
  await opened.api(rfis, inProject).fetch(id)
  await opened.api(punchItems, inProject).fetch(item.id)
  const kept = () => opened.writes.items.value.length
  return {
    ...opened,
    kept,
    item,
    rfi: id,
    questions: opened.api(rfis, inProject),
    items: opened.api(punchItems, inProject),
  }
}

test('what the server would refuse is refused at once without a network, and nothing of it waits', async () => {
  const { questions, rfi, kept, writes } = await tab()
  world.network = 'off'
  expect(await questions.act(rfi, 'resolve')).toMatchObject({ ok: false, status: 422, message: NO_RESPONSE })
  expect(await questions.save({ id: rfi, title: 'Another' })).toMatchObject({
    ok: false,
    errors: { title: ['This RFI has been sent. Its question can no longer be changed.'] },
  })
  expect(kept()).toBe(0)
  world.network = 'on'
  await writes.wake()
  expect((await world.ask<Rfi>(`/api/rfis/${rfi}`)).title).toBe('Panel')
})

test('an answer that waits counts as one', async () => {
  const { api, questions, rfi, writes } = await tab()
  world.network = 'off'
  await api(messages, { messageable_type: 'rfis', messageable_id: rfi }).save({ content: 'LP-2.' })
  expect(await questions.act(rfi, 'resolve')).toMatchObject({ ok: true, waiting: true })
  world.network = 'on'
  await writes.wake()
  expect(writes.items.value).toEqual([])
  expect((await world.ask<Rfi>(`/api/rfis/${rfi}`)).resolved_at).not.toBeNull()
})

test('a server that answers decides, whatever this device knows', async () => {
  const { questions, rfi } = await tab()
  // Somebody has answered, and this device has not heard of it.
  await world.ask(`/api/rfis/${rfi}/messages`, 'POST', { content: 'LP-2.' })
  expect(await questions.act(rfi, 'resolve')).toMatchObject({ ok: true })
})

test('what is asked about before it is saved is asked about without a network as well, and not again later', async () => {
  const asked: string[] = []
  const { items, item, kept, writes } = await tab(async (warnings) => {
    asked.push(...warnings.map(({ message }) => message))
    return asked.length > 1
  })
  world.network = 'off'
  expect(await items.act(item.id, 'close')).toMatchObject({ ok: false, declined: true })
  expect(kept()).toBe(0)
  expect(await items.act(item.id, 'close')).toMatchObject({ ok: true, waiting: true })
  expect(asked).toEqual(Array.from({ length: 2 }, () => 'This item was never completed. Close it anyway?'))
  world.network = 'on'
  await writes.wake()
  expect([writes.items.value, asked.length]).toEqual([[], 2])
  expect((await world.ask<PunchItem>(`/api/punch_items/${item.id}`)).closed_at).not.toBeNull()
})

test('a refused change that is made again offline keeps its place when it is refused here', async () => {
  const { questions, rfi, kept, writes } = await tab()
  world.network = 'off'
  await questions.save({ id: rfi, due_date: 'soon' })
  expect(kept()).toBe(1)
  world.network = 'on'
  await writes.wake()
  const [refused] = writes.items.value
  expect(refused).toMatchObject({ state: 'refused' })
  world.network = 'off'
  const again = await questions.save({ id: rfi, title: 'Another' }, { instead: refused?.at ?? 0 })
  expect(again).toMatchObject({ ok: false, status: 422 })
  expect(writes.items.value).toMatchObject([{ state: 'refused' }])
})
