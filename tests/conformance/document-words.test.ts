import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTexts } from '#modules/documents/server/earlier-texts.ts'
import { transact } from '#server/context/transact.ts'
import { inList } from '#server/db/database.ts'
import type { PreviewEngine } from '#server/environment.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'
import { corpus } from '../words/corpus.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Doc {
  id: number
  name: string
  text_state: string | null
  text_problem: string | null
  updated_at: string
}

const at = '/api/projects/2/documents'

/** Words are read once the gate is open. */
let gate = Promise.withResolvers<void>()
gate.resolve()
const held = (engine: PreviewEngine): PreviewEngine => ({
  ...engine,
  // Previews are tried elsewhere, and take longer.
  takes: () => false,
  open(deps) {
    const readersFor = engine.open(deps)
    return (by) => {
      const readers = readersFor(by)
      return { ...readers, textOf: async (...asked) => gate.promise.then(() => readers.textOf(...asked)) }
    }
  },
})

describe.each(enginesOfTier)('the words of documents on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(), previews: held(previewEngine()) })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(() => world.close())

  /** Opens a socket that hears of these, as a browser does; says what it was told since. */
  async function listen(mailbox: string, prefixes: readonly string[]) {
    const client = await world.signIn(`${mailbox}@plumbline.test`)
    const frames: { event: string; data: string }[] = []
    const connection = world.app.hub.connect(
      { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    for (const prefix of prefixes) {
      const channel = `private-${prefix}.${client.user.id}`
      const { data } = await client.post('/broadcasting/auth', { socket_id: connection?.id, channel_name: channel })
      await connection?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
    }
    return () => frames.filter(({ event }) => event === 'saved').map(({ data }) => JSON.parse(data).model)
  }

  const closeGate = () => void (gate = Promise.withResolvers<void>())
  /** Has all words read. */
  const read = async () => {
    gate.resolve()
    await world.app.jobs.drain()
    await world.app.settled()
  }

  const newFolder = async (): Promise<number> =>
    (await admin.post('/api/projects/2/folders', { name: crypto.randomUUID() })).data.id
  const put = async (
    folder: number,
    name: string,
    content: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  ): Promise<Doc> => {
    const { status, data } = await upload(admin, at, { file: [name, content], folder_id: String(folder) })
    expect([name, status, data.message]).toEqual([name, 201, undefined])
    return data
  }
  const search = async (folder: number, words: string, client: Client = admin): Promise<Doc[]> => {
    const asked = new URLSearchParams({ page: '1', per_page: '100', below: String(folder), search: words })
    return (await client.get(`${at}?${asked}`)).data.data
  }

  test('of every kind of file are found, or it says why not', async () => {
    const kinds = corpus.filter(({ brief }) => !isBrief || brief)
    const folder = await newFolder()
    for (const { name, bytes } of kinds) await put(folder, name, bytes())
    await world.app.jobs.drain()
    const { data: all } = await admin.get(`${at}?below=${folder}`)
    const wrong: unknown[] = []
    for (const { name, finds = [], state = 'read', problem = null } of kinds) {
      const document = all.find((one: Doc) => one.name === name)
      const missed: string[] = []
      for (const words of finds)
        if (!(await search(folder, words)).some(({ id }) => id === document.id)) missed.push(words)
      const { text_state, text_problem } = document
      const said = `${name}: ${text_state}${text_problem === null ? '' : `, ${text_problem}`}`
      process.stdout.write(`${said}; ${finds.length - missed.length} of ${finds.length} searches find it\n`)
      if (missed.length || text_state !== state || text_problem !== problem)
        wrong.push({ name, missed, text_state, text_problem })
    }
    expect(wrong).toEqual([])
    world.errors.length = 0
  }, 120_000)

  /** What is said of a folder's files, and how many of them are still being read. */
  const told = async (folder: number, client: Client = admin) => {
    const { data } = await client.get(`${at}?below=${folder}`)
    const found = await client.get(`/api/folders/${folder}`)
    return {
      files: Object.fromEntries(data.map(({ name, text_state }: Doc) => [name, text_state])),
      reading: found.data.documents_being_read,
    }
  }

  test('are said to be read until they were, which listeners are told of the file and its folder', async () => {
    closeGate()
    const folder = await newFolder()
    const sent = await put(folder, 'spec.txt', 'Insulated bushings')
    expect(sent).toMatchObject({ text_state: 'waiting', text_problem: null })
    // Nothing is to be read in a picture.
    expect(await put(folder, 'panel.jpg', jpeg('words'))).toMatchObject({ text_state: 'none' })
    expect(await told(folder)).toEqual({ files: { 'spec.txt': 'waiting', 'panel.jpg': 'none' }, reading: 1 })
    const heard = await listen('manager', ['documents', 'folders'])
    await read()
    expect(await told(folder)).toEqual({ files: { 'spec.txt': 'read', 'panel.jpg': 'none' }, reading: 0 })
    expect(heard().filter(({ id }) => id === sent.id || id === folder)).toEqual([
      expect.objectContaining({ id: sent.id, text_state: 'read' }),
      expect.objectContaining({ id: folder, documents_being_read: 0 }),
    ])
    // Nobody changed the document by reading it.
    const { data: history } = await admin.get(`/api/documents/${sent.id}/history`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['created'])
    // What devices hold is brought up to date by what was changed since.
    const { data: now } = await admin.get(`/api/documents/${sent.id}`)
    expect(Date.parse(now.updated_at)).toBeGreaterThanOrEqual(Date.parse(sent.updated_at))
  })

  test('of a new version are read anew, and those of a kind that has none are gone', async () => {
    const folder = await newFolder()
    const { id } = await put(folder, 'notes.txt', 'Pull boxes')
    await read()
    closeGate()
    const next = await upload(admin, `/api/documents/${id}/upload_version`, { file: ['notes.txt', 'Junction boxes'] })
    expect(next.data).toMatchObject({ text_state: 'waiting' })
    expect((await told(folder)).reading).toBe(1)
    await read()
    expect([await search(folder, 'pull boxes'), (await search(folder, 'junction')).length]).toEqual([[], 1])
    const { data: versions } = await admin.get(`/api/documents/${id}/versions`)
    const restored = await admin.post(`/api/documents/${id}/restore_version`, { version_id: versions[1].id })
    expect(restored.data).toMatchObject({ text_state: 'waiting' })
    await upload(admin, `/api/documents/${id}/upload_version`, { file: ['photo.jpg', jpeg('words')] })
    await read()
    expect(await search(folder, 'boxes')).toEqual([])
    expect((await admin.get(`/api/documents/${id}`)).data).toMatchObject({ text_state: 'none', text_problem: null })
  })

  test('of a document that was deleted meanwhile are there when it comes back', async () => {
    const folder = await newFolder()
    closeGate()
    const { id } = await put(folder, 'gone.txt', 'Temporary power')
    const { headers } = await admin.delete(`/api/documents/${id}`)
    await read()
    expect(await search(folder, 'temporary power')).toEqual([])
    const undone = await admin.post('/api/undo', { change: headers.get('x-change-id') })
    expect([undone.status, undone.data.left]).toEqual([200, []])
    expect((await search(folder, 'temporary power')).map((one) => one.id)).toEqual([id])
    expect((await told(folder)).reading).toBe(0)
  })

  test('are found with names, page by page, by those who see the file, who alone count it', async () => {
    const folder = await newFolder()
    for (const at of [1, 2, 3]) await put(folder, `Submittal ${at}.txt`, `Fire alarm devices, part ${at}`)
    await read()
    const page = (number: number) =>
      admin.get(`${at}?page=${number}&per_page=2&below=${folder}&search=${encodeURIComponent('submittal & alarm')}`)
    const [first, second] = [await page(1), await page(2)]
    const names = [...first.data.data, ...second.data.data].map(({ name }: Doc) => name)
    expect([first.data.total, names]).toEqual([3, ['Submittal 1.txt', 'Submittal 2.txt', 'Submittal 3.txt']])
    // Words of one or two letters are looked for in names alone.
    expect((await search(folder, '1')).map(({ name }) => name)).toEqual(['Submittal 1.txt'])
    const employee = await world.signIn('employee@plumbline.test')
    expect((await search(folder, 'fire alarm', employee)).length).toBe(3)
    const level = (level: string) =>
      admin.post('/api/folder_access/set', {
        data: [{ folder_id: folder, subject_type: 'role', role: 'employee', level }],
      })
    await level('upload')
    closeGate()
    const own = { file: ['Own.txt', 'My fire alarm test'] as const, folder_id: String(folder) }
    expect((await upload(employee, at, own)).status).toBe(201)
    await put(folder, 'Submittal 4.txt', 'Fire alarm devices, part 4')
    expect([(await told(folder)).reading, (await told(folder, employee)).reading]).toEqual([2, 1])
    await read()
    expect((await search(folder, 'fire alarm', employee)).map(({ name }) => name)).toEqual(['Own.txt'])
    await level('none')
    expect(await search(folder, 'fire alarm', employee)).toEqual([])
  })

  test.runIf(!isBrief)(
    'of documents of an earlier version are read bit by bit, as far as that version did not',
    async () => {
      const folder = await newFolder()
      const { database } = world.app.services
      for (let at = 0; at < 60; at++) await put(folder, `old ${at}.txt`, `Asbuilt ${at}`)
      const long = await put(folder, 'long.txt', `${'filler '.repeat(4000)} lastword`)
      await put(folder, 'old.jpg', jpeg('old'))
      await read()
      // What that version left: long texts cut, a text of each of the others but the last, and no states.
      await sql`update documents set text_state = null where folder_id = ${folder}`.execute(database.kysely)
      await sql`update document_texts set content = substr(content, 1, 20000), search_key = substr(search_key, 1, 20000) where document_id = ${long.id}`.execute(
        database.kysely,
      )
      const { data: all } = await admin.get(`${at}?below=${folder}`)
      const unread = all.filter(({ name }: Doc) => /^old \d/.test(name)).map(({ id }: Doc) => id)
      await sql`delete from document_texts where ${inList(database.dialect, sql.ref('document_id'), unread.slice(5))}`.execute(
        database.kysely,
      )
      const changed = async () => (await admin.get(`/api/documents/${long.id}`)).data.updated_at
      const before = await changed()
      closeGate()
      await transact(world.app.services, { user: world.app.system }, startTexts)
      const { files, reading } = await told(folder)
      expect([files['old.jpg'], reading]).toEqual(['none', 56])
      const queued = async () =>
        Number(
          (
            await sql<{
              n: number
            }>`select count(*) as n from jobs where kind = 'document-text' and done_at is null`.execute(database.kysely)
          ).rows[0]?.n,
        )
      expect(await queued()).toBeLessThanOrEqual(50)
      await read()
      expect((await told(folder)).reading).toBe(0)
      expect((await search(folder, 'asbuilt')).length).toBe(60)
      expect((await search(folder, 'lastword')).map(({ id }) => id)).toEqual([long.id])
      expect(await changed()).toBe(before)
    },
  )
})
