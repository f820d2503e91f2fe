import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { RECORDS_A_TURN } from '#server/files/turns.ts'
import { createSmallWorld } from '../security/small-world.ts'
import { turnCounter } from '../most-at-once.ts'

const { did, mostAtOnce } = turnCounter()
const notes = defineEntity('note', {
  endpoint: 'api/notes',
  area: area('notes', { project_manager: ['view', 'create', 'edit'] }),
  sort: 'text',
  fields: { text: text() },
})
/** Each draft is checked and stored before the next one, or all are checked before the first is stored. */
const ways = {
  'one after the other': { validate: () => did() },
  together: { together: true, validate: () => did() } as const,
}

const data = Array.from({ length: 500 }, (_, at) => ({ text: `Note ${at}` }))

test.each(Object.entries(ways))(
  `of 500 records that are saved %s, at most ${RECORDS_A_TURN} are worked on between two turns of others`,
  async (_, rules) => {
    const server = defineServer({ serve: [serve(notes, { ...rules, afterSave: () => did() })] })
    const world = await createSmallWorld(openSqlite(':memory:'), [{ id: 'notes', exports: { notes }, server }])
    onTestFinished(() => world.close())
    const admin = await world.person('admin')
    const most = await mostAtOnce(async () => {
      const answer = await admin.post('/api/notes/store_many', { data })
      expect([answer.status, answer.data.length]).toEqual([200, 500])
    })
    // A record is checked once, and followed once.
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2 * RECORDS_A_TURN)
  },
)

test(`of 500 records, at most ${RECORDS_A_TURN} are told to who watches between two turns of others`, async () => {
  const server = defineServer({ serve: [serve(notes, {})] })
  const world = await createSmallWorld(openSqlite(':memory:'), [{ id: 'notes', exports: { notes }, server }])
  onTestFinished(() => world.close())
  const [admin, manager] = [await world.person('admin'), await world.person('project_manager')]
  let told = 0
  const hear = (text: string) => {
    if (JSON.parse(text).event !== 'saved') return
    told++
    did()
  }
  const connection = world.app.hub.connect({ send: hear, close: () => {} }, { key: 'plumbline', protocol: '7' })
  const channel = `private-notes.${manager.user.id}`
  const { data: joined } = await manager.post('/broadcasting/auth', {
    socket_id: connection?.id,
    channel_name: channel,
  })
  await connection?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: joined.auth } }))
  const most = await mostAtOnce(async () => {
    expect((await admin.post('/api/notes/store_many', { data })).status).toBe(200)
    await world.app.settled()
  })
  expect(told).toBe(500)
  expect(most).toBeLessThanOrEqual(RECORDS_A_TURN)
})

test('while a large request is saved, reads are answered, and of those that wait one small save comes before the next large one', async () => {
  const saved: string[] = []
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const server = defineServer({
    serve: [
      serve(notes, {
        async validate({ text: name }) {
          if (name !== 'first 0') return
          begun.resolve()
          await gate.promise
        },
        afterSave: ({ text: name }) => void (name.endsWith(' 0') && saved.push(name)),
      }),
    ],
  })
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-turns-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const world = await createSmallWorld(openSqlite(folder), [{ id: 'notes', exports: { notes }, server }])
  onTestFinished(() => world.close())
  const [admin, manager] = [await world.person('admin'), await world.person('project_manager')]
  const large = (name: string) => ({ data: Array.from({ length: 51 }, (_, at) => ({ text: `${name} ${at}` })) })
  const send = (person: typeof admin, name: string) => person.post('/api/notes/store_many', large(name))
  const requests = [send(admin, 'first')]
  await begun.promise
  expect((await manager.get('/api/notes')).data).toEqual([])
  requests.push(send(admin, 'second'), send(admin, 'third'), send(manager, 'another'))
  requests.push(manager.post('/api/notes', { text: 'small 0' }))
  gate.resolve()
  for (const { status } of await Promise.all(requests)) expect(status).toBeLessThan(300)
  expect(saved).toEqual(['first 0', 'small 0', 'second 0', 'another 0', 'third 0'])
})
