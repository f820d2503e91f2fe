import type { DBSchema, IDBPDatabase } from 'idb'
import { connectTo } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'

/** A record as the server last sent it to a user. */
export interface KeptRecord {
  /** The user who read it. */
  owner: Id
  entity: string
  id: Id
  /** Identifies the description and the rights that the record was read with. */
  hash: string
  /** When the server was last known to have it so, in milliseconds. */
  seen_at: number
  /** The record it is nested below or attached to, as `belowOf` names it; absent for others. */
  below?: string
  record: Base
}

/** An answer to a question: ids of records, or data that only the server can compute. */
export interface KeptAnswer {
  /** The user who read it. */
  owner: Id
  /** The entity's name; empty for an answer that is no list. */
  entity: string
  /** The question; a list's is its condition as JSON. */
  key: string
  hash: string
  ids: readonly Id[]
  data?: unknown
  /** What the server marked the answer with, if it did: its time, or an ETag. */
  since: string | null
  /** When it was last true, in milliseconds. */
  as_of: number
}

interface Schema extends DBSchema {
  records: {
    key: [Id, string, Id]
    value: KeptRecord
    indexes: { below: [Id, string, string]; seen: [Id, string, number] }
  }
  answers: { key: [Id, string, string]; value: KeptAnswer }
}
export type KeptDatabase = IDBPDatabase<Schema>

/** The database's name; the outbox has one of its own, which no sign-out empties. */
export const KEPT = 'plumbline kept'

/** Opens the database when it is first used. */
export const createDatabase = (name: string): (() => Promise<KeptDatabase>) =>
  connectTo<Schema>(name, 1, (database) => {
    // Version 0.1.0 kept reference data there, which is fetched again.
    indexedDB.deleteDatabase('plumbline')
    const records = database.createObjectStore('records', { keyPath: ['owner', 'entity', 'id'] })
    records.createIndex('below', ['owner', 'entity', 'below'])
    records.createIndex('seen', ['owner', 'entity', 'seen_at'])
    database.createObjectStore('answers', { keyPath: ['owner', 'entity', 'key'] })
  })
