import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { attachments, type Attachment } from '#modules/attachments/entities.ts'
import { customers } from '#modules/customers/entities.ts'
import { messages, type Message } from '#modules/messages/entities.ts'
import { projects, type Project } from '#modules/projects/entities.ts'
import { punchItems, type PunchItem } from '#modules/punch-items/entities.ts'
import { rfis, type Rfi } from '#modules/rfis/entities.ts'
import { tasks, type Task } from '#modules/tasks/entities.ts'
import { timecards, timeEntries, type Timecard, type TimeEntry } from '#modules/time/entities.ts'
import { isSigned, linesToSign } from '#modules/time/guards.ts'
import { addDays } from '#lib/days.ts'
import { users } from '#modules/users/entities.ts'
import type { Id } from '../access/access.ts'
import { uploadOf } from '../resource/api.ts'
import { picture } from './picture.fixture.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
const held = new Map<string, string>()
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `kept writes ${count++}`
  held.clear()
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
})
afterEach(() => indexedDB.deleteDatabase(database))

/** A tab with a project, its RFIs and its people loaded. */
async function tab() {
  const opened = await openTab({
    fetch: world.fetch,
    database,
    held,
    entities: [customers, projects, rfis, messages, attachments, users, punchItems, tasks, timeEntries],
  })
  onTestFinished(() => opened.writes.dispose())
  const [project] = await world.ask<Project[]>('/api/projects?status=active')
  if (!project) throw new Error('The sample company has no project.')
  await opened.api(projects).fetch(project.id)
  await opened.api(users).fetchAll()
  await opened.api(rfis, { project_id: project.id }).fetchAll()
  return { ...opened, project }
}
const question = { title: 'Which panel?', question: 'LP-2 or LP-3?' }
const record = <T,>(result: { ok: true; data: T; waiting?: true } | { ok: false; status: number }): T => {
  if (!result.ok) throw new Error(`Failed with ${result.status}.`)
  return result.data
}
const openRfis = ({ store, project }: Awaited<ReturnType<typeof tab>>) => store.of(projects).peek(project.id)?.open_rfis

test('hours that are booked without a network are in the sums of their project', async () => {
  const one = await tab()
  const booked = () => one.store.of(projects).peek(one.project.id)?.booked_hours
  const before = booked() ?? 0
  expect(booked()).toBe(before)
  world.network = 'off'
  const people = one.store.query({ entity: users, where: { track_time: true } })
  const [person] = people.items.value.map((item) => item.peek())
  const entry = { user_id: person?.id ?? 0, project_id: one.project.id, date: '2020-03-02', hours: 2.25 }
  const made = record(await one.api(timeEntries).save(entry))
  expect(booked()).toBe(before + 2.25)
  for (const hours of [4, 3.5]) {
    await one.api(timeEntries).save({ id: made.id, hours })
    expect(booked()).toBe(before + hours)
  }
  await one.api(timeEntries).remove(made.id)
  expect(booked()).toBe(before)
})

test('what is made without a network is in its list, its count and its total, and is sent with all that hangs on it', async () => {
  const one = await tab()
  const list = one.store.query({ entity: rfis, where: { project_id: one.project.id } })
  const [before, counted] = [list.items.value.length, openRfis(one) ?? 0]
  world.network = 'off'
  const rfi = record(await one.api(rfis, { project_id: one.project.id }).save(question))
  expect(rfi).toMatchObject({ ...question, project_name: one.project.name, sent_at: null, number: null })
  expect(rfi.id).toBeLessThan(0)
  expect(one.writes.isWaiting(rfis, rfi.id)).toBe(true)
  expect([list.items.value.length, openRfis(one)]).toEqual([before + 1, counted + 1])

  const about = { messageable_type: 'rfis', messageable_id: rfi.id }
  const reply = record(await one.api(messages, about).save({ content: 'It is LP-2.' }))
  expect(one.store.of(messages).peek(reply.id)).toMatchObject({ content: 'It is LP-2.', user_name: 'Dana Mercer' })
  const file = new File([await picture()], 'panel.jpg', { type: 'image/jpeg' })
  const on = { attachable_type: 'messages', attachable_id: reply.id }
  const added = record(await one.api(attachments, on).upload({ files: { file } }))
  expect(added).toMatchObject({ name: 'panel.jpg', image: true, attachable_id: reply.id })
  expect(one.writes.fileOf(added.id)?.name).toBe('panel.jpg')

  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect([list.items.value.length, one.writes.isWaiting(rfis, rfi.id)]).toEqual([before + 1, false])
  const id = one.writes.idOf(rfi.id)
  expect(id).toBeGreaterThan(0)
  const [saved] = await world.ask<Message[]>(`/api/rfis/${id}/messages`)
  expect(saved).toMatchObject({ content: 'It is LP-2.', id: one.writes.idOf(reply.id) })
  expect(await world.ask(`/api/messages/${saved?.id}/attachments`)).toMatchObject([{ name: 'panel.jpg' }])
})

test('a step that needs a photo is sent after that photo, though other uploads come last', async () => {
  const one = await tab()
  const at = `/api/projects/${one.project.id}/punch_items`
  const item = await world.ask<PunchItem>(at, 'POST', { title: 'Bushing missing', requires_photo: true })
  await one.api(punchItems, { project_id: one.project.id }).fetchAll()
  world.network = 'off'
  const files = { file: new File([await picture()], 'done.jpg', { type: 'image/jpeg' }) }
  const about = (id: number) => ({ attachable_type: 'punch_items', attachable_id: id })
  record(await one.api(attachments, about(item.id)).upload({ files, kind: 'after' }))
  const done = record(await one.api(punchItems, { project_id: one.project.id }).act(item.id, 'complete'))
  expect(done.completed_at).not.toBeNull()
  // The same for an item that was made here.
  const made = record(
    await one.api(punchItems, { project_id: one.project.id }).save({ title: 'New', requires_photo: true }),
  )
  record(await one.api(attachments, about(made.id)).upload({ files, kind: 'after' }))
  record(await one.api(punchItems, { project_id: one.project.id }).act(made.id, 'complete'))
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  for (const id of [item.id, one.writes.idOf(made.id)])
    expect(await world.ask(`${at}/${id}`)).toMatchObject({
      completed_at: expect.any(String),
      photos: [{ kind: 'after' }],
    })
})

test('a change that is kept first is not waited for, and is sent by itself', async () => {
  const one = await tab()
  const resource = one.api(punchItems, { project_id: one.project.id })
  const saved = await resource.save({ title: 'Kept first' }, { later: true })
  expect(saved).toMatchObject({ ok: true, waiting: true, data: { title: 'Kept first' } })
  expect(record(saved).id).toBeLessThan(0)
  await eventually(() => expect(one.writes.items.value).toEqual([]))
  expect(one.writes.idOf(record(saved).id)).toBeGreaterThan(0)
})

test('what an action does to a record is shown while it waits: a line is ticked by its person', async () => {
  const one = await tab()
  const at = `/api/projects/${one.project.id}/tasks`
  const task = await world.ask<Task>(at, 'POST', {
    title: 'Racks',
    checklist: [{ text: 'Anchors' }, { text: 'Racks' }],
  })
  await one.api(tasks, { project_id: one.project.id }).fetchAll()
  world.network = 'off'
  const body = { line: task.checklist[1]?.id, done: true }
  const done = record(await one.api(tasks, { project_id: one.project.id }).act(task.id, 'tick', body))
  expect(done.checklist.map(({ done_at }) => done_at !== null)).toEqual([false, true])
  world.network = 'on'
  await one.writes.wake()
  expect(await world.ask(`${at}/${task.id}`)).toMatchObject({
    checklist: [{ done_at: null }, { done_id: done.checklist[1]?.done_id, done_at: expect.any(String) }],
  })
})

test('a week that someone signs without a network shows the signature, and arrives with the hours that were signed', async () => {
  const weeks = await world.ask<Timecard[]>('/api/timecards?status=open')
  const week = weeks.at(-1)
  if (!week) throw new Error('The sample company has no open week.')
  const span = `from=${week.week_start}&to=${addDays(week.week_start, 6)}`
  const lines = linesToSign(await world.ask<TimeEntry[]>(`/api/time_entries?user_id=${week.user_id}&${span}`))
  const one = await openTab({ fetch: world.fetch, database, held, entities: [timecards, users] })
  onTestFinished(() => one.writes.dispose())
  await one.api(timecards).fetch(week.id)
  world.network = 'off'
  const path = 'M 60 120 L 90 60 L 120 130'
  const signed = record(await one.api(timecards).act(week.id, 'sign', { signature_path: path, lines }))
  expect([isSigned(signed), signed.signature_path, signed.signed_lines]).toEqual([true, path, lines])
  world.network = 'on'
  await one.writes.wake()
  expect(await world.ask(`/api/timecards/${week.id}`)).toMatchObject({ signature_path: path, signed_lines: lines })
})

test('what was on its way when its tab was killed is shown before the next one lets anybody do it again', async () => {
  const one = await tab()
  world.network = 'lost'
  await one.api(rfis, { project_id: one.project.id }).save(question)
  one.writes.dispose()
  // Nothing answers yet, so that only what is kept can be shown.
  world.network = 'on'
  const before = (await world.ask<Rfi[]>(`/api/projects/${one.project.id}/rfis`)).length
  const opened = await openTab({ fetch: world.fetch, database, held, entities: [customers, projects, rfis] })
  onTestFinished(() => opened.writes.dispose())
  await opened.writes.shown()
  const titles = () =>
    opened.store
      .of(rfis)
      .all.peek()
      .map((item) => item.peek().title)
  expect(titles()).toEqual([question.title])
  await opened.writes.wake()
  expect(titles()).toEqual([question.title])
  expect(await world.ask<Rfi[]>(`/api/projects/${one.project.id}/rfis`)).toHaveLength(before)
})

test('what hangs on something that was made before the tab was killed is sent by the next one, in order', async () => {
  const one = await tab()
  world.network = 'off'
  const rfi = record(await one.api(rfis, { project_id: one.project.id }).save(question))
  const about = { messageable_type: 'rfis', messageable_id: rfi.id }
  await one.api(messages, about).save({ content: 'First' })
  one.writes.dispose()
  const two = await tab()
  await eventually(() => expect(two.writes.count()).toBe(2))
  expect(two.store.of(rfis).peek(rfi.id)).toMatchObject(question)
  await two.api(messages, about).save({ content: 'Second' })
  world.network = 'on'
  await two.writes.wake()
  const saved = await world.ask<Message[]>(`/api/rfis/${two.writes.idOf(rfi.id)}/messages`)
  expect(saved.map(({ content }) => content)).toEqual(['First', 'Second'])
  // What is still addressed by its temporary id later reaches the same record.
  expect(await two.api(rfis, { project_id: two.project.id }).save({ id: rfi.id, title: 'Which one?' })).toMatchObject({
    ok: true,
    data: { id: two.writes.idOf(rfi.id), title: 'Which one?' },
  })
})

test('a step, a change and a deletion are seen at once, and done once', async () => {
  const one = await tab()
  const at = one.api(rfis, { project_id: one.project.id })
  const [asked, gone] = [record(await at.save(question)), record(await at.save({ ...question, title: 'Which gear?' }))]
  // An RFI is resolved by an answer.
  await one.api(messages, { messageable_type: 'rfis', messageable_id: asked.id }).save({ content: 'It is LP-2.' })
  await one.api(projects).fetch(one.project.id)
  const counted = openRfis(one) ?? 0
  world.network = 'off'
  await at.act(asked.id, 'send')
  expect(one.store.of(rfis).peek(asked.id)).toMatchObject({ sent_at: expect.any(String), sent_name: 'Dana Mercer' })
  await at.act(asked.id, 'resolve')
  await at.save({ id: asked.id, cost_impact: 'yes' })
  await at.remove(gone.id)
  expect(one.store.of(rfis).peek(asked.id)).toMatchObject({ resolved_at: expect.any(String), cost_impact: 'yes' })
  expect(one.store.of(rfis).peek(gone.id)).toBeUndefined()
  expect(openRfis(one)).toBe(counted - 2)
  // What the server sends meanwhile does not undo what is waiting.
  one.store.of(rfis).put([await world.ask<Rfi>(`/api/rfis/${asked.id}`), await world.ask<Rfi>(`/api/rfis/${gone.id}`)])
  expect(one.store.of(rfis).peek(asked.id)).toMatchObject({ resolved_at: expect.any(String), cost_impact: 'yes' })
  expect(one.store.of(rfis).peek(gone.id)).toBeUndefined()

  world.network = 'lost'
  await one.writes.wake()
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/rfis/${asked.id}`)).toMatchObject({
    resolved_at: expect.any(String),
    cost_impact: 'yes',
  })
  expect(await world.ask(`/api/rfis/${gone.id}`)).not.toHaveProperty('title')
  const history = await world.ask<{ action: string }[]>(`/api/rfis/${asked.id}/history`)
  expect(history.map(({ action }) => action)).toEqual(['updated', 'resolve', 'send', 'created'])
})

test('a change of what someone else changed elsewhere in the record goes through without asking', async () => {
  const one = await tab()
  const saved = record(await one.api(customers).save({ name: 'Acre', email: 'a@acre.test' }))
  world.network = 'off'
  await one.api(customers).save({ id: saved.id, name: 'Mine' })
  await world.ask(`/api/customers/${saved.id}`, 'PATCH', { email: 'theirs@acre.test' })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/customers/${saved.id}`)).toMatchObject({ name: 'Mine', email: 'theirs@acre.test' })
  // With a network, too.
  await world.ask(`/api/customers/${saved.id}`, 'PATCH', { email: 'again@acre.test' })
  expect(await one.api(customers).save({ id: saved.id, name: 'Mine too' })).toMatchObject({
    ok: true,
    data: { name: 'Mine too', email: 'again@acre.test' },
  })
})

test('of a long text that two people changed, one of them without a network, both versions are kept', async () => {
  const one = await tab()
  const rfi = record(await one.api(rfis, { project_id: one.project.id }).save(question))
  const path = `/api/projects/${one.project.id}/rfis/${rfi.id}`
  world.network = 'off'
  await one.api(rfis, { project_id: one.project.id }).save({ id: rfi.id, question: `${question.question} Feed 12.` })
  await world.ask(path, 'PATCH', { question: `${question.question} By Friday.` })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(path)).toMatchObject({ question: 'LP-2 or LP-3? By Friday.\nFeed 12.' })
})

test('a project is created without a network: a secret that nobody gave keeps nothing back', async () => {
  const one = await tab()
  const { customer_id } = one.project
  world.network = 'off'
  const made = await one.api(projects).save({ customer_id, name: 'Acre', number: '99-001', action: null })
  expect(made).toMatchObject({ ok: true, waiting: true })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask<Project[]>('/api/projects?status=active')).toContainEqual(
    expect.objectContaining({ name: 'Acre', number: '99-001' }),
  )
})

test('what belongs to something refused waits with it, and is discarded with it', async () => {
  const one = await tab()
  world.network = 'off'
  const rfi = record(await one.api(rfis, { project_id: one.project.id }).save({ ...question, title: '' }))
  await one.api(messages, { messageable_type: 'rfis', messageable_id: rfi.id }).save({ content: 'It is LP-2.' })
  world.network = 'on'
  await one.writes.wake()
  const [refused, waits] = one.writes.items.value
  expect(refused).toMatchObject({ state: 'refused', refused: { status: 422 } })
  expect(waits).toMatchObject({ state: 'waiting', waitsFor: refused?.at })
  expect(one.store.of(rfis).peek(rfi.id)).toBeUndefined()
  expect(one.writes.dependentsOf(refused?.at ?? 0)).toHaveLength(1)
  // Mended, it takes along what belongs to it.
  const mended = await one.api(rfis, { project_id: one.project.id }).save(question, { instead: refused?.at ?? 0 })
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/rfis/${record(mended).id}/messages`)).toMatchObject([{ content: 'It is LP-2.' }])

  world.network = 'off'
  const other = record(await one.api(rfis, { project_id: one.project.id }).save(question))
  await one.api(messages, { messageable_type: 'rfis', messageable_id: other.id }).save({ content: 'Or LP-3.' })
  await one.writes.discard(one.writes.items.value[0]?.at ?? 0)
  expect(one.writes.items.value).toEqual([])
})

test('what needs a connection is not kept, and says so', async () => {
  const one = await tab()
  world.network = 'off'
  expect(await one.api(projects).act(one.project.id, 'archive')).toMatchObject({
    ok: false,
    status: 0,
    message: 'This needs a connection.',
  })
  expect(await one.api(users).save({ name: 'Ray' })).toMatchObject({ ok: false, message: 'This needs a connection.' })
  expect(one.writes.items.value).toEqual([])
})

test('a week that someone else has begun meanwhile is gone on with', async () => {
  const { id: user_id } = await world.ask<{ id: number }>('/api/user')
  const one = await openTab({ fetch: world.fetch, database, held, entities: [timecards, users] })
  onTestFinished(() => one.writes.dispose())
  const week = { user_id, week_start: '2020-03-01' }
  world.network = 'off'
  const made = record(await one.api(timecards).save(week))
  await one.api(timecards).act(made.id, 'submit')
  expect(one.store.of(timecards).peek(made.id)).toMatchObject({ submitted_at: expect.any(String) })
  const theirs = await world.ask<{ id: number }>('/api/timecards', 'POST', week)
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(one.writes.idOf(made.id)).toBe(theirs.id)
  expect(await world.ask(`/api/timecards/${theirs.id}`)).toMatchObject({ submitted_at: expect.any(String) })
})

test('a task that is made and filled without a network is saved whole, ticks and all, and nobody is asked', async () => {
  const one = await tab()
  world.network = 'off'
  const resource = one.api(tasks, { project_id: one.project.id })
  const task = record(await resource.save({ title: 'Hang racks' }))
  const shown = () => one.store.of(tasks).peek(one.writes.idOf(task.id))
  for (const text of ['Order', 'Cut', 'Hang'])
    record(await resource.save({ id: task.id, checklist: [...(shown()?.checklist ?? []), { text }] }))
  record(await resource.act(task.id, 'tick', { line: shown()?.checklist[1]?.key, done: true }))
  expect(shown()?.checklist.map(({ text, done_at }) => [text, done_at !== null])).toEqual([
    ['Order', false],
    ['Cut', true],
    ['Hang', false],
  ])
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  const saved = await world.ask<Task>(`/api/projects/${one.project.id}/tasks/${one.writes.idOf(task.id)}`)
  expect(saved.checklist.map(({ text, done_at }) => [text, done_at !== null])).toEqual([
    ['Order', false],
    ['Cut', true],
    ['Hang', false],
  ])
})

test('photos that belong to a new record are on the device with it, in one step, whatever becomes of the tab', async () => {
  const first = await tab()
  world.network = 'off'
  const photos = await Promise.all(
    [1, 2].map(async (at) => new File([await picture()], `${at}.jpg`, { type: 'image/jpeg' })),
  )
  const below = (id: Id) =>
    photos.map((file) => uploadOf(attachments, { attachable_type: 'rfis', attachable_id: id }, { files: { file } }))
  const saved = await first.api(rfis, { project_id: first.project.id }).save(question, { below })
  first.writes.dispose()
  const rfi = record(saved)
  expect(saved).not.toHaveProperty('left')
  world.network = 'on'
  const second = await tab()
  await second.writes.wake()
  expect(second.writes.items.value).toEqual([])
  const sent = await world.ask<Attachment[]>(`/api/rfis/${second.writes.idOf(rfi.id)}/attachments`)
  expect(sent.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg'])
})

test('with a network they go behind the record; refused, all of it is in the form alone; what is too large is left to the page', async () => {
  const one = await tab()
  const photo = new File([await picture()], 'site.jpg', { type: 'image/jpeg' })
  const huge = new File([new Uint8Array(26 * 2 ** 20)], 'film.mp4', { type: 'video/mp4' })
  const below = (id: Id) =>
    [huge, photo].map((file) =>
      uploadOf(attachments, { attachable_type: 'rfis', attachable_id: id }, { files: { file } }),
    )
  const resource = one.api(rfis, { project_id: one.project.id })
  const refused = await resource.save({ ...question, title: '' }, { below })
  expect(refused).toMatchObject({ ok: false, status: 422 })
  await eventually(() => expect(one.writes.items.value).toEqual([]))
  const saved = await resource.save(question, { below })
  expect(saved).toMatchObject({ ok: true, left: [0] })
  const of = () => world.ask<Attachment[]>(`/api/rfis/${record(saved).id}/attachments`)
  await eventually(async () => expect((await of()).map(({ name }) => name)).toEqual(['site.jpg']))
  await eventually(() => expect(one.writes.items.value).toEqual([]))
})
