import { sql, type RawBuilder } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { LinkKind } from '../auth/links.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SecondFactors } from '../sign-in/second-factor.ts'
import type { SecurityEvents } from '../sign-in/security-events.ts'
import type { Ctx } from '../ctx.ts'
import { alive } from '../db/conditions.ts'
import type { Database, Executor } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { Event, NewEvent } from '../events/events.ts'
import type { Budget } from '../http/budget.ts'
import type { Directories } from '../files/directories.ts'
import type { NewJob } from '../jobs/jobs.ts'
import type { Catalog } from '../resource/catalog.ts'
import type { SystemStatus } from '../system/status.ts'
import type { Way } from '../system/way.ts'
import type { Summand } from '../resource/sums.ts'
import type { Totals } from '../resource/totals.ts'
import type { KnownRefs } from '../resource/refs.ts'
import type { Seen } from '../resource/sight.ts'
import type { RecordCache } from './record-cache.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Pusher } from '../push/pusher.ts'

/** Who makes the request, with their session and live socket. */
export interface Asker {
  readonly user: CurrentUser
  readonly session?: string | null
  readonly socket?: string | undefined
  /** Codes of the warnings that the request confirms. */
  readonly confirmed?: readonly string[]
  /** Puts a link into the answer's headers, for whoever asked and nobody else. */
  readonly handOver?: (link: string) => void
  /** How the request came to this process. */
  readonly way?: () => Way | null
  /** On whose behalf the server acts: what follows takes this person's turns. */
  readonly behalf?: Id
  /** The request whose changes can be undone together. */
  readonly change?: RequestedChange | null
  /** True while sample data is seeded, when nobody must be notified. */
  readonly seeding?: boolean
}

/** What a request changes: the events of its transaction name it, so that all of it can be undone together. */
export interface RequestedChange {
  /** Unique over all requests: the person, and the Idempotency-Key or a random text. */
  readonly id: string
  /** Names several requests that are undone together, such as those of an import. */
  readonly group: string | null
  /** The entity and the verb that were asked for, by whose rights it is undone: `task complete`. */
  readonly request: string
  /** The change that it takes back. */
  readonly undoes?: string
}

export interface Hashed {
  readonly password: string
  readonly hash: string
}

export interface Warning {
  readonly code: string
  readonly message: string
  /** The codes that confirm it instead of its own, if there are several ways to go on. */
  readonly answers?: readonly string[]
  /** To go on adds nothing, so that going back is the answer to be proposed. */
  readonly needless?: boolean
}

/** A record that others of the transaction belong to, and how many of its events were considered when it was found. */
interface Parent {
  readonly row: Row
  considered: number
}

/**
 * One unit of work: everything rules and actions may use (`Ctx`), plus its transaction, events and deferred tasks.
 * Outside a transaction it is read-only.
 */
export interface Context extends Ctx {
  readonly services: Services
  readonly catalog: Catalog
  readonly db: Executor
  readonly change: RequestedChange | null
  readonly events: NewEvent[]
  /** What the request's answer contains: `{entity} {id}`. */
  readonly answered: Set<string>
  readonly jobs: NewJob[]
  /** What its changes add to sums, which is written when it ends. */
  readonly summands: Summand[]
  readonly warnings: Warning[]
  /** Statements whose results nobody needs; they run with the transaction's last one. */
  readonly closing: RawBuilder<unknown>[]
  /** What {@link findParent} has found. */
  readonly parents: Map<string, Parent>
  /** What was asked once, by the names of its keys. */
  readonly answers: Map<string, unknown>
  /** The locks that this transaction holds. */
  readonly held: Set<string>
  /** References that this transaction has checked. */
  readonly knownRefs: Map<Entity, KnownRefs>
  /** What this transaction has read for the rules of both sides. */
  readonly seen: Map<Entity, Seen>
  /** The answer carries a link that is stored nowhere, so that the same request must run again to get one. */
  handsOver: boolean
  /** Tasks that run after the commit and before the response: they are slow or leave the database. */
  readonly afterCommit: (() => Promise<void>)[]
  /** Tasks that run when the transaction has ended, committed or not. */
  readonly whenEnded: ((stored: Ctx) => Promise<void>)[]
  /** Takes from what the user may use in a while, unless the request fails. @throws Refusal 429 when less is left */
  take(budget: Budget, amount?: number): Promise<void>
  /** The plain-text password this request sets. */
  password: string | null
  /** The hash of that password, computed once the rest of the request has been validated. */
  readonly hashed: Hashed | null
}

/** The server's dependencies, created once at start by `createServices`. */
export interface Services {
  readonly catalog: Catalog
  readonly database: Database
  readonly now: () => Date
  readonly accounts: Accounts
  readonly totals: Totals
  readonly records: RecordCache
  /** Hashes a new password. @throws Refusal 429 when this user sets too many, 503 when too many others are waiting */
  readonly hash: (password: string, by: CurrentUser) => Promise<string>
  /** Resolves to the link where nobody gets the mail. */
  readonly mailLink: (person: { id: Id; email: string }, kind: LinkKind) => Promise<string | null>
  /** Whether mails reach anybody. */
  readonly delivers: boolean
  /** Whether who uses this session has lately shown that it is them. */
  readonly isConfirmed: Sessions['isConfirmed']
  readonly secondFactors: SecondFactors
  readonly securityEvents: SecurityEvents
  /** Closes a user's live connections, which come back as far as they still may. */
  readonly reconnect: (user: Id) => void
  /** Where a user is signed in. */
  readonly browsersOf: Sessions['of']
  /** Ends a session and closes its sockets, in all processes. */
  readonly endSession: (hash: string) => Promise<void>
  /** Ends a user's sessions and sockets, except the session `keep`. */
  readonly endSessions: (user: Id, keep: string | null) => Promise<void>
  readonly appUrl: string
  readonly companyName: string
  readonly weather: string | undefined
  readonly sms: string | undefined
  readonly pusher: Pusher | undefined
  readonly outgoing: Outgoing | undefined
  /** A secret of 32 bytes that follows from the app's and this name, in base64url. */
  readonly secretFor: (name: string) => string
  /** Whether mail is configured on this server. */
  readonly mails: boolean
  /** The address by which a person answers about a record; null where no answers are taken. */
  readonly replyTo: (person: Id, entity: Entity, id: Id) => string | null
  readonly directories: Directories | undefined
  readonly wakeWorker: () => void
  /** Whether a place for backups is set. */
  readonly backsUp: boolean
  readonly status: (db: Executor, now: string, way: Way | null) => Promise<SystemStatus>
  /** Which of the listeners' row rules each of the records matches now; call it before they change. */
  readonly matchListeners: (
    ctx: Context,
    entity: Entity,
    rows: readonly Row[],
  ) => Promise<(id: Id) => ReadonlySet<string>>
  /** Sends committed events to listeners of this process and of the others. */
  readonly publish: (events: readonly Event[]) => void
  readonly log: (error: unknown) => void
}

/** Finds one live record, ignoring visibility. */
export async function findRow(
  { db, catalog }: Pick<Context, 'db' | 'catalog'>,
  entity: Entity,
  id: Id,
): Promise<Row | undefined> {
  const [row] = await selectRows(db, catalog, entity, { where: sql`t.id = ${id} and ${alive()}` })
  return row
}

/** The same for what many drafts of one request belong to: it is read again once the transaction has changed it. */
export async function findParent(ctx: Context, entity: Entity, id: Id): Promise<Row | undefined> {
  const key = `${entity.name} ${id}`
  const known = ctx.parents.get(key)
  const isCurrent = known && !ctx.events.slice(known.considered).some((one) => one.entity === entity && one.id === id)
  const row = isCurrent ? known.row : await findRow(ctx, entity, id)
  if (row) ctx.parents.set(key, { row, considered: ctx.events.length })
  return row
}
