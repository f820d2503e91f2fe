import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContext } from '#server/context/create-context.ts'
import { transact } from '#server/context/transact.ts'
import { folderDirectories } from '#server/files/directories.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { allDifferences } from '#modules/documents/server/directories.ts'
import type { Folder } from '#modules/documents/entities.ts'
import { projects, type Project } from '#modules/projects/entities.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { copySampleFiles } from '../sample-files.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
const NOT_RENAMED = 'The document folder could not be renamed. The number was not changed.'
const RENAME = { action: 'rename_sharepoint_directory' }

describe.each(enginesOfTier)('the directories of projects on $engine', ({ openSample }) => {
  const home = join(tmpdir(), `plumbline-directories-${crypto.randomUUID()}`)
  const store = folderStore(join(home, 'files'))
  const directories = folderDirectories({
    root: join(home, 'projects'),
    notes: join(home, 'renames'),
    originalOf: (path) => store.localPath(path),
  })
  let world: World
  let admin: Client
  const clock = createTestClock()
  let project: Project
  beforeAll(async () => {
    const database = await openSample(clock)
    await copySampleFiles(database, join(home, 'files'))
    world = await createTestWorld({ database, files: store, directories })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    await world.close()
    await rm(home, { recursive: true })
  })
  beforeEach(async () => {
    world.errors.length = 0
    const { data, status } = await admin.post('/api/projects', {
      name: 'Warehouse',
      number: crypto.randomUUID().slice(0, 8),
      customer_id: 1,
    })
    expect(status).toBe(201)
    project = data
  })

  const at = (path: string) => `/api/projects/${project.id}/${path}`
  const place = (...names: string[]) => join(home, 'projects', ...names)
  /** Runs what is due within the next seconds. */
  async function settle() {
    clock.pass({ seconds: 6 })
    await world.app.jobs.drain()
  }
  const tree = async (name = project.number) =>
    (await readdir(place(name), { recursive: true })).filter((one) => one.startsWith('Shed')).sort()
  async function add(name: string, parent_id: number | null = null): Promise<Folder> {
    const { data, status } = await admin.post(at('folders'), { name, parent_id })
    expect(status).toBe(201)
    return data
  }
  async function put(folder: Folder, name: string, text = name) {
    const { data, status } = await upload(admin, at('documents'), { file: [name, text], folder_id: String(folder.id) })
    expect([status, data.message]).toEqual([201, undefined])
    return data
  }
  const renumber = (number: string, more: object = RENAME) =>
    admin.patch(`/api/projects/${project.id}`, { number, ...more })

  test('folders and documents lie in a directory with the project’s number, as they are named in the app', async () => {
    const site = await add('Shed')
    const photos = await add('Photos', site.id)
    const plan = await put(site, 'Plan.txt', 'first')
    await put(photos, 'Trench.txt')
    await settle()
    expect(await tree()).toEqual(['Shed', 'Shed/Photos', 'Shed/Photos/Trench.txt', 'Shed/Plan.txt'])
    expect(await readFile(place(project.number, 'Shed/Plan.txt'), 'utf8')).toBe('first')

    await admin.patch(`/api/documents/${plan.id}`, { name: 'Site plan.txt' })
    await admin.patch(`/api/folders/${photos.id}`, { name: 'Pictures' })
    await upload(admin, `/api/documents/${plan.id}/upload_version`, { file: ['Plan.txt', 'second'] })
    await settle()
    expect(await tree()).toEqual(['Shed', 'Shed/Pictures', 'Shed/Pictures/Trench.txt', 'Shed/Site plan.txt'])

    await admin.post(`/api/documents/${plan.id}/archive`)
    await admin.send('DELETE', `/api/folders/${photos.id}`, { confirmed: ['not_empty'] })
    await settle()
    expect(await tree()).toEqual(['Shed'])
    await admin.send('DELETE', `/api/folders/${site.id}`, { confirmed: ['not_empty'] })
    await settle()
    expect(await tree().catch(() => [])).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('nobody writes to an original through its directory', async () => {
    await put(await add('Shed'), 'Plan.txt')
    await settle()
    expect((await stat(place(project.number, 'Shed/Plan.txt'))).mode & 0o222).toBe(0)
  })

  test('with the switch on, a new number renames the directory; with it off, the directory keeps the old one', async () => {
    await put(await add('Shed'), 'Plan.txt')
    await settle()
    const [first, second] = [`${project.number}-B`, `${project.number}-C`]
    expect((await renumber(first)).status).toBe(200)
    expect(await tree(first)).toEqual(['Shed', 'Shed/Plan.txt'])
    await expect(stat(place(project.number))).rejects.toThrow('ENOENT')

    expect((await renumber(second, {})).status).toBe(200)
    await put(await add('Shed 2'), 'Later.txt')
    await settle()
    expect(await tree(first)).toEqual(['Shed', 'Shed 2', 'Shed 2/Later.txt', 'Shed/Plan.txt'])
    await expect(stat(place(second))).rejects.toThrow('ENOENT')
    expect(await readdir(join(home, 'renames'))).toEqual([])
  })

  test('a number that cannot be made a directory of its own is refused, and nothing is renamed', async () => {
    await put(await add('Shed'), 'Plan.txt')
    await settle()
    const taken = `${project.number}-T`
    await mkdir(place(taken))
    const { status, data } = await renumber(taken)
    expect([status, data.errors]).toEqual([422, { number: [NOT_RENAMED] }])
    expect(world.errors).toEqual([new Error(`There is a ${taken} already.`)])
    expect((await admin.get(`/api/projects/${project.id}`)).data.number).toBe(project.number)
    expect(await tree()).toEqual(['Shed', 'Shed/Plan.txt'])
    expect(await readdir(join(home, 'renames'))).toEqual([])
  })

  test('a change that fails after the directory was renamed takes that back', async () => {
    await put(await add('Shed'), 'Plan.txt')
    await settle()
    const { services } = world.app
    const saving = transact(services, { user: services.system }, async (ctx) => {
      await ctx.save(projects, { id: project.id, number: `${project.number}-X`, action: 'rename_sharepoint_directory' })
      expect(await tree(`${project.number}-X`)).toEqual(['Shed', 'Shed/Plan.txt'])
      throw new Error('The disk is full.')
    })
    await expect(saving).rejects.toThrow('The disk is full.')
    expect(await tree()).toEqual(['Shed', 'Shed/Plan.txt'])
    expect(await readdir(join(home, 'renames'))).toEqual([])
  })

  test('a new project with the number of another one’s directory gets a directory of its own', async () => {
    const first = project
    await put(await add('Shed'), 'Plan.txt')
    expect((await renumber(`${first.number}-N`, {})).status).toBe(200)
    project = (await admin.post('/api/projects', { name: 'Barn', number: first.number, customer_id: 1 })).data
    await put(await add('Shed'), 'Barn.txt')
    await settle()
    expect(await tree(first.number)).toEqual(['Shed', 'Shed/Plan.txt'])
    expect(await tree(`${first.number} (2)`)).toEqual(['Shed', 'Shed/Barn.txt'])
  })

  test.each([
    ['committed', true],
    ['not committed', false],
  ])('a rename that a crash interrupted is finished at start: %s', async (_, committed) => {
    await put(await add('Shed'), 'Plan.txt')
    await settle()
    const [from, to] = [project.number, `${project.number}-Z`]
    if (committed) {
      expect((await renumber(to)).status).toBe(200)
      await rename(place(to), place(from))
    } else await rename(place(from), place(to))
    await writeFile(join(home, 'renames', `${project.id}.json`), JSON.stringify({ from, to }))
    const after = await createTestWorld({ database: world.app.services.database, files: store, directories })
    expect(await tree(committed ? to : from)).toEqual(['Shed', 'Shed/Plan.txt'])
    expect(await readdir(join(home, 'renames'))).toEqual([])
    expect(after.errors).toEqual([])
  })

  test.each(['..', '../../escape', 'a/b', '.hidden', 'CON:1'])(
    'the number %s makes a directory among the others',
    async (number) => {
      const before = await readdir(home)
      expect((await renumber(`${number}${project.id}`)).status).toBe(200)
      expect((await renumber(number)).status).toBe(200)
      await put(await add('Shed'), 'Plan.txt')
      await settle()
      expect((await readdir(home)).sort()).toEqual(before.sort())
      expect(world.errors).toEqual([])
      expect((await renumber(`gone ${project.id}`)).status).toBe(200)
    },
  )

  test('what others change in a directory is told, stays as it is, and is read by nobody', async () => {
    const site = await add('Shed')
    const plan = await put(site, 'Plan.txt', 'ours')
    await put(site, 'Doors.txt')
    await settle()
    await rm(place(project.number, 'Shed/Plan.txt'))
    await writeFile(place(project.number, 'Shed/Plan.txt'), 'of someone else')
    await writeFile(place(project.number, 'Shed/Notes.txt'), 'new')
    await admin.patch(`/api/documents/${plan.id}`, { name: 'Renamed.txt' })
    await settle()
    expect(await tree()).toEqual(['Shed', 'Shed/Doors.txt', 'Shed/Notes.txt', 'Shed/Plan.txt', 'Shed/Renamed.txt'])
    expect(await readFile(place(project.number, 'Shed/Plan.txt'), 'utf8')).toBe('of someone else')
    expect(await readFile(place(project.number, 'Shed/Renamed.txt'), 'utf8')).toBe('ours')
    const { data } = await admin.get(at('documents'))
    expect(data.map(({ name }: { name: string }) => name)).not.toContain('Notes.txt')
    const { pick } = createContext(world.app.services, { user: world.app.services.system })
    expect((await allDifferences({ pick, directories })).filter((line) => line.startsWith(project.number))).toEqual([
      `${project.number}/Shed/Notes.txt was put there from outside of Plumbline, which does not read it.`,
      `${project.number}/Shed/Plan.txt was put there from outside of Plumbline, which does not read it.`,
    ])
    expect(world.errors).toEqual([
      `${project.number}/Shed/Plan.txt was changed outside of Plumbline. It stays as it is, and Plumbline does not read it.`,
    ])
  })

  test('a link that someone puts in place of a folder leads the server nowhere', async () => {
    const site = await add('Shed')
    await put(site, 'Plan.txt')
    await settle()
    const elsewhere = join(home, `elsewhere-${project.id}`)
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, 'Plan.txt'), 'private')
    await rm(place(project.number, 'Shed'), { recursive: true })
    await symlink(elsewhere, place(project.number, 'Shed'))
    await put(site, 'Later.txt')
    await settle()
    expect(await readdir(elsewhere)).toEqual(['Plan.txt'])
    expect(String(world.errors)).toContain('leads out of the directory')
  })
})
