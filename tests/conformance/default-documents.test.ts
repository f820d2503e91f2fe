import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Named {
  id: number
  name: string
  parent_id: number | null
  is_default: boolean
}

describe.each(enginesOfTier)('default documents on $engine', ({ engine, openSample }) => {
  let world: World
  let admin: Client
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(() => world.close())

  const create = async () =>
    (await admin.post('/api/projects', { name: 'Depot', number: crypto.randomUUID(), customer_id: 1 })).data
  const foldersOf = async (project: number): Promise<Named[]> =>
    (await admin.get(`/api/projects/${project}/folders`)).data
  const documentsOf = async (project: number): Promise<Named[]> =>
    (await admin.get(`/api/projects/${project}/documents`)).data
  const names = (all: readonly Named[]) => all.map(({ name }) => name).sort()
  const copy = (project: number, client = admin) => client.post(`/api/projects/${project}/copy_default_documents`)

  test('a new project gets the folders, their access and the files, which share what is stored', async () => {
    const { data: templates } = await admin.get('/api/default_folders')
    const { data: put } = await upload(admin, '/api/default_documents', {
      file: ['Form.txt', 'a form'],
      default_folder_id: String(templates[0].id),
    })
    const { id, default_documents_copied } = await create()
    expect(default_documents_copied).toBe(true)
    const folders = await foldersOf(id)
    expect(names(folders)).toEqual(names(templates))
    expect(folders.every(({ is_default }) => is_default)).toBe(true)
    const form = (await documentsOf(id)).find(({ name }) => name === 'Form.txt')
    expect(await (await admin.fetch(`${BASE}/api/documents/${form?.id}/file`)).text()).toBe('a form')
    const foreman = await world.signIn('foreman@plumbline.test')
    const { data: seen } = await foreman.get(`/api/projects/${id}/folders`)
    expect(names(seen)).not.toContain('Contracts')
    expect(seen.find(({ name }: Named) => name === 'Safety')).toMatchObject({ my_level: 'edit' })
    // The copy stays when its original goes.
    await admin.delete(`/api/default_documents/${put.id}`)
    expect((await admin.get(`/api/documents/${form?.id}/file`)).status).toBe(200)
  })

  interface Placed {
    readonly id: number
    readonly parent_id: number | null
    readonly path: string | null
  }
  /** The folders of a project as they are stored, deleted ones too. */
  async function stored(project: number): Promise<Placed[]> {
    const { rows } = await sql<
      Record<keyof Placed, unknown>
    >`select id, parent_id, path from folders where project_id = ${project} order by id`.execute(
      world.app.services.database.kysely,
    )
    return rows.map(({ id, parent_id, path }) => ({
      id: Number(id),
      parent_id: parent_id === null ? null : Number(parent_id),
      path: typeof path === 'string' ? path : null,
    }))
  }

  test('every copied folder has the path of the folders above it, and rules of its own project', async () => {
    const [{ id }, other] = [await create(), await create()]
    const all = await stored(id)
    const byId = new Map(all.map((one) => [one.id, one]))
    const chain = (at: number | null): string => (at === null ? '/' : `${chain(byId.get(at)?.parent_id ?? null)}${at}/`)
    expect(all.map(({ path }) => path)).toEqual(all.map((one) => chain(one.id)))
    // Submittals has folders in it.
    expect(all.some(({ parent_id }) => parent_id !== null)).toBe(true)
    // Added later, beside folders that have theirs, and one that is deleted keeps its own.
    const [gone] = all
    await admin.send('DELETE', `/api/folders/${gone?.id}`, { confirmed: ['not_empty'] })
    await admin.post('/api/default_folders', { name: `Paths ${engine}` })
    await copy(id)
    const later = await stored(id)
    expect(later.slice(0, all.length)).toEqual(all)
    expect(later.slice(all.length).map(({ path }) => path)).toEqual(later.slice(all.length).map((one) => `/${one.id}/`))
    expect((await stored(other.id)).every(({ id: one, path }) => path?.endsWith(`/${one}/`))).toBe(true)
  })

  test('copying again adds what came since, doubles nothing and brings nothing back', async () => {
    const { id } = await create()
    const before = names(await foldersOf(id))
    expect((await copy(id)).data.default_documents_copied).toBe(true)
    expect(names(await foldersOf(id))).toEqual(before)
    const submittals = (await foldersOf(id)).find(({ name }) => name === 'Submittals')
    await admin.send('DELETE', `/api/folders/${submittals?.id}`, { confirmed: ['not_empty'] })
    const documents = await documentsOf(id)
    await admin.delete(`/api/documents/${documents[0]?.id}`)
    await admin.post('/api/default_folders', { name: `Inspections ${engine}` })
    await copy(id)
    expect(names(await foldersOf(id))).toEqual(
      [
        ...before.filter((name) => !['Submittals', 'Gear', 'Lighting', 'Panels'].includes(name)),
        `Inspections ${engine}`,
      ].sort(),
    )
    expect(await documentsOf(id)).toHaveLength(documents.length - 1)
  })

  test('a folder of the same name is taken over, and only those who edit projects copy', async () => {
    const { id } = await create()
    for (const { id: folder, parent_id } of await foldersOf(id))
      if (parent_id === null) await admin.send('DELETE', `/api/folders/${folder}`, { confirmed: ['not_empty'] })
    await admin.post('/api/default_folders', { name: `Warranty ${engine}` })
    await admin.post(`/api/projects/${id}/folders`, { name: `WARRANTY ${engine}` })
    expect((await copy(id)).status).toBe(200)
    expect(names(await foldersOf(id))).toEqual([`WARRANTY ${engine}`])
    expect((await copy(id, await world.signIn('foreman@plumbline.test'))).status).toBe(403)
  })

  test('a project is made even if its documents cannot be copied, and says so', async () => {
    const { kysely } = world.app.services.database
    await sql`alter table folder_access rename to folder_access_gone`.execute(kysely)
    const { id, default_documents_copied } = await create()
    await sql`alter table folder_access_gone rename to folder_access`.execute(kysely)
    expect(default_documents_copied).toBe(false)
    expect((await admin.get(`/api/projects/${id}`)).data.default_documents_copied).toBe(false)
    expect(await foldersOf(id)).toEqual([])
    // The reason is in the log.
    expect(world.errors).toHaveLength(1)
    world.errors.length = 0
    expect((await copy(id)).data.default_documents_copied).toBe(true)
    expect((await foldersOf(id)).length).toBeGreaterThan(5)
  })

  test('of many projects made together the first have their documents at once, the others a little later', async () => {
    const data = Array.from({ length: 12 }, (_, n) => ({
      name: `Row ${n}`,
      number: `R-${engine}-${n}`,
      customer_id: 1,
    }))
    const { data: tried } = await admin.post('/api/projects/store_many?dry_run=1', { data })
    expect(tried).toHaveLength(12)
    const { data: made } = await admin.post('/api/projects/store_many', { data })
    const copied = (all: { default_documents_copied: boolean }[]) =>
      all.map(({ default_documents_copied }) => default_documents_copied)
    expect(copied(made)).toEqual([...Array.from({ length: 10 }, () => true), false, false])
    const [, last] = made.slice(-2)
    expect(await foldersOf(last.id)).toEqual([])
    // After a while, so that the rest of an import is not held up.
    await world.app.jobs.drain()
    expect(await foldersOf(last.id)).toEqual([])
    clock.pass({ minutes: 1 })
    await world.app.jobs.drain()
    expect(names(await foldersOf(last.id))).toEqual(names(await foldersOf(made[0].id)))
    const now = await Promise.all(made.map(({ id }: Named) => admin.get(`/api/projects/${id}`)))
    expect(copied(now.map((one) => one.data))).not.toContain(false)
  })

  test('default folders are a tree of six levels at most, for those who set the company up', async () => {
    let parent_id: number | null = null
    for (let depth = 1; depth <= 6; depth++)
      parent_id = (await admin.post('/api/default_folders', { name: `Level ${depth}`, parent_id })).data.id
    const { data } = await admin.post('/api/default_folders', { name: 'Level 7', parent_id })
    expect(data.errors).toEqual({ parent_id: ['Folders go six levels deep.'] })
    const top = (await admin.get('/api/default_folders')).data.find(({ name }: Named) => name === 'Level 1')
    const moved = await admin.patch(`/api/default_folders/${top.id}`, { parent_id })
    expect(moved.data.errors).toEqual({ parent_id: ['A folder cannot be moved into itself.'] })
    const asked = await admin.delete(`/api/default_folders/${top.id}`)
    expect(asked.data.warnings[0].code).toBe('not_empty')
    expect((await admin.send('DELETE', `/api/default_folders/${top.id}`, { confirmed: ['not_empty'] })).status).toBe(
      204,
    )
    const set = (level: string | null) =>
      admin.post('/api/default_folder_access/set', {
        data: [{ default_folder_id: 1, subject_type: 'customer', subject_id: 2, level }],
      })
    expect((await set('view')).data).toMatchObject([{ level: 'view', subject: 'customer:2' }])
    expect((await set(null)).data).toEqual([])
    const manager = await world.signIn('manager@plumbline.test')
    expect((await manager.get('/api/default_folders')).status).toBe(403)
    expect((await manager.get('/api/default_documents')).status).toBe(403)
  })
})
