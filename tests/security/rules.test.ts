import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { RecordOf } from '#core/entity/entity.ts'
import type { Op } from '#core/query/where.ts'
import { anyOf, between, namedBy, not, some, within } from '#server/define-server.ts'
import { createContext } from '#server/context/create-context.ts'
import { laterThan } from '#server/resource/save.ts'
import { idIn } from '#server/resource/target.ts'
import { uniqueErrors } from '#server/resource/unique.ts'
import { passing, readable } from '#server/resource/visibility.ts'
import { readingSignature } from '#server/resource/present.ts'
import { engines } from '../engines.ts'
import type { Client } from '../harness.ts'
import {
  createSmallWorld,
  firms,
  heard,
  law,
  plans,
  remarks,
  sites,
  tasks,
  users,
  type SmallWorld,
} from './small-world.ts'

type Plan = RecordOf<typeof plans>
type Someone = Client & { user: CurrentUser }

describe.each(engines)('rules on $engine', ({ open }) => {
  let world: SmallWorld
  let boss: Someone
  let manager: Someone
  let foreman: Someone
  let employee: Someone
  let guest: Someone
  let firm: { id: number }
  let other: { id: number }
  let site: { id: number }
  let far: { id: number }
  let gone: { id: number }
  let task: { id: number }
  let count = 0
  beforeAll(async () => {
    world = await createSmallWorld(await open())
    firm = await world.plant(firms, { name: 'Acme', region: 'West' })
    other = await world.plant(firms, { name: 'Other' })
    boss = await world.person('admin')
    manager = await world.person('project_manager')
    foreman = await world.person('foreman')
    employee = await world.person('employee')
    guest = await world.person('guest', { customer_id: firm.id })
    site = await world.plant(sites, { name: 'Near', firm_id: firm.id, people: [{ user_id: foreman.user.id }] })
    far = await world.plant(sites, { name: 'Far', firm_id: other.id, people: [{ user_id: employee.user.id }] })
    gone = await world.plant(sites, { name: 'Gone', firm_id: firm.id })
    await boss.delete(`/api/sites/${gone.id}`)
    task = await world.plant(tasks, { name: 'Dig', site_id: site.id })
    await world.plant(tasks, { name: 'Fill', site_id: far.id })
  })
  beforeEach(() => {
    Object.assign(law, { plans: true, sites: true, mayDraft: null })
    heard.splice(0)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  /** Waits for the next millisecond, since events within one have no order. */
  const tick = async () => {
    const now = world.clock.now().getTime()
    while (world.clock.now().getTime() === now) await new Promise(setImmediate)
  }
  const draft = (more: object = {}) => ({ name: `Site ${++count}`, firm_id: firm.id, ...more })
  const made = async (more: object = {}) => (await boss.post('/api/sites', draft(more))).data
  const names = (list: { name: string }[]) => list.map(({ name }) => name)

  describe('the visible rows', () => {
    let ids: number[]
    beforeAll(async () => {
      const all = [
        { title: 'a', level: 1, site_id: site.id, owner_id: foreman.user.id, people: [{ user_id: foreman.user.id }] },
        { title: 'b', level: 2, site_id: far.id, owner_id: employee.user.id, people: [] },
        { title: null, level: null, site_id: null, owner_id: null, people: [] },
        { title: 'd', level: 4, site_id: gone.id, owner_id: null, people: [{ user_id: boss.user.id }] },
      ]
      ids = []
      for (const plan of all) ids.push((await world.plant(plans, plan)).id)
    })
    const seen = async (who: Someone, rule: unknown) => {
      law.plans = rule
      const list = (await who.get('/api/plans')).data.map(({ id }: { id: number }) => ids.indexOf(id))
      const one = await Promise.all(ids.map((id) => who.get(`/api/plans/${id}`)))
      expect(one.flatMap(({ status }, at) => (status === 200 ? [at] : []))).toEqual(list)
      return list.join('')
    }
    const siteOf = (rule: Op) => ({ site_id: rule })

    test.each<[string, () => unknown, string]>([
      ['all', () => true, '0123'],
      ['none', () => false, ''],
      ['no condition', () => ({}), '0123'],
      ['a condition left open', () => ({ title: undefined }), '0123'],
      ['a value', () => ({ title: 'a' }), '0'],
      ['empty', () => ({ title: null }), '2'],
      ['one of some', () => ({ level: [1, 4] }), '03'],
      ['one of none', () => ({ level: [] }), ''],
      ['its id', () => ({ id: ids[1] }), '1'],
      ['not empty', () => ({ title: not(null) }), '013'],
      ['not a value, empty ones too', () => ({ title: not('a') }), '123'],
      ['from and to', () => ({ level: between(2, 4) }), '13'],
      ['from', () => ({ level: between(2, null) }), '13'],
      ['to', () => ({ level: between(null, 2) }), '01'],
      ['any number', () => ({ level: between(null, null) }), '0123'],
      ['made since long ago', () => ({ created_at: between('2001-01-01T00:00:00.000Z', null) }), '0123'],
      ['two conditions', () => ({ title: 'a', level: 2 }), ''],
      ['either of two', () => anyOf<Plan>({ title: 'a' }, { level: 2 }), '01'],
      ['either of none', () => anyOf(), ''],
      ['all of two', () => ({ $all: [{ title: 'a' }, { level: 1 }] }), '0'],
      ['all of two that differ', () => ({ $all: [{ title: 'a' }, { level: 2 }] }), ''],
      ['a line that says so', () => ({ people: some({ user_id: foreman.user.id }) }), '0'],
      ['any line', () => ({ people: some({}) }), '03'],
      ['within a parent that is there', () => siteOf(within(sites)), '01'],
      ['within some parent', () => siteOf(within(sites, { name: 'Far' })), '1'],
      [
        'within a parent within another',
        () => siteOf(within(sites, { firm_id: within(firms, { region: 'West' }) } as never)),
        '0',
      ],
      ['either within or a value', () => anyOf<Plan>(siteOf(within(sites, { name: 'Far' })), { title: 'd' }), '13'],
      ['all within', () => ({ $all: [siteOf(within(sites)), { title: 'a' }] }), '0'],
      ['who is named by a record', () => ({ owner_id: namedBy(sites, 'people', 'user_id') }), '01'],
      ['who is named by some record', () => ({ owner_id: namedBy(sites, 'people', 'user_id', { name: 'Near' }) }), '0'],
    ])('%s', async (_, rule, is) => expect(await seen(boss, rule())).toBe(is))

    test('of a parent rule are those whose parent is visible', async () => {
      expect(await seen(guest, siteOf(within(sites)))).toBe('0')
      expect(await seen(guest, siteOf(within(sites, { name: 'Far' })))).toBe('')
      expect(await seen(guest, { owner_id: namedBy(sites, 'people', 'user_id') })).toBe('0')
      law.sites = false
      expect(await seen(boss, siteOf(within(sites)))).toBe('')
      expect(await seen(boss, siteOf(within(sites, { name: 'Far' })))).toBe('')
      law.sites = { name: 'Far' }
      expect(await seen(boss, siteOf(within(sites)))).toBe('1')
      expect(await seen(boss, siteOf(within(sites, { name: 'Near' })))).toBe('')
      // Guests may not view firms at all.
      expect(await seen(guest, siteOf(within(sites, { firm_id: within(firms) } as never)))).toBe('')
    })

    test('cannot be defined with unknown columns or operators, and the error names them', async () => {
      const ctx = createContext(world.app.services, { user: world.app.system })
      await expect(ctx.all(plans, { nothing: 1 } as never)).rejects.toThrow(
        'A row rule names "nothing", which is no column.',
      )
      await expect(ctx.all(plans, { title: { $op: 'like' } } as never)).rejects.toThrow(
        'A row rule uses "like", which is no operator.',
      )
    })

    test('can be filtered from a list of ids', async () => {
      const { catalog, database } = world.app.services
      const which = async (rule: boolean | object) =>
        [...(await passing(database.kysely, catalog, sites, [site.id, far.id, gone.id, 999], rule as boolean))].sort()
      expect(await which(true)).toEqual([site.id, far.id].sort())
      expect(await which(false)).toEqual([])
      expect(await which({ name: 'Far' })).toEqual([far.id])
    })
  })

  test('fields are returned only to users who may read them, write-only fields to nobody', async () => {
    const { budget, token, name } = sites.fields
    expect([budget, token, name].map((field) => readable(field, boss.user))).toEqual([true, false, true])
    expect([budget, token, name].map((field) => readable(field, foreman.user))).toEqual([false, false, true])
    expect([readingSignature(sites, boss.user), readingSignature(sites, foreman.user)]).toEqual([
      'budget:true false',
      'budget:false false',
    ])
    expect(readingSignature(firms, boss.user)).toBe('')
    const one = await made({ budget: 5, notes: 'Long', token: 'hush' })
    expect(one).toMatchObject({
      budget: 5,
      notes: 'Long',
      firm_name: 'Acme',
      weight: one.name.length,
      tasks: [],
      deleted_at: null,
    })
    expect(one).not.toHaveProperty('token')
    const { data: list } = await foreman.get(`/api/sites?id[]=${one.id}`)
    expect(Object.keys(list[0])).not.toEqual(expect.arrayContaining(['budget']))
    expect(list[0]).not.toHaveProperty('notes')
    expect(list[0]).toMatchObject({
      id: one.id,
      created_at: one.created_at,
      updated_at: one.updated_at,
      weight: one.name.length,
    })
  })

  test('an invalid id is not found', async () => {
    expect(idIn('7')).toBe(7)
    for (const id of ['007', '0', '-1', '1.5', 'x', '', undefined, '9007199254740993'])
      expect(() => idIn(id)).toThrow('The record you are looking for could not be found.')
    for (const id of ['0', '9007199254740993', '9'.repeat(30), String(gone.id)])
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await boss.send(method, `/api/sites/${id}`, method === 'GET' ? undefined : {})).status).toBe(404)
    expect((await boss.post('/api/sites/store_many', { data: [{ id: 999_999, name: 'x' }] })).status).toBe(404)
  })

  describe('a nested endpoint', () => {
    test('contains the parent’s records, for users who see the parent', async () => {
      const at = (who: Someone, path: string) =>
        who.get(path).then(({ status, data }) => (status === 200 ? data : status))
      expect(names(await at(boss, `/api/sites/${site.id}/tasks`))).toEqual(['Dig'])
      expect(names(await at(boss, '/api/tasks'))).toEqual(['Dig', 'Fill'])
      expect(names(await at(guest, '/api/tasks'))).toEqual(['Dig'])
      expect(await at(guest, `/api/sites/${far.id}/tasks`)).toBe(404)
      expect(await at(boss, `/api/sites/${gone.id}/tasks`)).toBe(404)
      expect(await at(boss, `/api/sites/${far.id}/tasks/${task.id}`)).toBe(404)
      expect((await at(boss, `/api/sites/${site.id}/tasks/${task.id}`)).name).toBe('Dig')
      expect((await at(boss, `/api/sites/${site.id}`)).tasks).toMatchObject([{ name: 'Dig', site_id: site.id }])
    })

    test('creates records in the parent of its path, which cannot be changed', async () => {
      const { data } = await boss.post(`/api/sites/${site.id}/tasks`, { name: 'Lay', site_id: far.id })
      expect(data.site_id).toBe(site.id)
      const moved = await boss.patch(`/api/tasks/${data.id}`, { name: 'Lay pipe', site_id: far.id })
      expect(moved.data).toMatchObject({ name: 'Lay pipe', site_id: site.id })
      const many = await boss.post(`/api/sites/${far.id}/tasks/store_many`, { data: [{ id: data.id, name: 'Mine' }] })
      expect(many.status).toBe(404)
      expect((await boss.post(`/api/sites/${site.id}/tasks/${data.id}/finish`)).data.name).toBe('Lay pipe, done')
      expect((await boss.post(`/api/sites/${far.id}/tasks/${data.id}/finish`)).status).toBe(404)
      expect((await boss.delete(`/api/sites/${far.id}/tasks/${data.id}`)).status).toBe(404)
      expect((await boss.delete(`/api/sites/${site.id}/tasks/${data.id}`)).status).toBe(204)
    })
  })

  describe('an attachable record', () => {
    const at = (id: number, table = 'sites') => `/api/${table}/${id}/remarks`

    test('may be added according to the parent’s rule, or else by users who may edit the parent', async () => {
      const { status, data } = await foreman.post(at(site.id), { words: 'Muddy', author_id: boss.user.id })
      expect([status, data]).toMatchObject([201, { on_type: 'sites', on_id: site.id, author_id: foreman.user.id }])
      expect(heard).toContain('mayAttach remark create new')
      const refused = await employee.post(at(site.id), { words: 'No' })
      expect([refused.status, refused.data.message]).toEqual([403, 'You do not have permission to do that.'])
      expect((await foreman.post(at(firm.id, 'firms'), { words: 'No' })).status).toBe(403)
      expect((await manager.post(at(firm.id, 'firms'), { words: 'Good' })).status).toBe(201)
      for (const id of [gone.id, 999]) expect((await boss.post(at(id), { words: 'No' })).status).toBe(404)
      expect((await guest.post(at(far.id), { words: 'No' })).status).toBe(404)
      expect((await guest.post(at(firm.id, 'firms'), { words: 'No' })).status).toBe(404)
      const direct = { on_type: 'users', on_id: boss.user.id, words: 'No' }
      expect((await boss.post('/api/remarks', direct)).status).toBe(404)
      expect((await boss.post('/api/remarks', { ...direct, on_type: 'sites', on_id: 'x' })).status).toBe(404)
    })

    test('may be changed and deleted by the same rule, which receives its previous state', async () => {
      const { data } = await boss.post(at(site.id), { words: 'Wet' })
      heard.splice(0)
      expect((await employee.patch(`/api/remarks/${data.id}`, { words: 'Dry' })).status).toBe(403)
      expect((await boss.patch(`/api/remarks/${data.id}`, { words: 'Dry', on_id: far.id })).data).toMatchObject({
        words: 'Dry',
        on_id: site.id,
      })
      expect((await employee.post(`/api/remarks/${data.id}/praise`)).status).toBe(403)
      expect((await boss.post(`/api/remarks/${data.id}/praise`)).data.words).toBe('Dry!')
      expect((await employee.delete(`/api/remarks/${data.id}`)).status).toBe(403)
      expect((await boss.delete(`/api/remarks/${data.id}`)).status).toBe(204)
      expect(new Set(heard)).toEqual(new Set(['mayAttach remark edit old', 'mayAttach remark delete old']))
    })

    test('is visible to users who see the parent, and the rule’s message is returned', async () => {
      const one = await made()
      const { data } = await boss.post(at(one.id), { words: 'Said' })
      expect((await guest.get(`/api/remarks/${data.id}`)).status).toBe(200)
      const afar = await world.plant(remarks, {
        on_type: 'sites',
        on_id: far.id,
        words: 'Afar',
        author_id: boss.user.id,
      })
      expect((await guest.get(`/api/remarks/${afar.id}`)).status).toBe(404)
      expect((await guest.get('/api/remarks')).data.map(({ words }: { words: string }) => words)).not.toContain('Afar')
      expect((await boss.get(at(far.id))).data.map(({ words }: { words: string }) => words)).toEqual(['Afar'])
      await boss.post(`/api/sites/${one.id}/close`)
      const late = await boss.post(at(one.id), { words: 'Late' })
      expect([late.status, late.data.message]).toEqual([403, 'Nothing is said about a closed site.'])
    })
  })

  describe('saving', () => {
    test('checks the guard, then the record’s own rule, which may give a message', async () => {
      expect((await foreman.post('/api/sites', draft())).status).toBe(403)
      expect((await foreman.post('/api/sites/store_many', { data: [draft()] })).status).toBe(403)
      const one = await made()
      expect((await employee.patch(`/api/sites/${one.id}`, { name: 'Mine' })).status).toBe(403)
      expect((await employee.post('/api/sites/store_many', { data: [{ id: one.id, name: 'Mine' }] })).status).toBe(403)
      expect((await guest.patch(`/api/sites/${far.id}`, { name: 'Mine' })).status).toBe(404)
      expect((await foreman.patch(`/api/sites/${one.id}`, { name: `${one.name}b` })).status).toBe(200)
      await boss.post(`/api/sites/${one.id}/close`)
      const refused = await foreman.patch(`/api/sites/${one.id}`, { name: 'Late' })
      expect([refused.status, refused.data.message]).toEqual([403, 'This site is closed.'])
      expect((await boss.get(`/api/sites/${one.id}`)).data.name).not.toBe('Late')
    })

    test('accepts only fields that the user may write', async () => {
      const one = await made()
      expect(one.made_by).toBe(boss.user.id)
      const { data } = await foreman.patch(`/api/sites/${one.id}`, {
        budget: 9,
        made_by: foreman.user.id,
        closed_at: '2001-01-01T00:00:00Z',
      })
      expect(data.updated_at).toBe(one.updated_at)
      expect((await boss.get(`/api/sites/${one.id}`)).data).toMatchObject({
        budget: null,
        made_by: boss.user.id,
        closed_at: null,
      })
      expect((await boss.patch(`/api/sites/${one.id}`, { budget: 9 })).data.budget).toBe(9)
    })

    test('reports all errors at once, and runs no further rules on invalid input', async () => {
      const { status, data } = await boss.post('/api/sites', {
        name: '',
        firm_id: 999,
        code: 'x',
        people: [{ user_id: 999 }],
      })
      expect(status).toBe(422)
      expect(data.errors).toEqual({
        name: ['Name is required'],
        code: ['Code must be a number.'],
        firm_id: ['Firm is invalid.'],
        'people.0.user_id': ['User is invalid.'],
      })
      expect(heard).toEqual([])
      const flawed = await boss.post('/api/sites', draft({ flaw: 'cracks' }))
      expect(flawed.data.errors).toEqual({ flaw: ['Flaw must be mended.'] })
      const both = await boss.post('/api/sites', draft({ flaw: 'cracks', firm_id: 999 }))
      expect(both.data.errors).toEqual({ firm_id: ['Firm is invalid.'] })
    })

    test('a reference must point to a visible record, unless it is unchanged', async () => {
      const one = await made({ people: [{ user_id: employee.user.id }] })
      const [line] = one.people
      const leaving = await world.plant(firms, { name: 'Leaving' })
      await boss.patch(`/api/sites/${one.id}`, { firm_id: leaving.id })
      await world.system(({ query }) =>
        query(sql`update firms set deleted_at = '2026-01-01T00:00:00.000Z' where id = ${leaving.id}`),
      )
      expect((await boss.patch(`/api/sites/${one.id}`, { firm_id: leaving.id, name: `${one.name}c` })).status).toBe(200)
      expect((await boss.post('/api/sites', draft({ firm_id: leaving.id }))).data.errors).toEqual({
        firm_id: ['Firm is invalid.'],
      })
      const lined = await boss.patch(`/api/sites/${one.id}`, { people: [{ ...line, user_id: 999 }] })
      expect(lined.data.errors).toEqual({ 'people.0.user_id': ['User is invalid.'] })
    })

    test('lines keep their ids if sent with the id or with the same content', async () => {
      const [a, b] = [foreman.user.id, employee.user.id]
      const one = await made({ people: [{ user_id: a }, { user_id: b }, { user_id: b }] })
      const idsOf = (record: { people: { id: number }[] }) => record.people.map(({ id }) => id)
      const again = await boss.patch(`/api/sites/${one.id}`, {
        people: [{ user_id: a }, { user_id: b }, { user_id: b }],
      })
      expect([idsOf(again.data), again.data.updated_at]).toEqual([idsOf(one), one.updated_at])
      const [first, second] = one.people
      const fewer = await boss.patch(`/api/sites/${one.id}`, {
        people: [{ id: second.id, user_id: b, task: 'x' }, { user_id: a }],
      })
      expect(idsOf(fewer.data)).toEqual([second.id, first.id])
      const stolen = await boss.patch(`/api/sites/${far.id}`, { people: [{ id: first.id, user_id: b }] })
      expect(idsOf(stolen.data)).not.toContain(first.id)
      expect(idsOf((await boss.get(`/api/sites/${one.id}`)).data)).toEqual([second.id, first.id])
    })

    test('reordered lines keep their ids', async () => {
      const [a, b] = [foreman.user.id, employee.user.id]
      const one = await made({ people: [{ user_id: a }, { user_id: b }] })
      const { data } = await boss.patch(`/api/sites/${one.id}`, { people: [{ user_id: b }, { user_id: a }] })
      const [first, second] = one.people
      expect(data.people).toMatchObject([
        { id: second.id, user_id: b },
        { id: first.id, user_id: a },
      ])
    })

    test('a line may keep a reference to a deleted record', async () => {
      const leaver = await world.plant(users, { name: 'Leaver', email: `leaver${++count}@x.example` })
      const one = await made({ people: [{ user_id: leaver.id }] })
      await world.system(({ query }) =>
        query(sql`update users set deleted_at = '2026-01-01T00:00:00.000Z' where id = ${leaver.id}`),
      )
      const [line] = one.people
      const kept = await boss.patch(`/api/sites/${one.id}`, {
        people: [{ id: line.id, user_id: leaver.id, task: 'Dig' }],
      })
      expect(kept.data.people).toMatchObject([{ id: line.id, user_id: leaver.id, task: 'Dig' }])
      const named = await boss.post('/api/sites', draft({ people: [{ user_id: leaver.id }] }))
      expect(named.data.errors).toEqual({ 'people.0.user_id': ['User is invalid.'] })
    })

    test('the server’s own saves are validated but not restricted like those of clients', async () => {
      const { system, plant } = world
      await expect(system(({ save }) => save(sites, { firm_id: firm.id }))).rejects.toThrow('Name is required')
      const one = await plant(sites, { ...draft(), closed_at: '2026-01-01T00:00:00Z', made_by: employee.user.id })
      const said = await plant(remarks, { on_type: 'sites', on_id: one.id, words: 'Late', author_id: employee.user.id })
      expect(said).toMatchObject({ words: 'Late', author_id: employee.user.id })
      expect(heard.filter((word) => word.startsWith('carry'))).toEqual([])
    })

    test('stamps always increase, even within a millisecond', () => {
      const [early, late] = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.005Z']
      expect([laterThan(late, early), laterThan(early, late), laterThan(late, late)]).toEqual([
        '2026-01-01T00:00:00.006Z',
        late,
        '2026-01-01T00:00:00.006Z',
      ])
    })

    test('shared lines are checked by their common rule', async () => {
      const { id } = await world.plant(plans, { people: [] })
      const three = [boss, foreman, employee].map(({ user }) => ({ user_id: user.id }))
      expect((await boss.patch(`/api/plans/${id}`, { people: three })).data.errors).toEqual({
        people: ['People may be two.'],
      })
      expect((await boss.patch(`/api/plans/${id}`, { people: three.slice(1) })).status).toBe(200)
      expect((await boss.patch(`/api/plans/${id}`, { title: 'Only this' })).status).toBe(200)
      expect((await boss.patch(`/api/plans/${id}`, { people: [] })).data.errors).toEqual({
        people: ['People may not all go.'],
      })
      expect((await boss.patch(`/api/plans/${id}`, { level: 'x', people: three })).data.errors).toEqual({
        level: ['Level must be a number.'],
      })
    })

    test('the history has the old and new values of each change, without write-only fields', async () => {
      const one = await made({ token: 'hush' })
      await boss.patch(`/api/sites/${one.id}`, { code: 70 + ++count, token: 'hush again', notes: 'n' })
      await boss.patch(`/api/sites/${one.id}`, { name: one.name })
      await boss.post(`/api/sites/${one.id}/close`)
      const { data } = await boss.get(`/api/sites/${one.id}/history`)
      expect(data.map(({ action }: { action: string }) => action)).toEqual(['close', 'updated', 'created'])
      expect(data[1]).toMatchObject({
        user_id: boss.user.id,
        changes: { code: { old: null, new: 70 + count }, notes: { old: null, new: 'n' } },
      })
      expect(Object.keys(data[1].changes).sort()).toEqual(['code', 'notes'])
      expect(JSON.stringify(data)).not.toContain('hush')
      expect(data[2].changes).toEqual({})
    })

    test('a guest’s history starts when they could see the record and its parents, without unreadable fields', async () => {
      const one = await made({ firm_id: other.id })
      const named = (name: string) => boss.patch(`/api/sites/${one.id}`, { name })
      const { data: below } = await boss.post(`/api/sites/${one.id}/tasks`, { name: 'Secret' })
      const rename = (name: string) => boss.patch(`/api/sites/${one.id}/tasks/${below.id}`, { name })
      const read = async (path: string, who: Someone = guest) => (await who.get(`${path}/history`)).data
      const [site, task] = [`/api/sites/${one.id}`, `/api/tasks/${below.id}`]
      await named(`Sale ${one.id}`)
      await rename('Known')
      await tick()
      await boss.patch(site, { firm_id: firm.id, region: 'East' })
      expect(await read(site)).toMatchObject([{ action: 'updated', changes: {} }])
      expect(await read(task)).toEqual([])
      await tick()
      await rename('Open')
      await boss.patch(site, { budget: 5, region: 'West' })
      expect((await read(site)).map(({ changes }: { changes: object }) => changes)).toEqual([
        { region: { old: 'East', new: 'West' } },
        {},
      ])
      expect(await read(task)).toMatchObject([{ action: 'updated' }])
      expect(JSON.stringify([await read(site), await read(task)])).not.toMatch(/Sale|Secret|budget/)
      // Both names of the task, by the same person within minutes, are one line.
      expect([(await read(site, boss)).length, (await read(task, boss)).length]).toEqual([4, 2])
      const own = await made()
      expect(await read(`/api/sites/${own.id}`)).toMatchObject([{ action: 'created' }])
    })
  })

  describe('a unique value', () => {
    test('is refused a second time, compared by its normalized key', async () => {
      const one = await made({ code: 7 })
      const again = await boss.post('/api/sites', draft({ name: one.name.toUpperCase() }))
      expect([again.status, again.data.errors]).toEqual([422, { name: ['That site is there.'] }])
      expect((await boss.post('/api/sites', draft({ name: one.name, firm_id: other.id }))).status).toBe(201)
      expect((await boss.post('/api/sites', draft({ code: 7 }))).data.errors).toEqual({ code: ['That code is taken.'] })
      expect((await boss.patch(`/api/sites/${one.id}`, { code: 7, name: one.name, notes: 'x' })).status).toBe(200)
      const second = await made({ name: `${one.name} east`, firm_id: other.id })
      const moved = await boss.patch(`/api/sites/${second.id}`, { name: one.name })
      expect(moved.data.errors).toEqual({ name: ['That site is there.'] })
      const third = await made({ name: `${one.name} west` })
      await boss.patch(`/api/sites/${third.id}`, { firm_id: other.id })
      await boss
        .patch(`/api/sites/${third.id}`, { name: `${one.name} EAST` })
        .then(({ data }) => expect(data.errors).toHaveProperty('name'))
      for (const _ of [1, 2]) expect((await boss.post('/api/sites', draft({ code: null }))).status).toBe(201)
      await boss.delete(`/api/sites/${one.id}`)
      expect((await boss.post('/api/sites', draft({ code: 7 }))).status).toBe(201)
    })

    test('is reported together with other errors, with its index among several records', async () => {
      const one = await made({ code: 9001, region: null, gate: 'A' })
      const taken = { name: one.name, code: 9001, people: [{ user_id: 999 }] }
      expect((await boss.post('/api/sites', draft(taken))).data.errors).toEqual({
        'people.0.user_id': ['User is invalid.'],
        name: ['That site is there.'],
        code: ['That code is taken.'],
      })
      const many = (...data: object[]) =>
        boss.post('/api/sites/store_many', { data }).then(({ data: told }) => told.errors)
      expect(await many(draft(), draft({ code: 9001 }), draft({ name: one.name }))).toEqual({
        'data.1.code': ['That code is taken.'],
        'data.2.name': ['That site is there.'],
      })
      const other = await made({ code: 9002, region: null, gate: 'B' })
      expect(await many({ id: other.id, name: one.name }, { id: one.id, code: 9001, notes: 'same' })).toEqual({
        'data.0.name': ['That site is there.'],
      })
      // Empty scopes count as equal.
      expect(await many(draft({ gate: 'a' }), draft({ region: 'West', gate: 'A' }))).toEqual({
        'data.0.gate': ['That gate is taken.'],
      })
      const west = await made({ region: 'West', gate: 'A' })
      expect(await many({ id: west.id, region: '' })).toEqual({ 'data.0.gate': ['That gate is taken.'] })
      expect(await many(draft({ gate: null }), draft({ gate: null }))).toBeUndefined()
    })

    test('refused by the database in a concurrent save has the same error', () => {
      const { catalog } = world.app.services
      const said = (message: string, more: object = {}) =>
        uniqueErrors(catalog, Object.assign(new Error(message), more))
      const sentence = (error: Error) => ({
        message: error.message,
        ...('errors' in error && { errors: error.errors }),
      })
      const code = { message: 'That code is taken.', errors: { code: ['That code is taken.'] } }
      expect(sentence(said('UNIQUE constraint failed: sites.code'))).toEqual(code)
      expect(sentence(said('UNIQUE constraint failed: sites.firm_id, sites.name_key '))).toMatchObject({
        errors: { name: ['That site is there.'] },
      })
      expect(sentence(said('duplicate key', { constraint: 'sites_code_unique_index' }))).toEqual(code)
      expect(sentence(said('duplicate key', { constraint: 'firms_name_unique_index' }))).toMatchObject({
        errors: { name: ['That firm is there.'] },
      })
      const strange = new Error('UNIQUE constraint failed: sites.id')
      expect(uniqueErrors(catalog, strange)).toBe(strange)
      expect(uniqueErrors(catalog, 'what?')).toMatchObject({ status: 500 })
    })
  })

  describe('saving several records', () => {
    test('saves all or none, with each error at its index', async () => {
      const before = (await boss.get('/api/sites')).data.length
      const many = (data: unknown, query = '') => boss.post(`/api/sites/store_many${query}`, { data })
      const refused = await many([draft(), { name: '' }, draft({ firm_id: 999 })])
      expect([refused.status, refused.data.errors]).toEqual([
        422,
        {
          'data.1.name': ['Name is required'],
          'data.1.firm_id': ['Firm is required'],
          'data.2.firm_id': ['Firm is invalid.'],
        },
      ])
      for (const data of [undefined, 'x', {}, [1], [[]], [null]])
        expect((await many(data)).data.errors).toEqual({ data: ['Data must be a list of records.'] })
      expect((await many(Array.from({ length: 501 }, () => ({})))).data.errors).toEqual({
        data: ['At most 500 records can be saved at once.'],
      })
      const dry = await many([draft(), draft()], '?dry_run=1')
      expect([dry.status, dry.data.length, dry.data[0].weight]).toEqual([200, 2, dry.data[0].name.length])
      expect((await many([draft()], '?dry_run=true')).status).toBe(200)
      expect((await boss.get('/api/sites')).data).toHaveLength(before)
      expect((await many([draft()], '?dry_run=untrue')).data).toHaveLength(1)
      expect((await many([draft()], '?dry_run=1x')).data).toHaveLength(1)
      const one = await made()
      const saved = await many([{ id: one.id, name: `${one.name} new` }, draft()])
      expect([saved.status, saved.data[0].id, saved.data[0].name]).toEqual([200, one.id, `${one.name} new`])
      expect((await boss.get('/api/sites')).data).toHaveLength(before + 4)
      expect(
        (await foreman.post('/api/sites/store_many', { data: [{ id: one.id, name: `${one.name} f` }] })).status,
      ).toBe(200)
      expect((await foreman.post('/api/sites/store_many', { data: [{ id: one.id, name: 'x' }, draft()] })).status).toBe(
        403,
      )
      expect((await many([])).status).toBe(422)
    })

    test('accepts 500', async () => {
      const { status, data } = await boss.post('/api/sites/store_many?dry_run=1', {
        data: Array.from({ length: 500 }, () => ({})),
      })
      expect([status, Object.keys(data.errors)[0]]).toEqual([422, 'data.0.name'])
    })

    test('reports an error without a field at its index', async () => {
      const { data } = await boss.post('/api/sites/store_many', { data: [draft(), draft({ flaw: 'beyond mending' })] })
      expect(data.errors).toEqual({ 'data.1': ['This is beyond mending.'] })
    })
  })

  test('a save with an outdated version gets the current one', async () => {
    const one = await made()
    const { data: newer } = await boss.patch(`/api/sites/${one.id}`, { notes: 'x', updated_at: one.updated_at })
    const stale = await boss.patch(`/api/sites/${one.id}`, { notes: 'y', updated_at: one.updated_at })
    expect([stale.status, stale.data.data]).toEqual([409, newer])
    for (const updated_at of ['x', 5, {}]) {
      const { status, data } = await boss.patch(`/api/sites/${one.id}`, { updated_at })
      expect([status, data.errors]).toEqual([422, { updated_at: ['Updated at must be a date and time.'] }])
    }
    expect((await boss.patch(`/api/sites/${one.id}`, { notes: 'z', updated_at: null })).status).toBe(200)
  })

  test('a save with an idempotency key is executed once', async () => {
    const key = { 'idempotency-key': 'one' }
    const wanted = draft()
    const [first, second] = [await boss.post('/api/sites', wanted, key), await boss.post('/api/sites', wanted, key)]
    expect([second.status, second.data]).toEqual([201, first.data])
    const change = { 'idempotency-key': 'two' }
    await boss.patch(`/api/sites/${first.data.id}`, { notes: 'a' }, change)
    await boss.patch(`/api/sites/${first.data.id}`, { notes: 'b' })
    expect((await boss.patch(`/api/sites/${first.data.id}`, { notes: 'a' }, change)).data.notes).toBe('a')
    expect((await boss.get(`/api/sites/${first.data.id}`)).data.notes).toBe('b')
    const many = { 'idempotency-key': 'three' }
    const both = { data: [draft(), draft()] }
    const [all, same] = [
      await boss.post('/api/sites/store_many', both, many),
      await boss.post('/api/sites/store_many', both, many),
    ]
    expect(same.data).toEqual(all.data)
  })

  test('a key used again for another address or with another body is refused', async () => {
    const key = { 'idempotency-key': 'mine' }
    const wanted = draft()
    const { data } = await boss.post('/api/sites', wanted, key)
    for (const again of [
      await boss.post('/api/sites', { ...wanted, notes: 'changed' }, key),
      await boss.post('/api/sites/store_many', { data: [wanted] }, key),
      await boss.post('/api/firms', { name: 'Keyed' }, key),
      await boss.patch(`/api/sites/${data.id}`, wanted, key),
    ])
      expect([again.status, again.data.message]).toEqual([422, 'This Idempotency-Key was used for something else.'])
  })

  test('a key stored by the previous version, without a hash of the body, still gets its response', async () => {
    const key = { 'idempotency-key': 'old' }
    const { data } = await boss.post('/api/sites', draft(), key)
    await world.system(({ query }) =>
      query(sql`update idempotency_keys set body_hash = null where key = 'old' returning key`),
    )
    expect((await boss.post('/api/sites', draft(), key)).data).toEqual(data)
  })

  test('a replay uses the sender’s current permissions', async () => {
    const key = { 'idempotency-key': 'then' }
    const mover = await world.person('admin')
    const wanted = draft({ budget: 9 })
    const first = await mover.post('/api/sites', wanted, key)
    expect(first.data.budget).toBe(9)
    const change = (values: object) => boss.patch(`/api/users/${mover.user.id}`, values)
    await change({ role: 'project_manager' })
    expect((await mover.post('/api/sites', wanted, key)).data).not.toHaveProperty('budget')
    law.sites = false
    expect((await mover.post('/api/sites', wanted, key)).status).toBe(404)
    law.sites = true
    await boss.delete(`/api/sites/${first.data.id}`)
    expect((await mover.post('/api/sites', wanted, key)).status).toBe(201)
    await change({ role: 'foreman' })
    expect((await mover.post('/api/sites', wanted, key)).status).toBe(403)
  })

  test('only a positive integer or its decimal text is an id; anything else is refused at its field', async () => {
    const one = await made()
    const notIds = [
      [one.id],
      `0${one.id}`,
      ` ${one.id}`,
      `0x${one.id.toString(16)}`,
      `${one.id}.0`,
      0,
      -1,
      1.5,
      true,
      {},
    ]
    for (const id of [...notIds, { toString: 1 }, { toString: { constructor: 1 }, valueOf: 2 }]) {
      const many = await boss.post('/api/sites/store_many', { data: [draft(), { id, notes: 'stolen' }] })
      expect([many.status, many.data.errors]).toEqual([422, { 'data.1.id': ['Id is invalid.'] }])
      const line = await boss.patch(`/api/sites/${one.id}`, { people: [{ id, user_id: foreman.user.id }] })
      expect([line.status, line.data.errors]).toEqual([422, { 'people.0.id': ['Id is invalid.'] }])
      const named = await boss.post('/api/sites', draft({ firm_id: id }))
      expect([named.status, named.data.errors]).toEqual([422, { firm_id: ['Firm is invalid.'] }])
    }
    expect((await boss.get(`/api/sites/${one.id}`)).data.notes).toBeNull()
    expect((await boss.get(`/api/sites/0${one.id}`)).status).toBe(404)
    const good = await boss.post('/api/sites/store_many', {
      data: [{ id: String(one.id), notes: 'mine' }, draft({ id: '' })],
    })
    expect([good.status, good.data[0].id, good.data.length]).toEqual([200, one.id, 2])
  })

  test('actions check their guard and the record’s rule, receive computed fields, and do not save the body', async () => {
    const one = await made()
    expect((await employee.post(`/api/sites/${one.id}/close`)).status).toBe(403)
    expect((await foreman.post(`/api/sites/${one.id}/reopen`)).status).toBe(403)
    expect((await guest.post(`/api/sites/${far.id}/close`)).status).toBe(404)
    const open = await boss.post(`/api/sites/${one.id}/reopen`)
    expect([open.status, open.data.message]).toEqual([422, 'This site is open.'])
    const { status, data } = await foreman.post(`/api/sites/${one.id}/close`, { name: 'Forged', closed_at: null })
    expect([status, data.name]).toEqual([200, `${one.name} (${one.name.length})`])
    expect(law.mayDraft).toEqual({})
    expect(data.closed_at).toEqual(expect.any(String))
    expect((await boss.post(`/api/sites/${one.id}/reopen`)).data.closed_at).toBeNull()
    const kept = await made({ name: 'Kept', firm_id: other.id })
    const refused = await boss.post(`/api/sites/${kept.id}/close`)
    expect([refused.status, refused.data.message]).toEqual([403, 'This site is kept open.'])
    await world.system(({ query }) =>
      query(sql`update sites set name = 'Kept no more', name_key = 'kept no more' where id = ${kept.id}`),
    )
  })

  test('deleting checks the guard and the record’s rule', async () => {
    const kept = await made({ name: 'Kept' })
    expect((await foreman.delete(`/api/sites/${kept.id}`)).status).toBe(403)
    const { status, data } = await boss.delete(`/api/sites/${kept.id}`)
    expect([status, data.message]).toEqual([403, 'This site is kept.'])
    expect((await guest.delete(`/api/sites/${far.id}`)).status).toBe(404)
    const used = await boss.delete(`/api/sites/${site.id}`)
    expect([used.status, used.data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
    const one = await made()
    expect([
      (await boss.delete(`/api/sites/${one.id}`)).status,
      (await boss.get(`/api/sites/${one.id}`)).status,
    ]).toEqual([204, 404])
  })

  test('all requests require authentication', async () => {
    const nobody = world.client()
    await nobody.get('/sanctum/csrf-cookie')
    const asked = [
      nobody.get('/api/sites'),
      nobody.post('/api/sites', {}),
      nobody.post('/api/sites/store_many', { data: [] }),
      nobody.patch(`/api/sites/${site.id}`, {}),
      nobody.delete(`/api/sites/${site.id}`),
      nobody.post(`/api/sites/${site.id}/close`),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 401))
    expect((await boss.send('PUT', '/api/sites', {})).status).toBe(405)
  })
})
