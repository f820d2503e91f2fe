import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { FolderAccess } from '#modules/documents/entities.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const UNKNOWN = { subject_id: ['Choose whom this is for.'] }
const UNCLEAR = 'This change could not be understood.'
const foremen = { subject_type: 'role', role: 'foreman' }

describe.each(rarerEnginesOfTier)('settings of access on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client & { user: CurrentUser }
  let foreman: Client & { user: CurrentUser }
  let customer: Client & { user: CurrentUser }
  let project: number
  let folder: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
    customer = await world.signIn('customer@plumbline.test')
  })
  beforeEach(async () => {
    const draft = { name: 'Warehouse', number: crypto.randomUUID(), customer_id: customer.user.customer_id }
    project = (await admin.post('/api/projects', draft)).data.id
    folder = (await admin.post(`/api/projects/${project}/folders`, { name: 'Own' })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const at = () => `/api/folders/${folder.id}/access`
  const settings = async (): Promise<FolderAccess[]> => (await admin.get(at())).data
  const told = async () => (await settings()).map(({ subject, level }) => `${subject} ${level}`).sort()
  const set = (data: unknown, by: Client = admin) => by.post('/api/folder_access/set', { data })
  const cell = (level: string | null, subject: object = foremen) => ({ folder_id: folder.id, ...subject, level })
  const levelOf = async (person: Client): Promise<string | undefined> => {
    const { data } = await person.get(`/api/projects/${project}/folders`)
    return data.find(({ id }: { id: number }) => id === folder.id)?.my_level
  }

  test('a setting names a role, a person, a customer or a contact type that there is', async () => {
    const [type] = (await admin.get('/api/contact_types')).data
    const errorsOf = async (draft: object) => (await admin.post(at(), { level: 'view', ...draft })).data.errors
    expect(await errorsOf({ subject_type: 'role' })).toEqual({ role: ['Role is required'] })
    for (const subject_type of ['user', 'customer', 'contact_type']) {
      expect([subject_type, await errorsOf({ subject_type })]).toEqual([subject_type, UNKNOWN])
      expect([subject_type, await errorsOf({ subject_type, subject_id: 99_999 })]).toEqual([subject_type, UNKNOWN])
    }
    // The id of a customer names neither a person nor a contact type.
    const { data: firm } = await admin.post('/api/customers', { name: `Firm ${project}` })
    const named = { subject_id: firm.id, level: 'none' }
    for (const subject_type of ['user', 'contact_type'])
      expect((await admin.post(at(), { subject_type, ...named })).data.errors).toEqual(UNKNOWN)
    const { data: own } = await admin.post(at(), { subject_type: 'customer', ...named })
    expect((await admin.delete(`${at()}/${own.id}`)).status).toBe(204)
    const whole = [
      foremen,
      { subject_type: 'user', subject_id: foreman.user.id },
      { subject_type: 'customer', subject_id: customer.user.customer_id },
      { subject_type: 'contact_type', subject_id: type.id },
    ]
    for (const draft of whole) expect((await admin.post(at(), { ...draft, level: 'view' })).status).toBe(201)
    expect(await told()).toEqual([
      `contact_type:${type.id} view`,
      `customer:${customer.user.customer_id} view`,
      'role:foreman view',
      `user:${foreman.user.id} view`,
    ])
    expect(await levelOf(customer)).toBe('view')
    expect(await errorsOf(foremen)).toEqual({ subject_id: ['This is set already.'] })
  })

  test('a setting keeps only what its kind of subject has, and its subject for good', async () => {
    const { data } = await admin.post(at(), { ...foremen, subject_id: foreman.user.id, level: 'edit' })
    expect(data).toMatchObject({ subject_type: 'role', role: 'foreman', subject_id: null })
    const person = { subject_type: 'user', subject_id: foreman.user.id, role: 'employee' }
    const { data: own } = await admin.post(at(), { ...person, level: 'view' })
    expect(own).toMatchObject({ subject_type: 'user', role: null, subject_id: foreman.user.id })
    const other = { subject_type: 'user', subject_id: admin.user.id, role: 'employee', level: 'none' }
    for (const { id } of [data, own]) expect((await admin.patch(`${at()}/${id}`, other)).status).toBe(200)
    expect(await told()).toEqual(['role:foreman none', `user:${foreman.user.id} none`])
    expect(await levelOf(foreman)).toBeUndefined()
    await admin.delete(`${at()}/${own.id}`)
    await admin.delete(`${at()}/${data.id}`)
    expect([await told(), await levelOf(foreman)]).toEqual([[], 'upload'])
  })

  test('cells of the matrix are changed in place, and given back to the folder above', async () => {
    expect((await set([cell('edit')])).data).toHaveLength(1)
    const [before] = await settings()
    await set([cell('view'), cell('edit', { subject_type: 'user', subject_id: foreman.user.id })])
    const changed = await settings()
    expect(changed.map(({ level }) => level)).toEqual(['view', 'edit'])
    expect(changed[0]?.id).toBe(before?.id)
    const { status, data } = await set([cell(null), cell(null, { subject_type: 'role', role: 'employee' })])
    expect([status, data]).toEqual([200, []])
    expect(await told()).toEqual([`user:${foreman.user.id} edit`])
  })

  test('of cells none is changed if one of them names nobody, or says what nobody understands', async () => {
    const nobody = await set([cell('view'), cell('view', { subject_type: 'user', subject_id: 99_999 })])
    expect([nobody.status, nobody.data.message]).toEqual([422, 'Choose whom this is for.'])
    const bad = [
      { level: 'view' },
      cell('all'),
      cell('view', { subject_type: 'team' }),
      { ...cell('view'), folder_id: 'x' },
      7,
    ]
    for (const one of bad) {
      const { status, data } = await set([cell('view'), one])
      expect([status, data.message]).toEqual([422, UNCLEAR])
    }
    const many = Array.from({ length: 2001 }, () => cell('view'))
    for (const none of [[], {}, null, many]) {
      const { status, data } = await set(none)
      expect([status, data.message]).toEqual([422, 'Choose what to change.'])
    }
    expect(await told()).toEqual([])
  })

  test('a folder that is gone, or that one may not edit, is changed by no cell', async () => {
    const manager = await world.signIn('manager@plumbline.test')
    await set([cell('view', { subject_type: 'role', role: 'project_manager' })])
    const refused = await set([cell('edit')], manager)
    expect([refused.status, refused.data.message]).toEqual([422, 'You may not change who sees this folder.'])
    expect((await manager.post(at(), { ...foremen, level: 'edit' })).status).toBe(403)
    await admin.delete(`/api/folders/${folder.id}`)
    const gone = await set([cell('edit')])
    expect([gone.status, gone.data.message]).toEqual([422, 'This folder no longer exists.'])
  })

  test('the folders of new projects have settings of their own, for administrators', async () => {
    const { data: first } = await admin.post('/api/default_folders', { name: `First ${project}` })
    const { data: second } = await admin.post('/api/default_folders', { name: `Second ${project}` })
    const place = `/api/default_folders/${first.id}/access`
    const setDefault = (by: Client, ...cells: object[]) => by.post('/api/default_folder_access/set', { data: cells })
    const own = (id: number, level: string | null) => ({ default_folder_id: id, ...foremen, level })
    expect((await admin.post(place, { subject_type: 'role', level: 'view' })).data.errors).toEqual({
      role: ['Role is required'],
    })
    const { data } = await admin.post(place, { ...foremen, subject_id: 5, level: 'view' })
    expect(data).toMatchObject({ subject: 'role:foreman', subject_id: null, level: 'view' })
    expect((await admin.patch(`${place}/${data.id}`, { level: 'none', role: 'employee' })).data).toMatchObject({
      subject: 'role:foreman',
      level: 'none',
    })
    expect((await setDefault(admin, own(first.id, 'edit'), own(second.id, 'edit'))).status).toBe(200)
    expect((await admin.get(place)).data).toMatchObject([{ id: data.id, level: 'edit' }])
    await setDefault(admin, own(first.id, null))
    expect((await admin.get(place)).data).toEqual([])
    const gone = await setDefault(admin, own(second.id, 'view'), own(99_999, 'view'))
    expect([gone.status, gone.data.message]).toEqual([422, 'This folder no longer exists.'])
    expect((await setDefault(foreman, own(second.id, 'view'))).status).toBe(403)
  })
})
