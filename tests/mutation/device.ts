/**
 * What the outbox needs of a browser, for Node, where its tests run many times as fast: a database on the device, the
 * page's events and its address. The tests themselves run in Chromium too, which shows that they hold there.
 */

type Key = number
type Row = Readonly<Record<string, unknown>>
interface Held {
  readonly keyPath: string
  readonly counts: boolean
  last: number
  rows: Map<Key, Row>
}
interface Kept {
  version: number
  readonly stores: Map<string, Held>
  readonly connections: Set<DeviceDatabase>
  /** Ends when the last transaction so far has: they run one after the other. */
  last: Promise<void>
}
const databases = new Map<string, Kept>()
/** The rest of what is happening, promises above all, comes first. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

class DeviceRequest extends EventTarget {
  result: unknown
  error: DOMException | null = null
  transaction: DeviceTransaction | null = null
  end(error: DOMException | null = null) {
    this.error = error
    this.dispatchEvent(new Event(error ? 'error' : 'success'))
  }
}

class DeviceStore {
  readonly transaction: DeviceTransaction
  readonly #held: Held
  constructor(transaction: DeviceTransaction, held: Held) {
    this.transaction = transaction
    this.#held = held
  }
  put(value: Row) {
    const held = this.#held
    const row = structuredClone(value)
    return this.transaction.ask(() => {
      const given = row[held.keyPath]
      const key = typeof given === 'number' ? given : held.last + 1
      if (held.counts) held.last = Math.max(held.last, Math.floor(key))
      held.rows.set(key, { ...row, [held.keyPath]: key })
      return key
    })
  }
  get(key: Key) {
    return this.transaction.ask(() => structuredClone(this.#held.rows.get(key)))
  }
  getAll() {
    return this.transaction.ask(() =>
      [...this.#held.rows].sort(([a], [b]) => a - b).map(([, row]) => structuredClone(row)),
    )
  }
  count() {
    return this.transaction.ask(() => this.#held.rows.size)
  }
  delete(key: Key) {
    return this.transaction.ask(() => void this.#held.rows.delete(key))
  }
}

class DeviceTransaction extends EventTarget {
  readonly objectStoreNames: readonly string[]
  error: DOMException | null = null
  readonly #kept: Kept
  readonly #asked: { request: DeviceRequest; work: () => unknown }[] = []
  #isOver = false
  constructor(kept: Kept, names: readonly string[]) {
    super()
    this.#kept = kept
    this.objectStoreNames = names
    kept.last = kept.last.then(() => this.#run())
  }
  objectStore(name: string) {
    const held = this.#kept.stores.get(name)
    if (!held) throw new DOMException(`There is no ${name}.`, 'NotFoundError')
    return new DeviceStore(this, held)
  }
  ask(work: () => unknown) {
    if (this.#isOver) throw new DOMException('The transaction is over.', 'TransactionInactiveError')
    const request = new DeviceRequest()
    request.transaction = this
    this.#asked.push({ request, work })
    return request
  }
  abort() {
    this.#isOver = true
    this.error = new DOMException('There is no room.', 'QuotaExceededError')
  }
  async #run() {
    await turn()
    const before = new Map([...this.#kept.stores].map(([name, { rows }]) => [name, new Map(rows)]))
    for (let next = this.#asked.shift(); next; next = this.#asked.shift()) {
      if (!this.error) next.request.result = next.work()
      next.request.end(this.error)
      await turn()
    }
    this.#isOver = true
    if (this.error) for (const [name, held] of this.#kept.stores) held.rows = before.get(name) ?? held.rows
    this.dispatchEvent(new Event(this.error ? 'abort' : 'complete'))
  }
}

class DeviceDatabase extends EventTarget {
  readonly #kept: Kept
  constructor(kept: Kept) {
    super()
    this.#kept = kept
    kept.connections.add(this)
  }
  createObjectStore(name: string, { keyPath, autoIncrement = false }: { keyPath: string; autoIncrement?: boolean }) {
    this.#kept.stores.set(name, { keyPath, counts: autoIncrement, last: 0, rows: new Map() })
    return { createIndex() {} }
  }
  transaction(names: string | readonly string[]) {
    return new DeviceTransaction(this.#kept, typeof names === 'string' ? [names] : names)
  }
  close() {
    this.#kept.connections.delete(this)
  }
}

const device = {
  open(name: string, version = 1) {
    const request = new DeviceRequest()
    void (async () => {
      await turn()
      const kept: Kept = databases.get(name) ?? {
        version: 0,
        stores: new Map(),
        connections: new Set(),
        last: Promise.resolve(),
      }
      databases.set(name, kept)
      const from = kept.version
      request.result = new DeviceDatabase(kept)
      kept.version = version
      const wanted = { oldVersion: from, newVersion: version }
      if (from < version) request.dispatchEvent(Object.assign(new Event('upgradeneeded'), wanted))
      request.end()
    })()
    return request
  },
  deleteDatabase(name: string) {
    const request = new DeviceRequest()
    for (const connection of databases.get(name)?.connections ?? [])
      connection.dispatchEvent(new Event('versionchange'))
    databases.delete(name)
    void turn().then(() => request.end())
    return request
  },
}

/** Neither indexes nor cursors are used by the outbox; the library only asks what is one. */
class DeviceIndex {
  get() {}
}
class DeviceCursor {
  advance() {}
  continue() {}
  continuePrimaryKey() {}
}

/** What a file that begins so is taken for is all that matters. */
const PICTURE = 'ffd8ffe000104a46494600010100000100010000ffc00011080001000103011100021100031100'
class Canvas {
  getContext() {}
  async convertToBlob({ type }: { type: string }) {
    return new Blob([Buffer.from(PICTURE, 'hex')], { type })
  }
}

/** Node grants a free lock while it is still asked for; browsers never do before the asker has gone on. */
const { locks } = navigator
const request: unknown = Reflect.get(locks, 'request')
Object.assign(locks, {
  request: async (...given: unknown[]) => {
    await turn()
    if (typeof request === 'function') return Reflect.apply(request, locks, given)
  },
})

const page = new EventTarget()
Object.assign(globalThis, {
  indexedDB: device,
  IDBRequest: DeviceRequest,
  IDBTransaction: DeviceTransaction,
  IDBObjectStore: DeviceStore,
  IDBDatabase: DeviceDatabase,
  IDBIndex: DeviceIndex,
  IDBCursor: DeviceCursor,
  OffscreenCanvas: Canvas,
  location: new URL('http://plumbline.test'),
  document: new EventTarget(),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
})
