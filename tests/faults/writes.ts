import { expect } from 'vitest'
import type { Client } from '../harness.ts'
import type { Random } from './random.ts'

interface Customer {
  id: number
  name: string
  email: string | null
  updated_at: string
}
/** A write that was sent, with the response in `answered` if there was one. */
interface Write {
  readonly kind: 'create' | 'rename' | 'delete' | 'batch'
  readonly key: string
  readonly path: string
  readonly body: object | undefined
  /** The search text for it: the record's name, or the common part of a batch's names. */
  readonly mark: string
  answered?: Customer | Customer[] | true
}

/** The records per batch: few enough to be frequent, many enough to detect partial batches. */
export const BATCH = 50
const success = [200, 201, 204]

/**
 * Concurrent writes of every kind, with checks for afterwards: acknowledged writes exist, batches exist completely or not at
 * all, and unacknowledged writes can be repeated and are executed once.
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

  /** Writes until the server stops responding; `answered` is called after each response. */
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

  /** Checks a record against its last acknowledged write; later unacknowledged writes may have happened too. */
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
    /** The numbers of sent and acknowledged writes. */
    counted: () => ({ sent: ledger.length, answered: ledger.filter(({ answered }) => answered).length }),
    /** Checks the writes since `from` on a restarted server, and repeats the unacknowledged ones. */
    async settle(from: number): Promise<void> {
      const since = ledger.slice(from)
      for (const [at, write] of since.entries()) await check(write, since.slice(at + 1))
      for (const write of since.filter(({ answered }) => !answered)) {
        const before = write.kind === 'delete' ? (await found(write.mark)).length : 1
        // A deletion that was executed without a response finds nothing to delete.
        if (before) expect(await send(write), `${write.kind} ${write.mark}, sent again`).toBe(true)
        else write.answered = true
        if (write.kind !== 'delete') await check(write, [])
      }
    },
    /** Checks all acknowledged writes together, and that there are no duplicates. */
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
