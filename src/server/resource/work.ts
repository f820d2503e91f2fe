import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { alive } from '../db/conditions.ts'
import type { Database, Executor } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { LinkKind } from '../auth/links.ts'
import type { Ctx } from '../define-server.ts'
import type { Catalog } from './catalog.ts'

/** What happened to one record in a transaction, and which of the listeners' rules it passed before. */
export interface Change {
  readonly entity: Entity
  readonly id: Id
  readonly kind: 'saved' | 'deleted'
  readonly passed: ReadonlySet<string>
}

/** Asked before a row changes: which of the rules among those listening it passes now. */
export type Witness = (work: Work, entity: Entity, id: Id) => Promise<ReadonlySet<string>>

/** Who asks, and through which session and socket. */
export interface Asker {
  readonly user: CurrentUser
  readonly session?: string | null
  readonly socket?: string | undefined
}

export interface Hashed {
  readonly password: string
  readonly hash: string
}

/** One unit of work: who asks, in which transaction, and what came of it. */
export interface Work {
  readonly catalog: Catalog
  readonly db: Executor
  readonly user: CurrentUser
  readonly now: string
  readonly ctx: Ctx
  readonly changes: Change[]
  /** What runs once all is committed. */
  readonly after: (() => Promise<void>)[]
  /** The password this request sets, as typed. */
  password: string | null
  /** Its hash, once everything else about the request was found to be right. */
  readonly hashed: Hashed | null
  readonly witness: Witness
}

export interface WorkDeps {
  readonly catalog: Catalog
  readonly database: Database
  readonly now: () => Date
  readonly witness: Witness
  readonly accounts: Accounts
  /** Hashes a password that someone sets. @throws Refusal 429 when they set too many, 503 when too many others do */
  readonly hash: (password: string, by: CurrentUser) => Promise<string>
  readonly mailLink: (person: { id: Id; email: string }, kind: LinkKind) => Promise<void>
  /** Ends a person's sessions and sockets, but for one session to keep. */
  readonly endSessions: (user: Id, keep: string | null) => Promise<void>
  readonly appUrl: string
  readonly companyName: string
  /** Whether this server can send mail at all. */
  readonly mails: boolean
  /** Something was put down to be done after this transaction. */
  readonly kick: () => void
  /** Tells other processes of changes, in the transaction that makes them. */
  readonly relayWith: (db: Executor, changes: readonly Change[], except: string | undefined) => Promise<void>
  /** Tells those who listen at this one, once they are committed. */
  readonly publish: (changes: readonly Change[], except: string | undefined) => void
}

/** Finds one live record as the server sees it. */
export async function findRow(work: Pick<Work, 'db' | 'catalog'>, entity: Entity, id: Id): Promise<Row | undefined> {
  const [row] = await selectRows(work.db, work.catalog, entity, { where: sql`t.id = ${id} and ${alive()}` })
  return row
}
