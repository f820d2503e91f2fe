/**
 * The least a server could do: bare Hono routes with prepared statements over the same driver and the same rows, asked
 * the same things. No session, no guard, no visibility, no history, no live events, no validation.
 * Run as `node floor.ts <folder of SQLite | postgres://…>`; prints the port it listens on.
 */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

interface Statements {
  get(id: number): Promise<unknown>
  page(from: number, search: string): Promise<{ data: unknown[]; total: number }>
  create(name: string, email: string): Promise<unknown>
  rename(id: number, name: string): Promise<unknown>
}

const columns = 'id, name, email, phone_number, created_at, updated_at, deleted_at'
const now = () => new Date().toISOString()

function sqlite(folder: string): Statements {
  const db = new DatabaseSync(join(folder, 'plumbline.db'))
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32000',
  )
  const found = 'id in (select rowid from customers_search where customers_search match ?)'
  const one = db.prepare(`select ${columns} from customers where id = ?`)
  const page = db.prepare(
    `select ${columns} from customers where deleted_at is null order by name_key, id limit 20 offset ?`,
  )
  const count = db.prepare('select count(*) as n from customers where deleted_at is null')
  const hits = db.prepare(
    `select ${columns} from customers where deleted_at is null and ${found} order by name_key, id limit 20 offset ?`,
  )
  const hitCount = db.prepare(`select count(*) as n from customers where deleted_at is null and ${found}`)
  const insert = db.prepare(
    `insert into customers (name, name_key, email, email_key, search_key, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?) returning ${columns}`,
  )
  const update = db.prepare(
    `update customers set name = ?, name_key = ?, search_key = ?, updated_at = ? where id = ? returning ${columns}`,
  )
  return {
    get: async (id) => one.get(id),
    async page(from, search) {
      const data = search ? hits.all(`"${search}"`, from) : page.all(from)
      const total = Number((search ? hitCount.get(`"${search}"`) : count.get())?.n)
      return { data, total }
    },
    async create(name, email) {
      return insert.get(name, name.toLowerCase(), email, email, `${name.toLowerCase()}\n${email}`, now(), now())
    },
    rename: async (id, name) => update.get(name, name.toLowerCase(), name.toLowerCase(), now(), id),
  }
}

function postgres(connectionString: string): Statements {
  const pool = new pg.Pool({ connectionString, max: 10, types: { getTypeParser: () => (value: string) => value } })
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows
  // The order of the index: without both `nulls first` PostgreSQL sorts rows for each page.
  const hit = "deleted_at is null and search_key like $1 escape '\\'"
  return {
    get: async (id) => (await ask('one', `select ${columns} from customers where id = $1`, [id]))[0],
    async page(from, search) {
      const like = [`%${search}%`]
      const [data, counted] = await Promise.all(
        search
          ? [
              ask(
                'hits',
                `select ${columns} from customers where ${hit} order by name_key nulls first, id nulls first limit 20 offset $2`,
                [...like, from],
              ),
              ask('hit count', `select count(*) as n from customers where ${hit}`, like),
            ]
          : [
              ask(
                'page',
                `select ${columns} from customers where deleted_at is null order by name_key nulls first, id nulls first limit 20 offset $1`,
                [from],
              ),
              ask('count', 'select count(*) as n from customers where deleted_at is null', []),
            ],
      )
      return { data: data ?? [], total: Number(counted?.[0]?.n) }
    },
    async create(name, email) {
      const key = name.toLowerCase()
      const rows = await ask(
        'insert',
        `insert into customers (name, name_key, email, email_key, search_key, created_at, updated_at) values ($1, $2, $3, $3, $4, $5, $5) returning ${columns}`,
        [name, key, email, `${key}\n${email}`, now()],
      )
      return rows[0]
    },
    async rename(id, name) {
      const key = name.toLowerCase()
      const rows = await ask(
        'update',
        `update customers set name = $1, name_key = $2, search_key = $2, updated_at = $3 where id = $4 returning ${columns}`,
        [name, key, now(), id],
      )
      return rows[0]
    },
  }
}

const where = process.argv[2] ?? ''
const statements = where.startsWith('postgres://') ? postgres(where) : sqlite(where)
const app = new Hono()
app.get('/api/customers/:id{[0-9]+}', async (c) => c.json((await statements.get(Number(c.req.param('id')))) ?? null))
app.get('/api/customers', async (c) => {
  const page = Number(c.req.query('page') ?? 1)
  return c.json(await statements.page((page - 1) * 20, c.req.query('search') ?? ''))
})
app.post('/api/customers', async (c) => {
  const { name, email } = await c.req.json<{ name: string; email: string }>()
  return c.json(await statements.create(name, email), 201)
})
app.patch('/api/customers/:id{[0-9]+}', async (c) => {
  const { name } = await c.req.json<{ name: string }>()
  return c.json(await statements.rename(Number(c.req.param('id')), name))
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.stdout.write(`${port}\n`))
