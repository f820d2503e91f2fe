import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { crateModule, crates } from '#blocks/warnings/crates.fixture.ts'
import { attachments } from '#modules/attachments/entities.ts'
import { loadModules } from '#server/modules.ts'
import { jpeg, upload } from '../../../tests/files.ts'
import { BASE, createTestWorld } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import { createStore } from '../store/store.ts'
import { apiOver } from '../writes/api.fixture.ts'
import { createHttp } from './http.ts'
import { messageOf } from './messages.ts'
import { failureIn } from './result.ts'
import type { ConfirmWarnings } from './warnings.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
beforeAll(async () => {
  const modules = [...(await loadModules()), crateModule]
  world = await createTestWorld({ database: await sampleSqlite(), modules })
})
afterAll(() => world.close())

/** What was asked, and what is answered from now on. */
const asked: string[][] = []
let answer = true
afterEach(() => {
  asked.length = 0
  answer = true
})

async function signedIn(confirm: ConfirmWarnings | null = ask) {
  const client = await world.signIn('admin@plumbline.test')
  const network = { lose: false }
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    cookies: () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    async fetch(input, init) {
      const answered = await client.fetch(input, init)
      if (!network.lose || !answered.ok) return answered
      network.lose = false
      throw new TypeError('Failed to fetch')
    },
  })
  const store = createStore([crates, attachments])
  const api = apiOver({
    http,
    store,
    ...(confirm && { confirm }),
    async uploader(path, form, read, { key }) {
      const { status, data } = await upload(client, path, form, key)
      const record = status === 201 ? read(data) : undefined
      return record === undefined ? failureIn(status, data, read) : { ok: true, data: record }
    },
  })
  const stored = async () => (await client.get('/api/crates')).data.map(({ name }: { name: string }) => name)
  const crate = async (name: string) => (await client.post('/api/crates', { name, confirmed: ['heavy', 'crane'] })).data
  return { api, store, client, network, stored, crate }
}
async function ask(warnings: Parameters<ConfirmWarnings>[0], what: string) {
  asked.push([what, ...warnings.map(({ message }) => message)])
  return answer
}

test('a new record that the server warns of is saved once its warnings are confirmed, all at once', async () => {
  const { api, stored } = await signedIn()
  expect(await api(crates).save({ name: 'A very heavy one' })).toMatchObject({ ok: true })
  expect(asked).toEqual([['save', 'This crate is heavy.', 'It needs a crane.']])
  expect(await stored()).toContain('A very heavy one')
})

test('a change, several at once, a step and a deletion ask in the same way', async () => {
  const { api, store, crate, stored } = await signedIn()
  const { id } = await crate('Light')
  expect(await api(crates).save({ id, name: 'Now heavy' })).toMatchObject({ ok: true, data: { name: 'Now heavy' } })
  expect(await api(crates).saveMany([{ name: 'One' }, { name: 'Two heavy' }])).toMatchObject({ ok: true })
  expect(await api(crates).act(id, 'pack')).toMatchObject({ ok: true, data: { packed_at: expect.any(String) } })
  const second = await crate('Second heavy')
  expect(await api.across(crates).act(second.id, 'pack')).toMatchObject({ ok: true })
  expect(await api(crates).remove(id)).toMatchObject({ ok: true })
  expect(store.of(crates).peek(id)).toBeUndefined()
  expect(asked).toEqual([
    ['save', 'This crate is heavy.'],
    ['save', 'This crate is heavy.'],
    ['save', 'Two people have to lift it.'],
    ['save', 'Two people have to lift it.'],
    ['delete', 'It takes a crane to bring it back.'],
  ])
  expect(await stored()).toEqual(expect.arrayContaining(['One', 'Two heavy']))
})

test('an upload asks too, and its file is kept once', async () => {
  const { api, client, crate } = await signedIn()
  const { id } = await crate('Painted heavy')
  const photos = api(attachments, { attachable_type: 'crates', attachable_id: id })
  const files = { file: new File([jpeg('crate')], 'crate.jpg') }
  expect(await photos.upload({ files })).toMatchObject({ ok: true })
  expect(asked).toEqual([['save', 'Keep your distance.']])
  expect((await client.get(`/api/crates/${id}/attachments`)).data).toHaveLength(1)
})

test('whoever goes back has saved nothing, and is told nothing they have not just read', async () => {
  const { api, stored } = await signedIn()
  answer = false
  const declined = await api(crates).save({ name: 'Too heavy' })
  if (declined.ok) throw new Error('was saved')
  expect(declined.warnings).toEqual([{ code: 'heavy', message: 'This crate is heavy.' }])
  expect([messageOf(declined), await stored()]).toEqual([null, expect.not.arrayContaining(['Too heavy'])])
})

test('where nobody can be asked, the warning is the reason why nothing was saved', async () => {
  for (const confirm of [null, () => Promise.reject(new TypeError('Failed to fetch'))]) {
    const { api } = await signedIn(confirm)
    const refused = await api(crates).save({ name: 'Too heavy' })
    expect(refused.ok || messageOf(refused)).toBe('This crate is heavy.')
  }
})

test('what was confirmed is saved once, though its answer is lost', async () => {
  const { api, network, stored } = await signedIn()
  const draft = { name: 'Heavy and lost' }
  const many = [{ name: 'Many heavy, lost' }]
  for (const send of [() => api(crates).save(draft), () => api(crates).saveMany(many)]) {
    network.lose = true
    expect(await send()).toMatchObject({ ok: false, status: 0 })
    expect(await send()).toMatchObject({ ok: true })
  }
  const names: string[] = await stored()
  expect(names.filter((name) => name.endsWith('lost'))).toHaveLength(2)
})
