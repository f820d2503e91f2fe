import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#server/context/create-context.ts'
import { checkFiles } from '#server/files/check.ts'
import { folderDirectories } from '#server/files/directories.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { folderNames } from '#modules/documents/server/folders-server.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { copySampleFiles } from '../sample-files.ts'
import { uploaded } from '../tus.ts'
import { unzipped } from '../unzip.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
const SIGNS = 'A name cannot contain / \\ : * ? " < > or |.'

describe.each(enginesOfTier)('names of files and folders on $engine (rule file-name)', ({ openSample }) => {
  const home = join(tmpdir(), `plumbline-names-${crypto.randomUUID()}`)
  const store = folderStore(join(home, 'files'))
  const clock = createTestClock()
  let world: World
  let admin: Client
  let guest: Awaited<ReturnType<World['signIn']>>
  let project: { id: number; number: string }
  beforeAll(async () => {
    const database = await openSample(clock)
    await copySampleFiles(database, join(home, 'files'))
    const [root, notes] = [join(home, 'projects'), join(home, 'renames')]
    const directories = folderDirectories({ root, notes, originalOf: (path) => store.localPath(path) })
    world = await createTestWorld({ database, files: store, directories })
    admin = await world.signIn('admin@plumbline.test')
    guest = await world.signIn('customer@plumbline.test')
    const number = crypto.randomUUID().slice(0, 8)
    project = (await admin.post('/api/projects', { name: 'Depot', number, customer_id: guest.user.customer_id })).data
  })
  afterAll(async () => {
    await world.close()
    await rm(home, { recursive: true })
  })

  const at = (path: string) => `/api/projects/${project.id}/${path}`
  const addFolder = async (name: string) => (await admin.post(at('folders'), { name })).data
  const put = async (folder: { id: number }, name: string, content: string | ArrayBuffer = name) =>
    (await upload(admin, at('documents'), { file: [name, content], folder_id: String(folder.id) })).data
  const rename = async (path: string, name: string) => {
    const { data } = await admin.patch(path, { name })
    return data.errors?.name?.[0] ?? data.name
  }
  const sentName = async (path: string) => {
    const { headers } = await admin.fetch(`${BASE}${path}`)
    return decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
  }

  test('a file keeps an ending of its type, whoever renames it', async () => {
    const folder = await addFolder('Quotes')
    const quote = await put(folder, 'quote.txt')
    const path = `/api/documents/${quote.id}`
    expect(await rename(path, 'quote.bat')).toBe('quote.bat.txt')
    expect(await rename(path, 'quote.md')).toBe('quote.md')
    expect(await rename(path, 'offer')).toBe('offer.md')
    await admin.post('/api/folder_access/set', {
      data: [{ folder_id: folder.id, subject_type: 'user', subject_id: guest.user.id, level: 'edit' }],
    })
    expect((await guest.patch(path, { name: 'offer.exe' })).data.name).toBe('offer.exe.md')
    expect(await sentName(`${path}/file`)).toBe('offer.exe.md')

    const model = await put(folder, 'model.rvt', new Uint8Array([1, 2, 3, 0, 255]).buffer)
    expect(await rename(`/api/documents/${model.id}`, 'model.com')).toBe('model.com.rvt')
    expect(await rename(`/api/documents/${model.id}`, 'model.ifc')).toBe('model.ifc')

    const [above] = (await admin.get('/api/default_folders')).data
    const form = { file: ['Form.txt', 'a form'] as const, default_folder_id: String(above.id) }
    const template = `/api/default_documents/${(await upload(admin, '/api/default_documents', form)).data.id}`
    expect(await rename(template, 'Form.cmd')).toBe('Form.cmd.txt')
    expect(await rename(template, 'Form: 1')).toBe(`${SIGNS} Use Form_ 1 instead.`)
    await admin.delete(template)
  })

  test('a name that some system cannot keep is refused where someone types it, with one that would do', async () => {
    const folder = await addFolder('Typed')
    const { id } = await put(folder, 'plan.txt')
    const path = `/api/documents/${id}`
    expect(await rename(path, 'a:b')).toBe(`${SIGNS} Use a_b instead.`)
    expect(await rename(path, 'NUL')).toBe('Windows keeps this name for a device. Use NUL_ instead.')
    expect(await rename(path, 'NUL.txt')).toBe('Windows keeps this name for a device. Use NUL_.txt instead.')
    expect(await rename(path, 'plan.')).toBe('A name cannot end with a dot or a space. Use plan instead.')
    expect(await rename(path, '.plan.txt')).toBe('A name cannot begin with a dot or a space. Use plan.txt instead.')
    expect(await rename(path, '\u2800')).toBe('This name shows nothing. Use file instead.')
    expect((await admin.get(path)).data.name).toBe('plan.txt')

    const refused = `${SIGNS} Use Panels_ instead.`
    expect((await admin.post(at('folders'), { name: 'Panels?' })).data.errors).toEqual({ name: [refused] })
    expect(await rename(`/api/folders/${folder.id}`, 'LPT1')).toMatch(/^Windows keeps .* Use LPT1_ instead\.$/)
    expect((await admin.post('/api/default_folders', { name: 'Panels?' })).data.errors).toEqual({ name: [refused] })
  })

  test('a file that comes under such a name is kept under the nearest one, however it comes', async () => {
    const folder = await addFolder('Uploaded')
    expect((await put(folder, 'CON.txt')).name).toBe('CON_.txt')
    expect((await put(folder, 'a:b?.jpg', jpeg('a'))).name).toBe('a_b_.jpg')
    const upload_id = await uploaded(
      admin,
      { for: at('documents'), name: 'NUL.txt' },
      new TextEncoder().encode('nothing'),
    )
    const { data: plan } = await admin.post(at('documents'), { folder_id: folder.id, upload_id })
    expect(plan.name).toBe('NUL_.txt')

    const version = { file: ['aux.jpg', jpeg('v')] as const }
    const { data: changed } = await upload(admin, `/api/documents/${plan.id}/upload_version`, version)
    expect(changed.name).toBe('aux_.jpg')
    const { data: versions } = await admin.get(`/api/documents/${plan.id}/versions`)
    expect(versions.map(({ name }: { name: string }) => name)).toEqual(['aux_.jpg', 'NUL_.txt'])
  })

  test('what an earlier version kept is read under names that can be kept, and the check names it', async () => {
    const { kysely } = world.app.services.database
    const folder = await addFolder('Old')
    const quote = await put(folder, 'quote.txt')
    const plan = await put(folder, 'plan.txt')
    const set = (table: string, id: number, name: string) =>
      sql`update ${sql.table(table)} set name = ${name}, name_key = ${name.toLowerCase()} where id = ${id}`.execute(
        kysely,
      )
    await set('folders', folder.id, 'Old: 1')
    await set('documents', quote.id, 'quote.bat')
    await set('documents', plan.id, 'CON.txt')

    expect((await admin.get(`/api/documents/${quote.id}`)).data.name).toBe('quote.bat')
    expect(await sentName(`/api/documents/${quote.id}/file`)).toBe('quote.bat.txt')
    // What a client sends back unchanged is no rename.
    expect(await rename(`/api/documents/${quote.id}`, 'quote.bat')).toBe('quote.bat')
    const zip = await admin.fetch(`${BASE}/api/folders/${folder.id}/zip`)
    expect(zip.headers.get('content-disposition')).toContain('filename="Old_ 1.zip"')
    expect([...(await unzipped(await zip.blob())).keys()].sort()).toEqual(['Old_ 1/CON_.txt', 'Old_ 1/quote.bat.txt'])

    clock.pass({ seconds: 6 })
    await world.app.jobs.drain()
    await admin.patch(`/api/documents/${plan.id}`, { name: 'PRN' })
    await put(folder, 'more.txt')
    clock.pass({ seconds: 6 })
    await world.app.jobs.drain()
    expect((await readdir(join(home, 'projects', project.number, 'Old_ 1'))).sort()).toEqual([
      'CON_.txt',
      'more.txt',
      'quote.bat.txt',
    ])

    const uploading = world.app.services.catalog.entities.filter(
      (one) => world.app.services.catalog.serving(one).uploads,
    )
    const { names } = await checkFiles(world.app.services.database, store, uploading)
    expect(names).toEqual([
      `document ${quote.id}: "quote.bat" is sent as quote.bat.txt`,
      `document ${plan.id}: "CON.txt" is sent as CON_.txt`,
    ])
    const ctx = createContext(world.app.services, { user: world.app.services.system })
    expect(await folderNames(ctx)).toEqual([`folder ${folder.id}: "Old: 1" is sent as Old_ 1`])
    expect(world.errors).toEqual([])
  })

  test('default folders and documents of an earlier version are copied under names that can be kept', async () => {
    const { kysely } = world.app.services.database
    const { data: above } = await admin.post('/api/default_folders', { name: 'Aux forms' })
    const form = { file: ['Form.txt', 'a form'] as const, default_folder_id: String(above.id) }
    const { data: one } = await upload(admin, '/api/default_documents', form)
    await sql`update default_folders set name = 'Aux: forms', name_key = 'aux: forms' where id = ${above.id}`.execute(
      kysely,
    )
    await sql`update default_documents set name = 'Form.bat', name_key = 'form.bat' where id = ${one.id}`.execute(
      kysely,
    )
    for (const _ of ['first', 'again']) await admin.post(`/api/projects/${project.id}/copy_default_documents`)
    const named = async (path: string, start: string): Promise<string[]> =>
      (await admin.get(at(path))).data
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => name.startsWith(start))
    expect(await named('folders', 'Aux')).toEqual(['Aux_ forms'])
    expect(await named('documents', 'Form')).toEqual(['Form.bat.txt'])
  })
})
