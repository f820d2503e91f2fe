import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { documents, type Folder } from '#modules/documents/entities.ts'
import { transact } from '#server/context/transact.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

interface Frame {
  readonly event: string
  readonly channel: string
  readonly data: string
}

/** What a page that shows folders is told when its reader comes to see them or no longer does (rule folder-access). */
describe.each(enginesOfTier)('sight of folders on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  let employee: Client & { user: CurrentUser }
  let project: number
  const frames: Frame[] = []
  /** Of folders and documents by their channel and id, since what is hidden comes as an id alone. */
  const names = new Map<string, string>()

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    employee = await world.signIn('employee@plumbline.test')
    const connection = world.app.hub.connect(
      { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    for (const prefix of ['folders', 'documents']) {
      const channel_name = `private-${prefix}.${employee.user.id}`
      const { data } = await employee.post('/broadcasting/auth', { socket_id: connection?.id, channel_name })
      const subscribing = { event: 'pusher:subscribe', data: { channel: channel_name, auth: data.auth } }
      await connection?.receive(JSON.stringify(subscribing))
    }
  })
  beforeEach(async () => {
    const draft = { name: 'Warehouse', number: crypto.randomUUID(), customer_id: 1 }
    const { data } = await admin.post('/api/projects', { ...draft, project_users: [{ user_id: employee.user.id }] })
    project = data.id
    for (const { id, parent_id } of (await admin.get(at('folders'))).data)
      if (parent_id === null) await admin.send('DELETE', `/api/folders/${id}`, { confirmed: ['not_empty'] })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const at = (path: string) => `/api/projects/${project}/${path}`
  const add = async (name: string, draft: object = {}): Promise<Folder> => {
    const { status, data } = await admin.post(at('folders'), { name, ...draft })
    expect([status, data.message]).toEqual([201, undefined])
    names.set(`folders ${data.id}`, name)
    return data
  }
  const file = async (folder: Folder, name: string): Promise<number> => {
    const { status, data } = await upload(admin, at('documents'), { file: [name, name], folder_id: String(folder.id) })
    expect(status).toBe(201)
    names.set(`documents ${data.id}`, name)
    return data.id
  }
  const put = (id: number, draft: object) => admin.patch(`/api/folders/${id}`, draft)
  const set = async (level: string | null, ...of: readonly Folder[]) => {
    const data = of.map(({ id }) => ({ folder_id: id, subject_type: 'role', role: 'employee', level }))
    expect((await admin.post('/api/folder_access/set', { data })).status).toBe(200)
  }
  const seen = async (): Promise<string[]> =>
    (await employee.get(at('folders?sort_column=name'))).data.map(
      ({ name, my_level }: { name: string; my_level: string }) => `${name} ${my_level}`,
    )
  /** What the employee was told since this was last asked: how, and of what. */
  const told = async (): Promise<string[]> => {
    await world.app.jobs.drain()
    await world.app.settled()
    const events = frames.splice(0).filter(({ event }) => event === 'saved' || event === 'deleted')
    const lines = events.map(({ event, channel, data }) => {
      const { id } = JSON.parse(data).model
      const kind = channel.replace(/^private-|\..*/g, '')
      return `${event} ${names.get(`${kind} ${id}`) ?? `${kind} ${id}`}`
    })
    return lines.sort()
  }

  test('a setting tells of its folder, those below, those that lead there, and their documents', async () => {
    const top = await add('Top')
    const middle = await add('Middle', { parent_id: top.id })
    const low = await add('Low', { parent_id: middle.id })
    const aside = await add('Aside', { parent_id: top.id })
    await file(top, 'top.txt')
    await file(middle, 'middle.txt')
    await file(low, 'low.txt')
    await file(aside, 'aside.txt')
    await set('none', top)
    await told()
    await set('view', middle)
    expect(await seen()).toEqual(['Low view', 'Middle view', 'Top none'])
    const opened = ['Low', 'Middle', 'Top', 'low.txt', 'middle.txt']
    expect(await told()).toEqual(opened.map((name) => `saved ${name}`))
    await set(null, middle)
    expect(await seen()).toEqual([])
    expect(await told()).toEqual(opened.map((name) => `deleted ${name}`))
  })

  test('several settings of one request tell of each record once', async () => {
    const top = await add('Top')
    const low = await add('Low', { parent_id: top.id })
    await file(low, 'low.txt')
    await told()
    await set('none', top, low)
    expect(await told()).toEqual(['deleted Low', 'deleted Top', 'deleted low.txt'])
  })

  test('a folder that moves, or inherits no more, tells of the folders on both ways', async () => {
    const [open, closed] = [await add('Open'), await add('Closed')]
    const low = await add('Low', { parent_id: open.id })
    await file(low, 'low.txt')
    await set('none', closed)
    await told()
    await put(low.id, { parent_id: closed.id })
    expect(await seen()).toEqual(['Open view'])
    expect(await told()).toEqual(['deleted Low', 'deleted low.txt', 'saved Open'])
    await put(low.id, { inherits_access: false })
    expect(await seen()).toEqual(['Closed none', 'Low view', 'Open view'])
    expect(await told()).toEqual(['saved Closed', 'saved Low', 'saved low.txt'])
    await put(low.id, { parent_id: open.id })
    expect(await told()).toEqual(['deleted Closed', 'saved Low', 'saved Open', 'saved low.txt'])
  })

  test('a new folder that inherits nothing tells of those that lead to it', async () => {
    const top = await add('Top')
    await set('none', top)
    await told()
    await add('Own', { parent_id: top.id, inherits_access: false })
    expect(await seen()).toEqual(['Own view', 'Top none'])
    const heard = await told()
    expect(heard).toHaveLength(2)
    expect(heard).toContain('saved Top')
  })

  test('a hundred documents are told of one by one, of more the folders alone', async () => {
    const folder = await add('Photos')
    const id = await file(folder, 'first.txt')
    const copy = (count: number) =>
      transact(world.app.services, { user: world.app.system }, async (ctx) => {
        const first = await ctx.find(documents, id)
        if (!first) throw new Error('The first document is gone.')
        const { mime, size, sha256, path, user_id } = first
        const drafts = Array.from({ length: count }, () => {
          const name = `${crypto.randomUUID()}.txt`
          return { project_id: project, folder_id: folder.id, name, mime, size, sha256, path, user_id }
        })
        await ctx.save(documents, drafts)
      })
    await copy(99)
    await told()
    await set('none', folder)
    const all = await told()
    expect([all.length, all.includes('deleted Photos'), all.includes('deleted first.txt')]).toEqual([101, true, true])
    await copy(1)
    await told()
    await set('view', folder)
    expect(await told()).toEqual(['saved Photos'])
  })

  test('a folder that comes back has the settings that the folders above it have by now', async () => {
    const top = await add('Top')
    const middle = await add('Middle', { parent_id: top.id })
    await add('Low', { parent_id: middle.id })
    await file(middle, 'middle.txt')
    const gone = await admin.send('DELETE', `/api/folders/${middle.id}`, { confirmed: ['not_empty'] })
    await set('none', top)
    expect((await admin.post('/api/undo', { change: gone.headers.get('x-change-id') })).data.left).toEqual([])
    expect((await admin.get(at('folders'))).data).toHaveLength(3)
    expect([await seen(), (await employee.get(at('documents'))).data]).toEqual([[], []])
    // What is set above it reaches it again.
    await set('view', top)
    expect(await seen()).toEqual(['Low view', 'Middle view', 'Top view'])
  })

  test('only the rules that a change makes others are written again', async () => {
    const rules = async () =>
      (
        await sql<{ id: number }>`select r.id, r.folder_id, r.subject, r.weight from folder_rules r
          join folders f on f.id = r.folder_id where f.project_id = ${project} order by r.id`.execute(
          world.app.services.database.kysely,
        )
      ).rows.map((row) => ({ ...row, id: Number(row.id) }))
    const [one, other] = [await add('One'), await add('Other')]
    const cell = (folder: Folder, role: string, level: string) => ({
      folder_id: folder.id,
      subject_type: 'role',
      role,
      level,
    })
    const change = (...data: object[]) => admin.post('/api/folder_access/set', { data })
    await change(cell(one, 'office_staff', 'edit'), cell(one, 'employee', 'view'), cell(one, 'foreman', 'edit'))
    const before = await rules()
    expect(before).toHaveLength(3)
    await change(cell(other, 'employee', 'view'))
    const after = await rules()
    expect([after.length, after.slice(0, 3)]).toEqual([4, before])
    await change(cell(one, 'employee', 'edit'))
    expect((await rules()).map(({ id }) => id)).not.toEqual(after.map(({ id }) => id))
  })
})
