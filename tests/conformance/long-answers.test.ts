import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { ref, text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { RECORDS_A_TURN } from '#server/files/turns.ts'
import { createSmallWorld } from '../security/small-world.ts'
import { engines } from '../engines.ts'
import type { Client } from '../harness.ts'
import { turnCounter } from '../most-at-once.ts'

const access = area('books', {})
const shelves = defineEntity('shelf', { endpoint: 'api/shelves', area: access, sort: 'name', fields: { name: text() } })
const books = defineEntity('book', {
  endpoint: 'api/books',
  area: access,
  sort: 'title',
  offline: 'shelf',
  fields: { title: text(), shelf_id: ref('shelf') },
  computed: { length: text().optional() },
})

/** More than two full pieces. */
const COUNT = 2 * RECORDS_A_TURN + 50

describe.each(engines)('long answers on $engine', ({ open }) => {
  let world: Awaited<ReturnType<typeof createSmallWorld>>
  let admin: Client
  const { did, mostAtOnce } = turnCounter()
  /** What happens while the first piece is worked on. */
  let meanwhile = async () => {}
  const server = defineServer({
    serve: [
      serve(books, {
        computed: {
          async length(all) {
            did(all.length)
            await meanwhile()
            return all.map(({ title }) => String(title.length))
          },
        },
      }),
    ],
  })
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [{ id: 'books', exports: { shelves, books }, server }])
    admin = await world.person('admin')
    const { id: shelf_id } = (await admin.post('/api/shelves', { name: 'Codes' })).data
    const data = Array.from({ length: COUNT }, (_, at) => ({ title: `Book ${at}`, shelf_id }))
    expect((await admin.post('/api/books/store_many', { data })).status).toBe(200)
  })
  afterAll(() => world.close())

  const titlesOf = (records: readonly { title: string }[]) => records.map(({ title }) => title)

  test.each(['/api/books', '/api/books?since=1970-01-01', '/api/books?page=1&per_page=500', '/api/shelves/1/offline'])(
    `at most ${RECORDS_A_TURN} records of %s are worked on between two turns of others`,
    async (path) => {
      let titles: string[] = []
      const most = await mostAtOnce(async () => {
        const { status, data } = await admin.get(path)
        expect(status).toBe(200)
        titles = titlesOf(data.lists?.[0].data ?? data.data ?? data)
      })
      expect(titles).toHaveLength(COUNT)
      expect(titles).toEqual(titles.toSorted())
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(RECORDS_A_TURN)
    },
  )

  test('a whole list is not sent again while it is the same', async () => {
    const { headers } = await admin.get('/api/books')
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"/)
    expect((await admin.get('/api/books', { 'if-none-match': tag })).status).toBe(304)
  })

  test('what is gone before its turn is neither in the records nor in their ids', async () => {
    const last = (await admin.get('/api/books')).data.at(-1)
    let deleted = 0
    meanwhile = async () => {
      if (deleted++) return
      expect((await admin.delete(`/api/books/${last.id}`)).status).toBe(204)
    }
    const { data, ids } = (await admin.get('/api/books?since=1970-01-01')).data
    meanwhile = async () => {}
    expect(data).toHaveLength(COUNT - 1)
    expect(ids).toEqual(data.map(({ id }: { id: number }) => id))
    expect((await admin.post('/api/books', { title: last.title, shelf_id: last.shelf_id })).status).toBe(201)
  })

  test('nothing more is read for who is gone', async () => {
    const gone = new AbortController()
    let read = 0
    meanwhile = async () => {
      read++
      gone.abort()
    }
    const answer = await admin.fetch('/api/books', { signal: gone.signal })
    meanwhile = async () => {}
    expect([answer.status, read]).toEqual([499, 1])
  })

  test('an error in the middle is answered as such', async () => {
    let pieces = 0
    meanwhile = async () => {
      if (++pieces === 2) throw new Error('The shelf fell.')
    }
    expect((await admin.get('/api/books')).status).toBe(500)
    meanwhile = async () => {}
    expect(world.errors.splice(0)).toEqual([new Error('The shelf fell.')])
  })
})
