import { expect } from 'vitest'
import type { Client } from '../harness.ts'
import type { Random } from './random.ts'

interface Customer {
  id: number
  name: string
  email: string | null
  updated_at: string
}
/** One write that was sent: `answered` is what the server said to it, if it did. */
interface Write {
  readonly kind: 'create' | 'rename' | 'delete' | 'batch'
  readonly key: string
  readonly path: string
  readonly body: object | undefined
  /** Found by a search for it: the one record's name, or what the names of a batch have in common. */
  readonly mark: string
  answered?: Customer | Customer[] | true
}

/** Records of one batch, few enough to be frequent and many enough to be torn. */
export const BATCH = 50
const success = [200, 201, 204]

/**
 * Writes of every kind from several lanes at once, and what must be true of them afterwards: what was answered is there,
 * a batch is there whole or not at all, and what was not answered can be sent again and is done once.
 */
export function createWrites(client: Client, random: Random) {
  const ledger: Write[] = []
  let made = 0

  const send = async (write: Write): Promise<boolean> => {
    const { kind, path, body, key } = write
    const method = { create: 'POST', rename: 'PATCH', delete: 'DELETE', batch: 'POST' }[kind]
    const answer = await client.send(method, path, body, { 'idempotency-key': key }).catch(() => null)
    if (!answer || !success.includes(answer.status)) return false
    write.answered = answer.data || true
    return true
  }
  function put(kind: Write['kind'], path: string, mark: string, body?: object): Write {
    const write: Write = { kind, path, body, mark, key: `key ${ledger.length} ${mark}` }
    ledger.push(write)
    return write
  }

  /** Writes until the server no longer answers; `answered` is called after each answer. */
  async function lane(answered: () => void): Promise<void> {
    const go = async (write: Write) => {
      const ok = await send(write)
      if (ok) answered()
      return ok
    }
    for (;;) {
      const mark = `W${(made++).toString(36)}x`
      if (random.below(4) === 0) {
        const data = Array.from({ length: BATCH }, (_, at) => ({ name: `${mark} ${at}` }))
        if (!(await go(put('batch', '/api/customers/store_many', mark, { data })))) return
        continue
      }
      const create = put('create', '/api/customers', mark, { name: mark, email: `${mark}@saves.example` })
      if (!(await go(create))) return
      const { id } = create.answered as Customer
      if (random.below(2) && !(await go(put('rename', `/api/customers/${id}`, `${mark}y`, { name: `${mark}y` }))))
        return
      if (!random.below(3) && !(await go(put('delete', `/api/customers/${id}`, mark)))) return
    }
  }

  const found = async (mark: string): Promise<Customer[]> => {
    const { status, data } = await client.get(`/api/customers?search=${mark}`)
    expect(status).toBe(200)
    return data.sort((a: Customer, b: Customer) => a.id - b.id)
  }

  /** What the record must be by the last answers about it; later writes that were not answered may have happened too. */
  async function check({ kind, mark, path, answered }: Write, later: readonly Write[]): Promise<void> {
    const held = await found(mark)
    if (kind === 'batch') {
      expect([0, BATCH], `batch ${mark}`).toContain(held.length)
      if (answered) expect(held, `batch ${mark}`).toEqual(answered)
      return
    }
    if (!answered) return
    if (kind === 'delete') return expect(held, `deleted ${mark}`).toEqual([])
    const { id } = answered as Customer
    if (later.some((write) => write.path === `/api/customers/${id}`)) return
    expect(held, `${kind} ${path} ${mark}`).toEqual([answered])
  }

  return {
    lane,
    /** How many were sent, and how many of them were answered. */
    counted: () => ({ sent: ledger.length, answered: ledger.filter(({ answered }) => answered).length }),
    /** Checks the writes since `from` on a server that has just started, and sends again what was not answered. */
    async settle(from: number): Promise<void> {
      const since = ledger.slice(from)
      for (const [at, write] of since.entries()) await check(write, since.slice(at + 1))
      for (const write of since.filter(({ answered }) => !answered)) {
        const before = write.kind === 'delete' ? (await found(write.mark)).length : 1
        // A deletion that was done, though nobody was told, finds nothing to delete.
        if (before) expect(await send(write), `${write.kind} ${write.mark}, sent again`).toBe(true)
        else write.answered = true
        if (write.kind !== 'delete') await check(write, [])
      }
    },
    /** Checks everything ever answered in one go, and that nothing is there twice. */
    async checkAll(): Promise<void> {
      const { data }: { data: Customer[] } = await client.get('/api/customers')
      const held = new Map(data.map((customer) => [customer.id, customer]))
      const wanted = new Map<number, Customer>()
      for (const { kind, path, answered } of ledger) {
        if (kind === 'delete') wanted.delete(Number(path.split('/').at(-1)))
        else
          for (const customer of [answered].flat()) if (typeof customer === 'object') wanted.set(customer.id, customer)
      }
      for (const [id, customer] of wanted) expect(held.get(id)).toEqual(customer)
      const written = data.filter(({ name }) => /^W\w+[xy]( \d+)?$/.test(name))
      expect(written).toHaveLength(wanted.size)
    },
  }
}
