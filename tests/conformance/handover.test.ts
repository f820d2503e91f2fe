import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '#lib/csv.ts'
import { addDays } from '#lib/days.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { isBrief } from '../tier.ts'
import { pagesOf } from '../stock-reader.ts'
import { unzipped } from '../unzip.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Entry {
  readonly id: number
  readonly title: string
  readonly facts: readonly (readonly [string, string])[]
  readonly files: readonly { readonly path: string | null }[]
  readonly messages: readonly { readonly text: string }[]
  readonly history: readonly object[]
}
interface Index {
  readonly kinds: readonly { readonly key: string; readonly label: string }[]
  readonly records: Record<string, Entry[]>
}

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

/** The index as its scripts fill it in a browser. */
async function indexIn(zip: Awaited<ReturnType<typeof unzipped>>): Promise<Index> {
  const page = text(await zip.get('index.html')?.())
  const sources = [...page.matchAll(/<script src="([^"]+)">/g)].map(([, source = '']) => decodeURI(source))
  const window: { handover?: Index } = {}
  for (const source of sources.filter((name) => !name.endsWith('viewer.js')))
    // What browsers do with them; nothing in them may depend on more.
    // oxlint-disable-next-line typescript/no-implied-eval
    new Function('window', 'handover', text(await zip.get(source)?.()))(window, window.handover)
  if (!window.handover) throw new Error('The index has no contents.')
  return window.handover
}

describe.each(enginesOfTier)('closeout packages on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: World
  const as = (role: string) => world.signIn(`${role}@plumbline.test`)
  const at = '/api/projects/1/handovers'
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), clock })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  async function made(client: Client, draft: object = {}) {
    const { status, data } = await client.post(at, { title: 'Closeout', ...draft })
    expect([status, data.state, data.path, data.logo]).toEqual([201, 'waiting', undefined, undefined])
    await world.app.jobs.drain()
    const { data: ready } = await client.get(`/api/handovers/${data.id}`)
    expect(ready).toMatchObject({ state: 'ready', error: null, mime: 'application/zip' })
    expect(ready.done).toBe(ready.total)
    const answer = await client.fetch(`${BASE}/api/handovers/${data.id}/file`)
    const blob = await answer.blob()
    expect(blob.size).toBe(ready.size)
    const zip = await unzipped(blob)
    return { id: Number(data.id), blob, zip, index: await indexIn(zip) }
  }

  test('a job is handed over whole: PDFs, tables, documents in their tree, sheets, photos, and an index of all', async () => {
    const manager = await as('manager')
    const title = '<script>alert(1)</script>'
    const { data: rfi } = await manager.post('/api/projects/1/rfis', { title, question: '=1+1' })
    await manager.post(`/api/rfis/${rfi.id}/messages`, { content: 'Said </script> here' })
    const { zip, index } = await made(manager, { logo: `data:image/png;base64,${dot}` })
    const names = [...zip.keys()]
    expect(names).toEqual(
      expect.arrayContaining([
        'Cover.pdf',
        'data/customer.png',
        'index.html',
        'RFIs/RFIs.csv',
        'RFIs/RFI 013 Feeder route above stage.pdf',
        'Documents/Submittals/Panels/Load calculation.csv',
        'Drawings/E2.1 Level 1 power plan.pdf',
        'Photos/Photos.csv',
        'Messages.csv',
        'History.csv',
      ]),
    )
    const [front] = await pagesOf((await zip.get('Cover.pdf')?.()) ?? new Uint8Array())
    expect(front?.text).toContain('26-001 Canyon Lakes Elementary')
    const pdfs = names.filter((name) => name.endsWith('.pdf') && !name.startsWith('Documents/'))
    expect(pdfs.length).toBeGreaterThan(50)
    for (const name of pdfs) expect(text((await zip.get(name)?.())?.subarray(0, 5))).toBe('%PDF-')
    const rows = parseCsv(text(await zip.get('RFIs/RFIs.csv')?.()))
    const [heads = []] = rows
    expect(rows.find((row) => row[heads.indexOf('Title')] === title)?.[heads.indexOf('Question')]).toBe('=1+1')
    const { data: all } = await manager.get('/api/projects/1/rfis')
    expect(index.records['rfis-rfis']?.map(({ id }) => id).sort()).toEqual(all.map(({ id }: Entry) => id).sort())
    const own = index.records['rfis-rfis']?.find(({ id }) => id === rfi.id)
    expect(own?.title).toContain(title)
    expect(own?.messages.map((one) => one.text)).toEqual(['Said </script> here'])
    expect(own?.history.length).toBeGreaterThan(0)
    const page = text(await zip.get('index.html')?.())
    expect(page).not.toContain('alert(1)')
    const linked = Object.values(index.records).flatMap((records) => records.flatMap(({ files }) => files))
    for (const { path } of linked) expect(names).toContain(path)
    await manager.delete(`/api/rfis/${rfi.id}`)
  })

  test('it has what whoever asked may see, and nothing else', async () => {
    const office = await as('office')
    const admin = await as('admin')
    const { data: folder } = await admin.post('/api/projects/1/folders', { name: 'Margins', inherits_access: false })
    const form = new FormData()
    form.set('folder_id', String(folder.id))
    form.set('file', new File(['Our margin is 12.'], 'Margins.txt', { type: 'text/plain' }))
    const token = decodeURIComponent(admin.cookies.get('XSRF-TOKEN') ?? '')
    const sent = { method: 'POST', body: form, headers: { 'x-xsrf-token': token, accept: 'application/json' } }
    expect((await admin.fetch(`${BASE}/api/projects/1/documents`, sent)).status).toBe(201)
    const employee = await as('employee')
    const rule = { folder_id: folder.id, subject_type: 'role', role: 'employee', level: 'none' }
    expect((await admin.post('/api/folder_access/set', { data: [rule] })).status).toBe(200)
    for (const client of [employee, office]) {
      const { zip, index, id } = await made(client)
      const { data: tasks } = await client.get('/api/projects/1/tasks')
      const { data: documents } = await client.get('/api/projects/1/documents?status=active')
      const idsOf = (list: readonly { id: number }[] = []) => list.map((one) => one.id).sort((a, b) => a - b)
      expect(idsOf(index.records['tasks-tasks'])).toEqual(idsOf(tasks))
      expect(idsOf(index.records['documents-documents'])).toEqual(idsOf(documents))
      const isThere = documents.some(({ name }: { name: string }) => name === 'Margins.txt')
      expect(isThere).toBe(client === office)
      expect([...zip.keys()].includes('Documents/Margins/Margins.txt')).toBe(isThere)
      await client.delete(`/api/handovers/${id}`)
    }
    const { zip, index } = await made(employee, { parts: ['daily_logs'] })
    const logs = JSON.stringify(index.records['daily_logs-daily_logs'])
    expect(logs).not.toMatch(/signed_crew|"Crew"/)
    expect([...zip.keys()].filter((name) => /^(RFIs|Documents|Photos)\//.test(name))).toEqual([])
  })

  test('guests have none made, and nobody sees that of another', async () => {
    const manager = await as('manager')
    const { data: own } = await manager.get(at)
    const [first] = own
    expect((await (await as('customer')).post(at, { title: 'All' })).status).toBe(403)
    expect((await (await as('contact')).get(at)).status).toBe(403)
    const admin = await as('admin')
    expect((await admin.get(at)).data).toEqual([])
    expect((await admin.get(`/api/handovers/${first.id}/file`)).status).toBe(404)
    expect((await admin.delete(`/api/handovers/${first.id}`)).status).toBe(404)
  })

  test('one at a time for each person, of parts that there are, and no file is taken for one', async () => {
    const foreman = await as('foreman')
    expect((await foreman.post(at, { title: 'Some', parts: ['wishes'] })).data.errors).toEqual({
      parts: ['Choose what goes into it.'],
    })
    expect((await foreman.post(at, { title: 'Logo', logo: 'data:image/svg+xml;base64,AAAA' })).status).toBe(422)
    const { data } = await foreman.post(at, { title: 'First', parts: ['cost_codes'] })
    expect((await foreman.post(at, { title: 'Second' })).data.message).toContain('is being made')
    await world.app.jobs.drain()
    expect((await foreman.get(`/api/handovers/${data.id}`)).data.state).toBe('ready')
    const form = new FormData()
    form.set('title', 'Mine')
    form.set('file', new File(['PK'], 'mine.zip'))
    const token = decodeURIComponent(foreman.cookies.get('XSRF-TOKEN') ?? '')
    const sent = { method: 'POST', body: form, headers: { 'x-xsrf-token': token, accept: 'application/json' } }
    expect((await foreman.fetch(`${BASE}${at}`, sent)).status).toBe(403)
  })

  test('what a process left that was killed is removed, and it is made from the beginning', async () => {
    const foreman = await as('foreman')
    const { id } = await made(foreman, { parts: ['rfis', 'messages'] })
    const { incoming, database } = world.app.services
    const { row, writer } = await incoming.createForForm({
      user_id: foreman.user.id,
      place: `archive of handover ${id}`,
      name: 'half',
    })
    await writer.write(new Uint8Array(1000))
    await writer.end(false)
    // As the process left them: the lease of its job is over.
    await sql`update handovers set state = 'making', path = null, size = null where id = ${id}`.execute(database.kysely)
    await sql`update jobs set done_at = null where kind = 'handover' and payload = ${`{"id":${id}}`}`.execute(
      database.kysely,
    )
    await world.app.jobs.drain()
    const { data } = await foreman.get(`/api/handovers/${id}`)
    expect(data.state).toBe('ready')
    expect(await incoming.find(row.id)).toBeUndefined()
    expect((await foreman.get(`/api/handovers/${id}/file`)).status).toBe(200)
  })

  test('whoever asked is told, and a download that broke off goes on', async () => {
    const foreman = await as('foreman')
    const { data: told } = await foreman.get('/api/notifications')
    expect(told.map((one: { text: string }) => one.text)).toContain('First is ready to download')
    const [mine] = (await foreman.get(at)).data
    const url = `${BASE}/api/handovers/${mine.id}/file`
    const whole = new Uint8Array(await (await foreman.fetch(url)).arrayBuffer())
    const rest = await foreman.fetch(url, { headers: { range: `bytes=${whole.length - 100}-` } })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${whole.length - 100}-${whole.length - 1}/${whole.length}`,
    ])
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(whole.subarray(-100))
  })

  test('it is removed with its file after two weeks', async () => {
    const foreman = await as('foreman')
    const { data: before } = await foreman.get(at)
    const paths = await world.app.services.database.kysely
      .selectFrom('handovers' as never)
      .select('path' as never)
      .execute()
    clock.moveTo(addDays(clock.day(), 15), '12:00')
    await world.app.services.prune()
    const later = await as('foreman')
    expect([before.length > 0, (await later.get(at)).data]).toEqual([true, []])
    for (const { path } of paths as { path: string | null }[])
      if (path !== null) expect(await world.app.services.incoming.store.size(path)).toBeNull()
  })
})

test('it says why it was not made, and is made by another press', async () => {
  const folder = join(tmpdir(), `plumbline-handover-${crypto.randomUUID()}`)
  const store = folderStore(folder)
  let isFull = true
  const open: FileStore['open'] = async (...at) => {
    if (isFull) throw new Error('The disk is full.')
    return store.open(...at)
  }
  const world = await createTestWorld({ database: await sampleSqlite(), files: { ...store, open } })
  const office = await world.signIn('office@plumbline.test')
  const { data } = await office.post('/api/projects/1/handovers', { title: 'Refused', parts: ['rfis'] })
  await world.app.jobs.drain()
  expect(world.errors.splice(0).map(String)).toEqual(['A package of a job could not be made: The disk is full.'])
  const { data: failed } = await office.get(`/api/handovers/${data.id}`)
  // What went wrong inside is for the log alone.
  const why = 'Something went wrong on the server. Try again, and ask who runs it if that does not help.'
  expect(failed).toMatchObject({ state: 'failed', error: why, size: null })
  expect((await office.get(`/api/handovers/${data.id}/file`)).status).toBe(404)
  const { data: told } = await office.get('/api/notifications')
  expect(told[0]).toMatchObject({ text: 'Refused could not be made', note: why })
  isFull = false
  expect((await office.post(`/api/handovers/${data.id}/retry`)).data).toMatchObject({ state: 'waiting', error: null })
  await world.app.jobs.drain()
  expect((await office.get(`/api/handovers/${data.id}`)).data.state).toBe('ready')
  await world.close()
  await rm(folder, { recursive: true })
})

test.runIf(!isBrief)(
  'a sheet has the marks that others see, and a photo that no PDF can have lies beside it',
  async () => {
    const world = await createTestWorld({ database: await sampleSqlite(), previews: previewEngine() })
    const manager = await world.signIn('manager@plumbline.test')
    const { data: sheets } = await manager.get('/api/projects/1/drawing_sheets')
    const sheet = sheets.find(({ number }: { number: string }) => number === 'E2.1')
    const at = `/api/drawing_sheets/${sheet.id}/markups`
    const draft = {
      revision_id: sheet.current_revision_id,
      type: 'rectangle',
      geometry: { x: 0.1, y: 0.1, w: 0.1, h: 0.1 },
    }
    const { data: mark } = await manager.post(at, { ...draft, text: 'Mine alone' })
    expect(mark.published_at).toBeNull()
    const { data: marks } = await manager.get(at)
    const form = new FormData()
    form.set('file', new File([jpeg()], 'Broken.jpg', { type: 'image/jpeg' }))
    const token = decodeURIComponent(manager.cookies.get('XSRF-TOKEN') ?? '')
    const sent = { method: 'POST', body: form, headers: { 'x-xsrf-token': token, accept: 'application/json' } }
    expect((await manager.fetch(`${BASE}/api/tasks/1/attachments`, sent)).status).toBe(201)
    await world.app.jobs.drain()
    const { incoming, database } = world.app.services
    const kept = sql<{ path: string }>`select path from attachments where name = 'Broken.jpg'`
    // As a disk leaves it.
    for (const { path } of (await kept.execute(database.kysely)).rows)
      await writeFile(incoming.store.localPath?.(path) ?? '', new Uint8Array(300))
    const { data } = await manager.post('/api/projects/1/handovers', {
      title: 'Sheets',
      parts: ['drawings', 'tasks', 'photos'],
    })
    await world.app.jobs.drain()
    const zip = await unzipped(await (await manager.fetch(`${BASE}/api/handovers/${data.id}/file`)).blob())
    const file = await PDFDocument.load((await zip.get('Drawings/E2.1 Level 1 power plan.pdf')?.()) ?? '')
    expect(file.getPage(0).node.Annots()?.size()).toBe(marks.length - 1)
    expect(world.errors.map(String)).toContainEqual(expect.stringContaining('is made without photos'))
    expect([...zip.keys()].filter((name) => name.endsWith('Broken.jpg'))).toHaveLength(1)
    await world.close()
  },
)
