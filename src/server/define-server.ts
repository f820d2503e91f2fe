import type { Hono } from 'hono'
import type { Migration } from 'kysely/migration'
import type { Grant, Id, Verb } from '../core/access/access.ts'
import type {
  ActionOf,
  CollectionActionOf,
  ComputedOf,
  DraftOf,
  Entity,
  QueryOf,
  RecordOf,
} from '../core/entity/entity.ts'
import type { Fields } from '../core/entity/field.ts'
import type { FieldErrors } from '../core/entity/parse.ts'
import type { Attaching } from '../core/entity/rules.ts'
import type { Ctx } from './ctx.ts'
import type { Directories } from './files/directories.ts'
import type { Changes, Subscription } from './subscription.ts'
import type { RecordRetention } from './db/retention.ts'
import type { AboutCompany } from './about-company.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { Refusal } from './http/errors.ts'
import type { RouteTools } from './http/route-tools.ts'
import type { SlotFill } from './slot.ts'
import type { AnyWhere, Where } from '../core/query/where.ts'

export { sha256 } from './auth/crypto.ts'
export { on, type Changes, type RecordEvent, type Subscription } from './subscription.ts'
export { inPieces } from './files/turns.ts'
export { named } from './files/sniff.ts'
export type { Ctx } from './ctx.ts'
export type { Logo } from './about-company.ts'
export type { JobKind, JobTools } from './jobs/job-kind.ts'
export type { Directories, Renaming } from './files/directories.ts'
export type { PdfTools } from './pdf-tools.ts'
export { slot, type Slot } from './slot.ts'
export type { KeptFile, Sample, SeedTools, Story } from './sample-tools.ts'
export type { Packed, Put } from './files/pack.ts'
export type { Reader, Told } from './resource/reader.ts'
export type { Mail } from './mail/mailer.ts'
export type { RouteTools } from './http/route-tools.ts'
export type { Described } from './openapi/operation.ts'
export {
  anyOf,
  beside,
  between,
  granted,
  leadsTo,
  namedBy,
  not,
  same,
  some,
  under,
  withDeleted,
  within,
  type Where,
} from '../core/query/where.ts'

type Awaitable<T> = T | Promise<T>
type NameIn<R> = R extends R ? keyof R & string : never

/** What an entity decides about the files that are uploaded for new records. */
export interface Receiving<E extends Entity> {
  /**
   * Whether the user may upload to these parents at all, before any of a file is accepted: a string refuses with 403 and
   * that message.
   */
  mayBegin?(parents: Readonly<Record<string, unknown>>, ctx: Ctx): Awaitable<boolean | string>
  /**
   * What the uploaded file becomes, given what the client sent, the parents, and the file's name and digest: the values of a new
   * record beyond the file itself, or a record that it becomes a new version of.
   * @throws Refusal unless the user may do that
   */
  receive?(
    sent: Readonly<Record<string, unknown> & { name: string; sha256: string | null }>,
    ctx: Ctx,
  ): Awaitable<{ values: Partial<RecordOf<E>> } | { versionOf: RecordOf<E> }>
}

/** Archives of files below a record of another entity: GET {root}/{id}/zip of that entity. */
export interface Archiving<E extends Entity> {
  readonly of: Entity
  /** Which of these records are in the archive, as far as the user sees them, and the folders that each lies in. */
  contents(
    id: Id,
    ctx: Ctx,
  ): Promise<{ name: string; where: Where<RecordOf<E>>; foldersOf(record: RecordOf<E>): string[] }>
}

interface Hooks<E extends Entity> {
  /** Which rows this user may see: all, none, or those that match; by default those of every parent that they see. */
  visible?(ctx: Ctx): Awaitable<boolean | Where<RecordOf<E>>>
  /** What share links show, of what their makers see (rule share-link); without rows, what is attached to what they show. */
  granted?: {
    readonly reads: readonly NameIn<RecordOf<E>>[]
    rows?(grant: Grant): boolean | Where<RecordOf<E>>
    /** What is attached to them and shown, and what recipients who may answer do. */
    readonly attached?: readonly string[]
    readonly answers?: readonly string[]
  }
  /**
   * Whether the user may do this to this particular record: a string refuses with 403 and that message, false with the
   * default one.
   */
  may?(
    verb: Verb | ActionOf<E>,
    at: { before: RecordOf<E> | null; draft: DraftOf<E> },
    ctx: Ctx,
  ): Awaitable<boolean | string>
  /**
   * Values the server sets on every client save, overriding the input: the author, or a field that another one clears.
   */
  derive?(draft: DraftOf<E>, before: RecordOf<E> | null, ctx: Ctx): Awaitable<Partial<RecordOf<E>>>
  /**
   * All drafts of a request for several new records are checked before the first is stored, since no rule here looks at
   * the others of them; or, given what is right of their values, reads with few queries what the rules need of each, which
   * then keep count of the drafts themselves. Without it each is stored before the next one is checked.
   */
  together?: true | ((drafts: readonly Readonly<Record<string, unknown>>[], ctx: Ctx) => Promise<void>)
  /** Validation across several fields; keys are field names. Any error answers 422. */
  validate?(draft: DraftOf<E>, before: RecordOf<E> | null, ctx: Ctx): Awaitable<FieldErrors | void>
  /**
   * Whether the user may add, change or remove something attached to this record (attachments, messages). By default,
   * everyone who may edit the record. Of many that are added at once each is asked about before the first is stored.
   */
  mayAttach?(at: Attaching, record: RecordOf<E>, ctx: Ctx): Awaitable<boolean | string>
  /**
   * Which of the records attached to those that a user sees the user may see as well: by default all of them.
   */
  seesAttached?(child: Entity, ctx: Ctx): boolean | AnyWhere
  /**
   * Its answers hold secrets, such as private addresses: they are not compressed, since their length would tell them, and
   * not kept for requests that are repeated.
   */
  secret?: boolean
  /** Records are created by uploading a file, so the server sets their `name`, `mime`, `size` and `path`. */
  uploads?: boolean | Receiving<E>
  /** Files of records that are uploads can be downloaded together. */
  archives?: Archiving<E>
  /** Runs in the transaction of the save; `draft` also holds write-only values, such as a password. */
  afterSave?(
    record: RecordOf<E>,
    before: RecordOf<E> | null,
    ctx: Ctx,
    draft: Readonly<Partial<DraftOf<E>>>,
  ): Awaitable<void>
  /** Runs in a transaction of its own before a list is read, to create what it must hold for its reader. */
  beforeList?(ctx: Ctx): Awaitable<void>
  /**
   * What a user's deletion changes instead, where the record stays, such as a removal that is still a draft; null to
   * delete it.
   */
  keep?(record: RecordOf<E>, ctx: Ctx): Awaitable<Partial<RecordOf<E>> | null>
  /** Runs in the transaction of the deletion. */
  afterDelete?(record: RecordOf<E>, ctx: Ctx): Awaitable<void>
  /**
   * Called before a request of this verb is undone, with what it did, the last first; what it returns is done afterwards,
   * such as telling people of it who were told of the change.
   */
  undoing?(verb: string, did: readonly Done[], ctx: Ctx): Awaitable<(() => Promise<void>) | void>
  /** Called with a batch of records; the values come back in the same order. */
  computed?: Filling<E>
}

/** What a request did to one record. */
export interface Done {
  readonly entity: Entity
  readonly id: Id
  readonly kind: 'saved' | 'deleted'
  readonly changes: Changes
}

type Filling<E extends Entity> = {
  [K in keyof ComputedOf<E>]?: (records: readonly RecordOf<E>[], ctx: Ctx) => Awaitable<readonly ComputedOf<E>[K][]>
}
/** With the fields that it reads of a request, which the description of the API tells. */
type Told<F> = F | { readonly asks: Fields; readonly run: F }

/**
 * The server half of an entity. The server refuses to start, naming the culprit, if an action or query is declared but
 * not implemented. Workflow steps, declared effects and sequence numbers need no implementation; an action
 * that has one anyway gets the record as its step left it.
 */
export interface Serving<E extends Entity> extends Hooks<E> {
  actions?: { [K in ActionOf<E>]?: Told<(record: RecordOf<E>, ctx: Ctx, body: unknown) => Awaitable<RecordOf<E>>> }
  /** They return the records that they changed, which are in the answer as far as the user may see them. */
  collectionActions?: {
    [K in CollectionActionOf<E>]?: Told<
      (ctx: Ctx, body: Readonly<Record<string, unknown>>) => Awaitable<readonly { id: Id }[]>
    >
  }
  queries?: { [K in QueryOf<E>]?: Told<(ctx: Ctx, params: Record<string, string>) => Awaitable<unknown>> }
  /** Text files of a record, by the end of their address: GET …/{id}/file, for who sees it; 404 for null. They may save. */
  written?: Record<
    string,
    (record: RecordOf<E>, ctx: Ctx, params: Record<string, string>) => Awaitable<WrittenFile | null>
  >
}

/** A text file that is written of a record; its MIME type is by default that of CSV. */
export type WrittenFile = Readonly<{ name: string; type?: string; text: string }>

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyReceiving = Receiving<any>

/** A serving with its entity type erased, as the resource layer uses it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyServing = Hooks<any> & {
  // oxlint-disable-next-line typescript/no-explicit-any
  actions?: Record<string, (record: any, ctx: Ctx, body: unknown) => Awaitable<any>>
  collectionActions?: Record<
    string,
    (ctx: Ctx, body: Readonly<Record<string, unknown>>) => Awaitable<readonly { id: Id }[]>
  >
  queries?: Record<string, (ctx: Ctx, params: Record<string, string>) => Awaitable<unknown>>
  written?: Record<string, (row: Row, ctx: Ctx, params: Record<string, string>) => Awaitable<WrittenFile | null>>
}

export interface Served {
  readonly entity: Entity
  readonly serving: AnyServing
  /** What its actions and queries read of a request, by their names. */
  readonly asks: Readonly<Record<string, Fields>>
}

/**
 * Fails a rule, action or query: with 422, for a state that does not allow it. For a missing permission to a record use
 * `may`, which answers 403.
 */
export function refuse(message: string, errors: FieldErrors = {}, status: 403 | 404 | 422 = 422): never {
  throw new Refusal(status, message, errors)
}

/**
 * The server half of a description: its row rules, record rules, actions and queries. Other modules may serve it too, to fill
 * computed fields that it declares, to serve actions of it, and to take part in the transactions that save its records.
 * @example serve(phases, { visible: () => true })
 */
export function serve<E extends Entity>(entity: E, serving: Serving<E>): Served {
  const asks: Record<string, Fields> = {}
  const runs = (told: Readonly<Record<string, unknown>> | undefined) =>
    told &&
    Object.fromEntries(
      Object.entries(told).map(([name, one]) => {
        if (!isTold(one)) return [name, one]
        asks[name] = { ...asks[name], ...one.asks }
        return [name, one.run]
      }),
    )
  const { actions, collectionActions, queries } = serving
  const own = { actions: runs(actions), collectionActions: runs(collectionActions), queries: runs(queries) }
  const run = Object.fromEntries(Object.entries(own).filter(([, all]) => all))
  // The entity type is erased here on purpose: the resource layer handles servings of all entities.
  return { entity, serving: { ...serving, ...run } as AnyServing, asks }
}
const isTold = (one: unknown): one is { asks: Fields; run: unknown } =>
  typeof one === 'object' && one !== null && 'asks' in one

/** Validates shared lines before an entity saves them; error keys are the same as for fields. */
export type LinesCheck = (
  at: { entity: Entity; lines: readonly object[]; before: readonly object[] },
  ctx: Ctx,
) => Awaitable<FieldErrors>

export interface ServerSpec {
  serve?: readonly Served[]
  /** Mounts what is no verb of an entity, such as pages that a link in a mail opens without a session. */
  routes?: (app: Hono, tools: RouteTools) => void
  /** What goes into slots that other modules' servers read by `ctx.filled`: `dayPlans(planOf)`. */
  fills?: readonly SlotFill[]
  /** Checks for lines shared by several entities (`lines(…, { shared })`), by table name. */
  lines?: Record<string, LinesCheck>
  /** Runs after migrations and before the server accepts requests, to create records that must always exist. */
  start?: (ctx: Ctx) => Promise<void>
  /** Runs once a day, in the morning of the company's time zone, as a job in its own transaction. */
  daily?: (ctx: Ctx) => Promise<void>
  /** Which rows of the module's tables are removed after how long, by a daily job. */
  retention?: readonly RecordRetention[]
  /** Handlers that run after changes, each as its own job: `on(rfis, 'send', handler)`. */
  subscribe?: readonly Subscription[]
  /** Kinds of jobs this module enqueues (`ctx.enqueue`), by name. */
  jobs?: Record<string, JobKind>
  /** What does not fit, a line for each that begins with its kind, for `npm run check:files`. */
  check?: (stored: Pick<Ctx, 'pick'> & { readonly directories: Directories | undefined }) => Promise<readonly string[]>
  /** What the installation asks about the company; one module has it. */
  company?: AboutCompany
  /** Migrations that do more than add columns or tables, by a name that sorts by date; each runs once. */
  migrations?: Record<string, Migration>
}
export interface ServerModuleSpec extends ServerSpec {
  readonly $server: true
}

/**
 * The server half of a module, the default export of its server.ts.
 * @example export default defineServer({ serve: [serve(phases, { visible: () => true })] })
 */
export const defineServer = (spec: ServerSpec): ServerModuleSpec => ({ ...spec, $server: true })
