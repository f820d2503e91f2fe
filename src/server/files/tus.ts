import type { Context as HonoContext } from 'hono'
import { DataStore, Server, Upload, type Locker } from '@tus/server'
import { tooLarge } from '../../lib/file-size.ts'
import { sha256 } from '../auth/crypto.ts'
import type { Asker } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { AllServices } from '../services.ts'
import { FileLost } from './file-store.ts'
import { RESUMABLE_MS, type Incoming } from './incoming.ts'
import { nameOf } from './names.ts'
import { isPlainPatch, takePatch } from './tus-patch.ts'
import { createUploadLocks, DRAIN, Locked, type Lock } from './upload-locks.ts'
import { findPurpose, type UploadPlace } from './upload-places.ts'
import { tooMany } from '../http/budget.ts'
import { LockLost, pendingOf, type UploadRow } from './upload-rows.ts'

/** Headers of the protocol's extensions that are not offered. */
const EXTENSIONS = ['Upload-Defer-Length', 'Upload-Concat']
/** All unfinished uploads of one person together. */
const MOST_PENDING_BYTES = 5 * 1024 ** 3
const TOO_MUCH = 'More than 5 GB of your uploads are unfinished. Finish or remove some of them first.'
const MOST_PENDING = 100
const TOO_MANY = `${MOST_PENDING} of your uploads are unfinished. They go on when some of them are through.`
/** Seconds after which a device looks again whether some are through. */
const LOOK_AGAIN = 10
const GONE = 'This upload is no longer there. Choose the file again.'

const stored = (row: UploadRow) =>
  new Upload({
    id: row.id,
    ...(row.size !== null && { size: row.size }),
    offset: row.saved.size,
    creation_date: row.created_at,
  })

/** The failures that the protocol gives statuses of their own; anything else is a fault of ours. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Locked) return new Refusal(423, 'This upload is being written. Try again in a moment.')
  if (error instanceof LockLost) return new Refusal(409, 'Another request goes on with this upload.')
  if (error instanceof FileLost) return new Refusal(410, GONE)
  const { status_code: status, body }: { status_code?: unknown; body?: unknown } = Object(error)
  if (error instanceof Refusal || typeof status !== 'number') return error
  return new Refusal(status, status === 404 || status === 410 ? GONE : String(body).trim())
}

/** What the server of uploads knows, and what of a request its parts cannot hand to each other. */
interface Tus {
  readonly deps: AllServices
  readonly incoming: Incoming
  readonly places: readonly UploadPlace[]
  readonly path: string
  readonly locks: ReturnType<typeof createUploadLocks>
  readonly held: Map<string, Lock>
  readonly askers: WeakMap<Request, Asker>
  readonly failures: WeakMap<Request, unknown>
}

const askerOf = ({ askers }: Tus, request: Request): Asker => {
  const asker = askers.get(request)
  if (!asker) throw new Refusal(401)
  return asker
}

const rowOf = async ({ incoming }: Tus, id: string): Promise<UploadRow> => {
  const row = await incoming.find(id)
  if (!row || row.removed_at !== null) throw new Refusal(404, GONE)
  return row
}

const ownRow = async (tus: Tus, id: string, { user }: Asker): Promise<UploadRow> => {
  const row = await rowOf(tus, id)
  if (row.user_id !== user.id) throw new Refusal(404, GONE)
  return row
}

/** The user, collection and file name of a new upload. @throws Refusal unless it is allowed there and small enough */
async function announced(tus: Tus, request: Request, upload: Upload) {
  const { places, deps, incoming } = tus
  const asker = askerOf(tus, request)
  const place = upload.metadata?.for ?? ''
  const found = findPurpose(places, place)
  if (!found) throw invalid({ for: ['Files cannot be added there.'] })
  await found.demand(createContext(deps, asker))
  const size = upload.size ?? 0
  if (size === 0) throw invalid({ file: ['This file is empty.'] })
  if (size > found.entity.mostBytes) throw invalid({ file: [tooLarge(found.entity.mostBytes)] })
  const known = await incoming.find(upload.id)
  if (!known) {
    const pending = await pendingOf(deps.database.kysely, asker.user.id)
    if (pending.bytes + size > MOST_PENDING_BYTES) throw invalid({ file: [TOO_MUCH] })
    if (pending.files >= MOST_PENDING) throw tooMany(MOST_PENDING, LOOK_AGAIN, undefined, TOO_MANY)
  }
  return { user_id: asker.user.id, place, name: nameOf(upload.metadata?.filename ?? undefined) }
}

const lockerOf = ({ locks, held }: Tus): Locker => ({
  newLock(id) {
    let own: Lock | undefined
    return {
      async lock(signal, stop) {
        own = await locks.lock(id, signal, stop)
        held.set(id, own)
      },
      async unlock() {
        // After the lease of this request expired, another one may hold the lock.
        if (held.get(id) === own) held.delete(id)
        await own?.release()
      },
    }
  },
})

/** The uploads as the library keeps them: rows, and files in the store. */
class Uploads extends DataStore {
  readonly tus: Tus
  constructor(tus: Tus) {
    super()
    this.tus = tus
  }
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  readonly announcements = new Map<string, { user_id: number; place: string; name: string }>()

  override async create(upload: Upload) {
    const announcement = this.announcements.get(upload.id)
    this.announcements.delete(upload.id)
    if (!announcement) throw new Error(`The upload ${upload.id} was not announced.`)
    const token = this.tus.held.get(upload.id)?.token ?? null
    await this.tus.incoming.create(announcement, { id: upload.id, size: upload.size ?? 0, token })
    return upload
  }
  override async write(chunks: AsyncIterable<Uint8Array>, id: string, offset: number) {
    return this.tus.incoming.append(await rowOf(this.tus, id), chunks, offset, this.tus.held.get(id)?.token ?? null)
  }
  override async getUpload(id: string) {
    return stored(await rowOf(this.tus, id))
  }
  override async remove(id: string) {
    await this.tus.incoming.discard(await rowOf(this.tus, id))
  }
  override getExpiration() {
    return RESUMABLE_MS
  }
}
function serverOf(tus: Tus): Server {
  const datastore = new Uploads(tus)
  return new Server({
    path: tus.path,
    datastore,
    locker: lockerOf(tus),
    lockDrainTimeout: DRAIN,
    relativeLocation: true,
    // The origins of other front ends are decided for all paths alike.
    allowedOrigins: () => false,
    namingFunction(request, metadata) {
      const { for: place, filename, key } = metadata ?? {}
      if (!key) return crypto.randomUUID()
      const size = request.headers.get('upload-length')
      return sha256(JSON.stringify([askerOf(tus, request).user.id, place, key, size, filename])).slice(0, 32)
    },
    async onUploadCreate(request, upload) {
      datastore.announcements.set(upload.id, await announced(tus, request, upload))
      return {}
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      await ownRow(tus, id, askerOf(tus, request))
    },
    onResponseError(request, error) {
      tus.failures.set(request, refusalOf(error))
      return undefined
    },
  })
}

/**
 * Resumable uploads by the tus protocol, 1.0.0. An upload is created with the metadata `filename`, `for` (the path of the
 * collection it will be attached to) and optionally `key`: the same file announced twice under a key is one upload. It
 * belongs to the user who created it; others get 404.
 */
export function createTus(deps: AllServices, incoming: Incoming, places: readonly UploadPlace[], path: string) {
  const locks = createUploadLocks(deps.database, deps.now, deps.log)
  const tus: Tus = {
    deps,
    incoming,
    places,
    path,
    locks,
    held: new Map(),
    askers: new WeakMap(),
    failures: new WeakMap(),
  }
  const server = serverOf(tus)
  return async (c: HonoContext): Promise<Response> => {
    const request = c.req.raw
    const asker = deps.askerOf(c)
    tus.askers.set(request, asker)
    c.header('Tus-Resumable', '1.0.0')
    for (const name of EXTENSIONS)
      if (request.headers.has(name))
        throw new Refusal(400, `${name} is not taken here: an upload is one file of known length.`)
    if (isPlainPatch(c)) {
      const find = (id: string) => ownRow(tus, id, asker)
      return takePatch(c, c.req.path.slice(path.length + 1), { incoming, locks, now: deps.now, find }).catch(
        (error: unknown) => {
          throw refusalOf(error)
        },
      )
    }
    const answer = await server.handleWeb(request)
    if (!tus.failures.has(request)) return answer
    throw tus.failures.get(request)
  }
}
export type OpenTus = typeof createTus
