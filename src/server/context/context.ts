import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { LinkKind } from '../auth/links.ts'
import type { Ctx } from '../ctx.ts'
import { alive } from '../db/conditions.ts'
import type { Database, Executor } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { Event, NewEvent } from '../events/events.ts'
import type { NewJob } from '../jobs/jobs.ts'
import type { Catalog } from '../resource/catalog.ts'

/** Who asks, and through which session and socket. */
export interface Asker {
  readonly user: CurrentUser
  readonly session?: string | null
  readonly socket?: string | undefined
  /** Codes of the warnings that the request confirms. */
  readonly confirmed?: readonly string[]
  /** True while the sample company is seeded: nobody is told of what never happened. */
  readonly seeding?: boolean
}

export interface Hashed {
  readonly password: string
  readonly hash: string
}

export interface Warning {
  readonly code: string
  readonly message: string
}

/**
 * One unit of work: what rules and actions may use (`Ctx`), the transaction it runs in, and what came of it. Outside a
 * transaction it only reads.
 */
export interface Context extends Ctx {
  readonly services: Services
  readonly catalog: Catalog
  readonly db: Executor
  readonly events: NewEvent[]
  readonly jobs: NewJob[]
  readonly warnings: Warning[]
  /** What runs once all is committed. */
  readonly afterCommit: (() => Promise<void>)[]
  /** The password this request sets, as typed. */
  password: string | null
  /** Its hash, once everything else about the request was found to be right. */
  readonly hashed: Hashed | null
}

/** What the server has, made once at start by `createServices`. */
export interface Services {
  readonly catalog: Catalog
  readonly database: Database
  readonly now: () => Date
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
  readonly wakeWorker: () => void
  /** Which row rules of those listening a record matches now; asked before it changes. */
  readonly matchListeners: (ctx: Context, entity: Entity, id: Id) => Promise<ReadonlySet<string>>
  /** Tells listeners of committed events, here and through the other processes. */
  readonly publish: (events: readonly Event[], except: string | undefined) => void
  readonly log: (error: unknown) => void
}

/** Finds one live record as the server sees it. */
export async function findRow(
  { db, catalog }: Pick<Context, 'db' | 'catalog'>,
  entity: Entity,
  id: Id,
): Promise<Row | undefined> {
  const [row] = await selectRows(db, catalog, entity, { where: sql`t.id = ${id} and ${alive()}` })
  return row
}
