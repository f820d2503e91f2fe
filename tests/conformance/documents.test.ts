import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { transact } from '#server/context/transact.ts'
import { decideAll, levels, type AccessRule, type Level } from '#modules/documents/access.ts'
import { folderAccess, folders, type Document, type Folder } from '#modules/documents/entities.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { people, type Person } from '../security/cast.ts'
import { create, uploaded } from '../tus.ts'
import { isBrief, runs } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
type SignedIn = Client & { user: CurrentUser }
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe.each(enginesOfTier)('documents on $engine', ({ engine, openSample }) => {
  let world: World
  const clients = new Map<Person, SignedIn>()
  const as = (person: Person): SignedIn => {
    const client = clients.get(person)
    if (!client) throw new Error(`${person} has not signed in.`)
    return client
  }
  let project: number
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const person of people) clients.set(person, await world.signIn(`${person}@plumbline.test`))
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  /** A project of its own for each test, which everyone of the cast sees. */
  beforeEach(async () => {
    const { data, status } = await as('admin').post('/api/projects', {
      name: 'Warehouse',
      number: crypto.randomUUID(),
      customer_id: as('customer').user.customer_id,
      project_users: [{ user_id: as('contact').user.id }],
    })
    expect(status).toBe(201)
    project = data.id
    for (const { id, parent_id } of await foldersOf('admin'))
      if (parent_id === null) await as('admin').send('DELETE', `/api/folders/${id}`, { confirmed: ['not_empty'] })
  })

  const at = (path = '') => `/api/projects/${project}/${path}`
  const foldersOf = async (person: Person): Promise<(Folder & { documents: number })[]> =>
    (await as(person).get(at('folders'))).data
  const documentsOf = async (person: Person): Promise<Document[]> => (await as(person).get(at('documents'))).data
  const namesOf = async (person: Person) => (await documentsOf(person)).map(({ name }) => name)
  const add = async (name: string, draft: object = {}, person: Person = 'admin'): Promise<Folder> => {
    const { status, data } = await as(person).post(at('folders'), { name, ...draft })
    expect([status, data.message]).toEqual([201, undefined])
    return data
  }
  const set = (folder: Folder, subject: object, level: Level | null, person: Person = 'admin') =>
    as(person).post('/api/folder_access/set', { data: [{ folder_id: folder.id, ...subject, level }] })
  const role = (name: string) => ({ subject_type: 'role', role: name })
  const user = (person: Person) => ({ subject_type: 'user', subject_id: as(person).user.id })
  const put = (folder: Folder, name: string, text = name, person: Person = 'admin', confirmed: string[] = []) =>
    upload(as(person), at('documents'), {
      file: [name, text],
      folder_id: String(folder.id),
      ...Object.fromEntries(confirmed.map((code, nth) => [`confirmed[${nth}]`, code])),
    })
  const filed = async (folder: Folder, name: string, person: Person = 'admin'): Promise<Document> => {
    const { status, data } = await put(folder, name, name, person)
    expect([status, data.message]).toEqual([201, undefined])
    return data
  }

  test('where nothing is set, each role has its own rights, and guests have none', async () => {
    const folder = await add('Submittals')
    const level = async (person: Person) => (await foldersOf(person)).map(({ my_level }) => my_level)
    expect(await level('admin')).toEqual(['edit'])
    expect(await level('manager')).toEqual(['edit'])
    expect(await level('office')).toEqual(['edit'])
    expect(await level('foreman')).toEqual(['upload'])
    expect(await level('employee')).toEqual(['view'])
    expect(await level('customer')).toEqual([])
    expect(await level('contact')).toEqual([])
    await filed(folder, 'from the office.txt')
    await filed(folder, 'from the site.txt', 'foreman')
    expect(await namesOf('foreman')).toEqual(['from the site.txt'])
    expect(await namesOf('employee')).toEqual(['from the office.txt', 'from the site.txt'])
    expect(await namesOf('customer')).toEqual([])
    expect((await put(folder, 'mine.txt', 'x', 'employee')).status).toBe(403)
    expect((await put(folder, 'mine.txt', 'x', 'customer')).status).toBe(403)
    expect((await create(as('contact'), { for: at('documents'), size: 5 })).status).toBe(403)
    expect((await foldersOf('foreman'))[0]?.documents).toBe(1)
    expect((await foldersOf('manager'))[0]?.documents).toBe(2)
  })

  test('what one may not see is not found by any path', async () => {
    const folder = await add('Contracts')
    await set(folder, role('employee'), 'none')
    const { id } = await filed(folder, 'prime contract.txt')
    for (const person of ['employee', 'foreman', 'customer', 'contact'] as const) {
      const reading = ['', '/file', '/preview', '/versions', '/history'].map((path) => `/api/documents/${id}${path}`)
      for (const path of reading) expect([path, (await as(person).get(path)).status]).toEqual([path, 404])
      for (const action of ['link', 'lock', 'move', 'archive', 'restore_version', 'upload_version'])
        expect([action, (await as(person).post(`/api/documents/${id}/${action}`)).status]).toEqual([action, 404])
      expect((await as(person).patch(`/api/documents/${id}`, { name: 'x' })).status).toBe(404)
      expect((await as(person).delete(`/api/documents/${id}`)).status).toBe(404)
      expect((await as(person).get(at('documents?search=prime&page=1'))).data.total).toBe(0)
      expect((await as(person).get(at('documents?below=' + folder.id))).data).toEqual([])
      expect((await as(person).get(`/api/folders/${folder.id}/access`)).status).not.toBe(200)
      expect((await as(person).get('/api/folder_access')).status).toBe(403)
    }
    expect((await as('employee').get(at('documents/zip'))).status).toBe(404)
    expect((await as('employee').get(`/api/folders/${folder.id}`)).status).toBe(404)
    // Nobody reads the derived rules.
    expect((await as('admin').get(`/api/folders/${folder.id}/rules`)).status).toBe(403)
  })

  test('those who may only upload are not told of files of the same name by others', async () => {
    const folder = await add('Incoming')
    await filed(folder, 'quote.txt')
    const { status, data } = await put(folder, 'Quote.txt', 'mine', 'foreman')
    expect([status, data.name]).toEqual([201, 'Quote (2).txt'])
    const again = await put(folder, 'quote (2).TXT', 'mine again', 'foreman')
    expect(again.data.warnings).toEqual([
      { code: 'name_taken', message: 'A file named quote (2).TXT is already here.', answers: ['keep_both'] },
    ])
    expect((await put(folder, 'quote (2).txt', 'x', 'foreman', ['new_version'])).status).toBe(422)
    expect((await as('foreman').patch(`/api/documents/${data.id}`, { name: 'other.txt' })).status).toBe(403)
    expect((await as('foreman').delete(`/api/documents/${data.id}`)).status).toBe(403)
  })

  test('a folder without access leads by its name to one that is seen', async () => {
    const top = await add('Contracts')
    const prime = await add('Prime contract', { parent_id: top.id })
    await add('Estimates', { parent_id: top.id })
    await filed(top, 'bonds.txt')
    const { data: one } = await as('admin').get(`/api/users/${as('contact').user.id}`)
    await set(prime, { subject_type: 'contact_type', subject_id: one.contact_type_id }, 'view')
    await filed(prime, 'prime.txt')
    const seen = (await foldersOf('contact')).map(({ name, my_level, documents }) => [name, my_level, documents])
    expect(seen).toEqual([
      ['Contracts', 'none', 0],
      ['Prime contract', 'view', 1],
    ])
    expect(await namesOf('contact')).toEqual(['prime.txt'])
  })

  test.runIf(!isBrief)('the database sees what the function decides, for any tree and any settings', async () => {
    const guests = (await as('admin').get('/api/users')).data as CurrentUser[]
    const cast = people.map((person) => ({ ...as(person).user, ...guests.find(({ id }) => id === as(person).user.id) }))
    const ids = (pick: (one: CurrentUser) => number | null) => cast.flatMap((one) => pick(one) ?? [])
    const subject = fc.oneof(
      fc.constantFrom('admin', 'project_manager', 'office_staff', 'foreman', 'employee').map(role),
      fc.constantFrom(...ids(({ id }) => id)).map((id) => ({ subject_type: 'user', subject_id: id })),
      fc.constantFrom(...ids((one) => one.customer_id)).map((id) => ({ subject_type: 'customer', subject_id: id })),
      fc
        .constantFrom(...ids((one) => one.contact_type_id))
        .map((id) => ({ subject_type: 'contact_type', subject_id: id })),
    )
    const trees = fc.array(fc.record({ above: fc.nat({ max: 6 }), inherits_access: fc.boolean() }), {
      minLength: 3,
      maxLength: 7,
    })
    const settings = fc.array(fc.tuple(fc.nat({ max: 6 }), subject, fc.constantFrom(...levels)), { maxLength: 12 })
    let round = 0
    await fc.assert(
      fc.asyncProperty(trees, settings, async (tree, rules) => {
        round++
        const planted: Folder[] = []
        await transact(world.app.services, { user: world.app.system }, async (ctx) => {
          for (const [nth, { above, inherits_access }] of tree.entries()) {
            const parent = above < nth && above < 5 ? planted[above] : undefined
            const draft = {
              project_id: project,
              name: `${round} ${nth}`,
              parent_id: parent?.id ?? null,
              inherits_access,
            }
            planted.push(await ctx.save(folders, draft))
          }
          const named = new Set<string>()
          for (const [nth, who, level] of rules) {
            const folder = planted[nth]
            const key = JSON.stringify([nth, who])
            if (folder && !named.has(key) && named.add(key))
              await ctx.save(folderAccess, { folder_id: folder.id, ...who, level } as never)
          }
        })
        const [tops, access] = await transact(
          world.app.services,
          { user: world.app.system },
          async (ctx) =>
            [
              (await ctx.all(folders, { project_id: project })) as Folder[],
              (await ctx.all(folderAccess)) as AccessRule[],
            ] as const,
        )
        for (const person of cast) {
          const client = [...clients.values()].find((one) => one.user.id === person.id)
          const decided = decideAll(person, tops, access)
          const expected = tops
            .filter(({ id }) => decided.get(id)?.sight !== 'hidden')
            .map(({ id }) => ({ id, my_level: decided.get(id)?.level }))
          const { data } = await (client ?? as('admin')).get(at('folders?sort_column=id'))
          const found = (data as Folder[]).map(({ id, my_level }) => ({ id, my_level }))
          expect(found.sort((a, b) => a.id - b.id)).toEqual(expected.sort((a, b) => a.id - b.id))
        }
      }),
      { numRuns: runs(engine === 'SQLite' ? 25 : 8) },
    )
  })

  test('moving a folder takes its settings along, and puts it under those above', async () => {
    const [open, closed] = [await add('Open'), await add('Closed')]
    await set(closed, role('employee'), 'none')
    const inner = await add('Inner', { parent_id: open.id })
    const deep = await add('Deep', { parent_id: inner.id })
    const seen = async () => (await foldersOf('employee')).map(({ name }) => name)
    expect(await seen()).toEqual(['Deep', 'Inner', 'Open'])
    expect((await as('admin').patch(`/api/folders/${inner.id}`, { parent_id: closed.id })).status).toBe(200)
    expect(await seen()).toEqual(['Open'])
    await set(deep, user('employee'), 'view')
    expect(await seen()).toEqual(['Closed', 'Deep', 'Inner', 'Open'])
    expect((await as('admin').patch(`/api/folders/${inner.id}`, { parent_id: null })).status).toBe(200)
    expect(await seen()).toEqual(['Deep', 'Inner', 'Open'])
    const { data } = await as('admin').get(at(`documents?below=${closed.id}`))
    expect(data).toEqual([])
  })

  test('folders cannot be moved into themselves, nested more than six levels deep, or named twice', async () => {
    const chain = [await add('1')]
    for (const name of ['2', '3', '4', '5', '6']) chain.push(await add(name, { parent_id: chain.at(-1)?.id }))
    const [first, second] = chain
    const seventh = await as('admin').post(at('folders'), { name: '7', parent_id: chain.at(-1)?.id })
    expect([seventh.status, seventh.data.errors]).toEqual([422, { parent_id: ['Folders go six levels deep.'] }])
    for (const parent_id of [first?.id, chain.at(-1)?.id]) {
      const { status, data } = await as('admin').patch(`/api/folders/${first?.id}`, { parent_id })
      expect([status, data.errors]).toEqual([422, { parent_id: ['A folder cannot be moved into itself.'] }])
    }
    const other = await add('Other')
    const tooDeep = await as('admin').patch(`/api/folders/${first?.id}`, { parent_id: other.id })
    expect(tooDeep.data.errors).toEqual({ parent_id: ['Folders go six levels deep.'] })
    expect((await as('admin').patch(`/api/folders/${second?.id}`, { parent_id: other.id })).status).toBe(200)
    for (const [name, parent_id] of [
      ['OTHER', null],
      ['2', other.id],
    ] as const) {
      const { data } = await as('admin').post(at('folders'), { name, parent_id })
      expect(data.errors).toEqual({ name: ['A folder with this name already exists here.'] })
    }
    for (const name of ['a/b', '..', 'photo\u202e', 'ä'.repeat(150)])
      expect((await as('admin').post(at('folders'), { name })).data.errors?.name).toHaveLength(1)
    const foreign = await as('admin').get('/api/projects/2/folders')
    const elsewhere = foreign.data[0] ?? (await as('admin').post('/api/projects/2/folders', { name: 'There' })).data
    expect((await as('admin').post(at('folders'), { name: 'x', parent_id: elsewhere.id })).status).toBe(422)
    const [a, b] = await Promise.all(['twin', 'Twin'].map((name) => as('admin').post(at('folders'), { name })))
    expect([a?.status, b?.status].sort()).toEqual([201, 422])
  })

  test('a folder with something in it is deleted once that is confirmed', async () => {
    const folder = await add('Permits')
    const inner = await add('Electrical', { parent_id: folder.id })
    const { id } = await filed(inner, 'permit.txt')
    const asked = await as('manager').delete(`/api/folders/${folder.id}`)
    expect([asked.status, asked.data.warnings]).toEqual([
      422,
      [{ code: 'not_empty', message: 'Permits is not empty. 1 folder and 1 document will be deleted with it.' }],
    ])
    await as('office').post(`/api/documents/${id}/lock`)
    const confirmed = () => as('manager').send('DELETE', `/api/folders/${folder.id}`, { confirmed: ['not_empty'] })
    expect((await confirmed()).data.message).toBe(`${as('office').user.name} has locked this document.`)
    await as('office').post(`/api/documents/${id}/unlock`)
    await set(inner, role('project_manager'), 'view')
    expect((await confirmed()).status).toBe(403)
    await set(inner, role('project_manager'), null)
    expect((await confirmed()).status).toBe(204)
    expect((await as('admin').get(`/api/documents/${id}`)).status).toBe(404)
  })

  test('a taken name is kept beside the other, or becomes its new version', async () => {
    const folder = await add('Submittals')
    const first = await filed(folder, 'LP-1.txt')
    const asked = await put(folder, 'lp-1.TXT', 'second')
    expect([asked.status, asked.data.warnings]).toEqual([
      422,
      [
        {
          code: 'name_taken',
          message: 'A file named lp-1.TXT is already here.',
          answers: ['keep_both', 'new_version'],
        },
      ],
    ])
    const same = await put(folder, 'lp-1.TXT', 'LP-1.txt')
    expect(same.data.warnings).toEqual([
      {
        code: 'name_taken',
        message: 'A file named lp-1.TXT is already here. It is the same file.',
        answers: ['keep_both', 'new_version'],
        needless: true,
      },
    ])
    const version = await put(folder, 'lp-1.TXT', 'second', 'office', ['new_version'])
    expect(version.data).toMatchObject({ id: first.id, version: 2, name: 'LP-1.txt', size: 6, user_id: first.user_id })
    const both = await put(folder, 'lp-1.TXT', 'third', 'office', ['keep_both'])
    expect([both.status, both.data.name]).toEqual([201, 'lp-1 (2).TXT'])
    const { data: listed } = await as('employee').get(`/api/documents/${first.id}/versions`)
    expect(listed.map((one: { number: number; user_id: number }) => [one.number, one.user_id])).toEqual([
      [2, as('office').user.id],
      [1, as('admin').user.id],
    ])
    const renamed = await as('admin').patch(`/api/documents/${both.data.id}`, { name: 'LP-1' })
    expect(renamed.data.errors).toEqual({ name: ['A file with this name is already here.'] })
    expect((await as('admin').patch(`/api/documents/${both.data.id}`, { name: 'LP-2' })).data.name).toBe('LP-2.TXT')
    expect((await as('admin').patch(`/api/documents/${both.data.id}`, { name: '../LP-2.txt' })).status).toBe(422)
  })

  test('of two uploads of one name at once, one is asked', async () => {
    const folder = await add('Submittals')
    const answers = await Promise.all(['a', 'b'].map((text) => put(folder, 'same.txt', text)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await namesOf('admin')).toEqual(['same.txt'])
  })

  test('a locked document is changed by its holder or an administrator only', async () => {
    const [folder, other] = [await add('Submittals'), await add('Other')]
    const { id } = await filed(folder, 'LP-2.txt')
    const { data: locked } = await as('manager').post(`/api/documents/${id}/lock`)
    expect(locked).toMatchObject({ locked_id: as('manager').user.id, locked_name: as('manager').user.name })
    const problem = `${as('manager').user.name} has locked this document.`
    const office = as('office')
    const tries = [
      office.patch(`/api/documents/${id}`, { name: 'mine.txt' }),
      office.delete(`/api/documents/${id}`),
      office.post(`/api/documents/${id}/move`, { folder_id: other.id }),
      office.post(`/api/documents/${id}/archive`),
      office.post(`/api/documents/${id}/unlock`),
      office.post(`/api/documents/${id}/restore_version`, { version_id: 1 }),
      upload(office, `/api/documents/${id}/upload_version`, { file: ['LP-2.txt', 'x'] }),
      put(folder, 'LP-2.txt', 'x', 'office', ['new_version']),
    ]
    for (const { status, data } of await Promise.all(tries)) expect([status, data.message]).toEqual([403, problem])
    expect((await as('manager').patch(`/api/documents/${id}`, { name: 'mine.txt' })).status).toBe(200)
    expect((await as('admin').post(`/api/documents/${id}/unlock`)).data.locked_id).toBeNull()
    expect((await office.post(`/api/documents/${id}/lock`)).data.locked_name).toBe(office.user.name)
  })

  test.each(['its action', 'a save'])(
    'a document moves within its project, to where its mover edits, by %s',
    async (by) => {
      const [folder, other, closed] = [await add('Submittals'), await add('Approved'), await add('Closed')]
      await set(closed, role('project_manager'), 'view')
      const { id } = await filed(folder, 'LP-2.txt')
      await filed(other, 'lp-2.txt')
      const move = (folder_id: number, person: Person = 'manager', confirmed?: string[]) => {
        const body = { folder_id, ...(confirmed && { confirmed }) }
        return by === 'a save'
          ? as(person).patch(`/api/documents/${id}`, body)
          : as(person).post(`/api/documents/${id}/move`, body)
      }
      expect((await move(closed.id)).data.errors).toEqual({ folder_id: ['You may not move this document there.'] })
      expect((await move(other.id)).data.warnings).toMatchObject([{ code: 'name_taken', answers: ['keep_both'] }])
      expect((await move(other.id, 'manager', ['keep_both'])).data).toMatchObject({
        folder_id: other.id,
        name: 'LP-2 (2).txt',
      })
      expect((await move(folder.id, 'employee')).status).toBe(403)
      expect((await move(other.id, 'employee')).status).toBe(403)
      const { data: elsewhere } = await as('admin').post('/api/projects/2/folders', { name: crypto.randomUUID() })
      expect((await move(elsewhere.id)).data.errors).toEqual({ folder_id: ['You may not move this document there.'] })
      expect((await move(2 ** 40)).data.errors).toEqual({ folder_id: ['Choose a folder.'] })
      await as('office').post(`/api/documents/${id}/lock`)
      expect((await move(closed.id)).status).toBe(403)
      expect((await as('admin').get(`/api/documents/${id}`)).data).toMatchObject({ folder_id: other.id })
    },
  )

  test('a move is not undone into a folder that one may only view by now', async () => {
    const [folder, other] = [await add('Submittals'), await add('Approved')]
    const { id } = await filed(folder, 'LP-2.txt', 'admin')
    const moved = await as('manager').post(`/api/documents/${id}/move`, { folder_id: other.id })
    await set(folder, role('project_manager'), 'view')
    const undo = () => as('manager').post('/api/undo', { change: moved.headers.get('x-change-id') })
    expect((await undo()).data.left).toMatchObject([{ id, why: 'You may not move this document there.' }])
    expect((await as('admin').get(`/api/documents/${id}`)).data.folder_id).toBe(other.id)
    await set(folder, role('project_manager'), 'edit')
    expect((await undo()).data.left).toEqual([])
    expect((await as('admin').get(`/api/documents/${id}`)).data.folder_id).toBe(folder.id)
  })

  test('archived documents are listed by themselves', async () => {
    const folder = await add('Submittals')
    const { id } = await filed(folder, 'old.txt')
    await as('manager').post(`/api/documents/${id}/archive`)
    expect(await namesOf('admin')).toEqual([])
    expect((await as('admin').get(at('documents?status=archived'))).data).toHaveLength(1)
    expect((await foldersOf('admin'))[0]?.documents).toBe(0)
    await as('manager').post(`/api/documents/${id}/unarchive`)
    expect(await namesOf('admin')).toEqual(['old.txt'])
  })

  test('access is set by those who may edit the folder, and never narrows an administrator', async () => {
    const folder = await add('Contracts')
    expect((await set(folder, role('foreman'), 'edit', 'manager')).status).toBe(200)
    expect((await foldersOf('foreman'))[0]?.my_level).toBe('edit')
    // A foreman who may edit a folder does not say who else may.
    expect((await set(folder, role('employee'), 'edit', 'foreman')).status).toBe(403)
    expect((await set(folder, role('project_manager'), 'view', 'office')).status).toBe(200)
    const refused = await set(folder, role('project_manager'), 'edit', 'manager')
    expect([refused.status, refused.data.message]).toEqual([422, 'You may not change who sees this folder.'])
    expect(
      (await as('manager').post(`/api/folders/${folder.id}/access`, { ...role('employee'), level: 'edit' })).status,
    ).toBe(403)
    await set(folder, role('admin'), 'none')
    await set(folder, user('admin'), 'none')
    expect((await foldersOf('admin'))[0]?.my_level).toBe('edit')
    for (const bad of [{ subject_type: 'role' }, { subject_type: 'user', subject_id: 99999 }, { subject_type: 'team' }])
      expect((await set(folder, bad, 'view')).status).toBe(422)
    expect((await as('admin').post('/api/folder_access/set', { data: 'x' })).status).toBe(422)
    const { data: listed } = await as('admin').get(`/api/folder_access?project_id=${project}`)
    expect(listed.map((one: { subject: string; level: string }) => `${one.subject} ${one.level}`).sort()).toEqual([
      'role:admin none',
      'role:foreman edit',
      'role:project_manager view',
      `user:${as('admin').user.id} none`,
    ])
  })

  test('nothing changes on an archived project', async () => {
    const folder = await add('Submittals')
    const { id } = await filed(folder, 'one.txt')
    await as('admin').post(`/api/projects/${project}/archive`)
    const answers = [
      await as('admin').post(at('folders'), { name: 'New' }),
      await as('admin').patch(`/api/documents/${id}`, { name: 'two.txt' }),
      await as('admin').post(`/api/documents/${id}/lock`),
      await put(folder, 'two.txt'),
      await create(as('admin'), { for: at('documents'), size: 5 }),
    ]
    for (const { status, data } of answers) expect([status, data.message]).toEqual([422, 'This project is archived.'])
    expect((await as('employee').get(`/api/documents/${id}/file`)).status).toBe(200)
  })

  test('whose access is taken while they upload keeps nothing there', async () => {
    const folder = await add('Incoming')
    const upload_id = await uploaded(as('foreman'), { for: at('documents'), name: 'large.txt' }, bytesOf('in pieces'))
    await set(folder, role('foreman'), 'none')
    const { status } = await as('foreman').post(at('documents'), { upload_id, folder_id: folder.id })
    expect(status).toBe(403)
    await set(folder, role('foreman'), 'upload')
    const again = await as('foreman').post(at('documents'), { upload_id, folder_id: folder.id })
    expect([again.status, again.data.name]).toEqual([201, 'large.txt'])
    expect(await (await as('foreman').fetch(`${BASE}/api/documents/${again.data.id}/file`)).text()).toBe('in pieces')
  })

  test('a folder comes as a zip with its folders, and only what its reader sees', async () => {
    const top = await add('Submittals')
    const inner = await add('LP panels', { parent_id: top.id })
    const hidden = await add('Pricing', { parent_id: top.id })
    await set(hidden, role('employee'), 'none')
    await filed(top, 'list.txt')
    await filed(inner, 'LP-1.txt')
    await filed(hidden, 'price.txt')
    const namesIn = async (person: Person, id: number) => {
      const answer = await as(person).fetch(`${BASE}/api/folders/${id}/zip`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
      expect(answer.headers.get('content-disposition')).toContain('filename="Submittals.zip"')
      return bytes.toString('latin1').match(/Submittals[ -~]*?\.txt/g)
    }
    // Each name stands in front of its file and in the directory at the end.
    const seen = ['Submittals/list.txt', 'Submittals/LP panels/LP-1.txt']
    expect(await namesIn('employee', top.id)).toEqual([...seen, ...seen])
    expect(await namesIn('office', top.id)).toContain('Submittals/Pricing/price.txt')
    expect((await as('employee').get(`/api/folders/${hidden.id}/zip`)).status).toBe(404)
    expect((await as('contact').get(`/api/folders/${top.id}/zip`)).status).toBe(404)
  })

  test('files are known by their content, and refused without any', async () => {
    const folder = await add('Photos')
    const empty = await put(folder, 'empty.txt', '')
    expect([empty.status, empty.data.errors]).toEqual([422, { file: ['This file is empty.'] }])
    const page = await put(folder, 'page.jpg', '<html><script>alert(1)</script>')
    expect(page.data.errors).toEqual({ file: ['This file type is not allowed.'] })
    const without = await as('admin').post(at('documents'), { folder_id: folder.id })
    expect([without.status, without.data.errors]).toEqual([422, { file: ['File is required'] }])
    const { data } = await put(folder, 'photo\u202etxt.exe.txt', 'x')
    expect(data.name).toBe('phototxt.exe.txt')
  })
})
