import { sql } from 'kysely'
import { guest, type CurrentUser } from '../../core/access/access.ts'
import { randomHex } from '../../lib/random-hex.ts'
import { takeLock, type Database } from '../db/database.ts'
import { isOver } from '../db/moments.ts'
import { Refusal } from '../http/errors.ts'
import { zipOf, type Crc32, type Zipped } from './zip.ts'
import type { FileStore } from './file-store.ts'

/** How many archives are sent at a time by all processes of a company: to one person, and to all. */
const MOST_EACH = 2
const MOST = 8
/** Of these, guests together take no more than this many, so that staff always find a place. */
const MOST_GUESTS = 4
/** Milliseconds after which an archive that nobody reads is ended, so that its place is free again. */
const UNREAD_MS = 60_000
/** For so long a place is held, renewed while the archive is read: those of a process that dies are free after this. */
const LEASE_MS = UNREAD_MS + 30_000
const RENEW_MS = 20_000

interface Deps {
  readonly store: FileStore
  readonly crc32: Crc32
  readonly database: Database
  readonly now: () => Date
  readonly log: (error: unknown) => void
}

/** Packs archives, a limited number at a time, since each keeps the file store and the line busy for minutes. */
export function createArchives({ store, crc32, database: { dialect, kysely }, now, log }: Deps) {
  const leased = () => new Date(now().getTime() + LEASE_MS).toISOString()

  /** @throws Refusal 429 when none is free */
  async function takePlace(user: CurrentUser): Promise<string> {
    const id = randomHex(16)
    const isGuest = guest(user) ? 1 : 0
    await kysely.transaction().execute(async (db) => {
      if (dialect === 'postgres') await takeLock(db, 'archives')
      await sql`delete from archives where ${isOver(sql`until`, now(), LEASE_MS)}`.execute(db)
      const { rows } = await sql<{ own: unknown; guests: unknown; places: unknown }>`select count(*) as places,
        coalesce(sum(guest), 0) as guests, coalesce(sum(case when user_id = ${user.id} then 1 else 0 end), 0) as own
        from archives`.execute(db)
      const { own, guests, places } = rows[0] ?? {}
      if (Number(own) >= MOST_EACH || Number(places) >= MOST || (isGuest && Number(guests) >= MOST_GUESTS))
        throw new Refusal(429, 'Too many archives are being downloaded. Try again when one of them is through.')
      await sql`insert into archives (id, user_id, guest, until) values (${id}, ${user.id}, ${isGuest}, ${leased()})`.execute(
        db,
      )
    })
    return id
  }
  return {
    pack(files: readonly Zipped[]) {
      const { body, length } = zipOf(files, { store, crc32 })
      return {
        length,
        /**
         * The archive, to be read or cancelled.
         * @throws Refusal 429 when too many are on their way
         */
        async open(user: CurrentUser): Promise<ReadableStream<Uint8Array>> {
          const id = await takePlace(user)
          let renewed = now().getTime()
          return whileRead(body, {
            reads() {
              if (Math.abs(now().getTime() - renewed) < RENEW_MS) return
              renewed = now().getTime()
              sql`update archives set until = ${leased()} where id = ${id}`.execute(kysely).catch(log)
            },
            ends: () => void sql`delete from archives where id = ${id}`.execute(kysely).catch(log),
          })
        },
      }
    },
  }
}

export type Archives = ReturnType<typeof createArchives>

interface Reading {
  reads(): void
  ends(): void
}

/**
 * Calls `reads` whenever more of the stream is read, and `ends` when it is through, fails or is cancelled. One that is read
 * no further is ended after a minute.
 */
function whileRead(body: ReadableStream<Uint8Array>, { reads, ends }: Reading): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let over = false
  let unread: ReturnType<typeof setTimeout> | undefined
  const finish = () => {
    clearTimeout(unread)
    if (!over) ends()
    over = true
  }
  const giveUpLater = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    unread = setTimeout(() => {
      const error = new Error(`An archive was not read for ${UNREAD_MS / 1000} seconds.`)
      finish()
      controller.error(error)
      void reader.cancel(error)
    }, UNREAD_MS)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: giveUpLater,
      async pull(controller) {
        clearTimeout(unread)
        reads()
        try {
          const { value } = await reader.read()
          if (over) return
          if (value) {
            giveUpLater(controller)
            return controller.enqueue(value)
          }
        } catch (error) {
          finish()
          throw error
        }
        finish()
        controller.close()
      },
      async cancel(reason) {
        finish()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
