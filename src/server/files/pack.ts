import type { Entity } from '../../core/entity/entity.ts'
import type { Id } from '../../core/access/access.ts'
import type { Context } from '../context/context.ts'
import type { Ctx } from '../ctx.ts'
import type { Database } from '../db/database.ts'
import type { Incoming } from './incoming.ts'
import { drop } from './receive.ts'
import { turn } from './turns.ts'
import { markAttached, uploadsAt } from './upload-rows.ts'
import { createNames, zipRecords, type Crc32 } from './zip.ts'

/** What goes into an archive under a name: a text, also piece by piece, bytes, or a file of the store. */
export interface Packed {
  readonly name: string
  /** The folders it lies in there, from the top. */
  readonly folders?: readonly string[]
  /** ISO 8601. */
  readonly modified: string
  readonly content: string | Uint8Array | Generator<string> | { readonly path: string }
}

/** Puts something into the archive; resolves to its name there, or null where its file is missing in the store. */
export type Put = (packed: Packed) => Promise<string | null>

/** A finished archive, for the fields of a record with a file. */
export interface ArchiveFile {
  readonly path: string
  readonly size: number
  readonly sha256: string | null
}

/**
 * Writes an archive for a record into the file store, one entry after another, with turns for others between: none of it is
 * held. What an earlier attempt had written, which a process left, is removed. `keep` saves the record with its
 * file, in the transaction that gives the file to it.
 * @throws after removing what was written, when one of both fails
 */
export type Archiving = (
  of: { readonly entity: Entity; readonly id: Id; readonly user_id: Id; readonly name: string },
  fill: (put: Put) => Promise<void>,
  keep: (ctx: Ctx, file: ArchiveFile) => Promise<unknown>,
) => Promise<void>

interface Deps {
  readonly incoming: Incoming
  readonly database: Database
  readonly crc32: Crc32
  readonly inTransaction: <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
}

/** Small pieces are collected until there is so much of them, since each write may wait for a turn. */
const PIECE = 256 * 1024

/** Joins pieces that are written one after another. */
function collector(write: (bytes: Uint8Array) => Promise<void>) {
  let pieces: Uint8Array[] = []
  let length = 0
  async function flush() {
    const joined = new Uint8Array(length)
    let at = 0
    for (const piece of pieces) {
      joined.set(piece, at)
      at += piece.byteLength
    }
    ;[pieces, length] = [[], 0]
    if (at) await write(joined)
  }
  return {
    flush,
    async add(bytes: Uint8Array) {
      if (length + bytes.byteLength > PIECE) await flush()
      if (bytes.byteLength >= PIECE) return write(bytes)
      pieces.push(bytes)
      length += bytes.byteLength
    },
  }
}

/** What jobs that write archives have of the file store. */
export function createPacking({ incoming, database, crc32, inTransaction }: Deps) {
  const { store } = incoming
  const encoder = new TextEncoder()

  async function* bytesIn(content: Packed['content']): AsyncGenerator<Uint8Array> {
    if (typeof content === 'string') yield encoder.encode(content)
    else if (content instanceof Uint8Array) yield content
    else if (!('path' in content))
      for (const piece of content) {
        yield encoder.encode(piece)
        await turn()
      }
    else {
      const stream = await store.read(content.path)
      if (!stream) throw new Error(`The file ${content.path} is missing in the file store.`)
      const reader = stream.getReader()
      try {
        for (let read = await reader.read(); read.value; read = await reader.read()) yield read.value
      } finally {
        await reader.cancel()
      }
    }
  }

  const archive: Archiving = async ({ entity, id, user_id, name }, fill, keep) => {
    const place = `archive of ${entity.name} ${id}`
    for (const left of await uploadsAt(database.kysely, place)) await incoming.discard(left)
    const { row, writer } = await incoming.createForForm({ user_id, place, name })
    try {
      const records = zipRecords(crc32)
      const { add, flush } = collector((bytes) => writer.write(bytes))
      const nameOf = createNames()
      await fill(async ({ content, modified, ...named }) => {
        await turn()
        const stored = typeof content === 'object' && 'path' in content ? content.path : null
        if (stored !== null && (await store.size(stored)) === null) return null
        const path = nameOf(named)
        const entry = { name: encoder.encode(path), modified: new Date(modified) }
        await add(records.begin(entry))
        for await (const bytes of bytesIn(content)) {
          records.add(bytes)
          await add(bytes)
        }
        await add(records.end(entry).descriptor)
        return path
      })
      for (const bytes of records.close()) await add(bytes)
      await flush()
      const size = writer.received
      const sha256 = await writer.end(true)
      await inTransaction(async (ctx) => {
        await keep(ctx, { path: row.path, size, sha256 })
        await markAttached(ctx.db, row.id, id)
      })
    } catch (error) {
      await drop(incoming, { upload: row, writer })
      throw error
    }
  }

  return {
    archive,
    async bytesOf(path: string, most: number): Promise<Uint8Array | null> {
      const size = await store.size(path)
      const stream = size === null || size > most ? null : await store.read(path)
      return stream && new Uint8Array(await new Response(stream).arrayBuffer())
    },
  }
}
