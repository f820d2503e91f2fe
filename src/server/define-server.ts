import type { Hono } from 'hono'
import type { Migration } from 'kysely/migration'
import type { Id, Verb } from '../core/access/access.ts'
import type { ActionOf, ComputedOf, DraftOf, Entity, QueryOf, RecordOf } from '../core/entity/entity.ts'
import type { FieldErrors } from '../core/entity/parse.ts'
import type { Ctx } from './ctx.ts'
import type { Subscription } from './subscription.ts'
import { Refusal } from './http/errors.ts'
import type { Where } from './where.ts'

export { newPasswordProblems } from './auth/new-password.ts'
export { on } from './subscription.ts'
export type { Ctx } from './ctx.ts'
export { anyOf, between, namedBy, not, some, within, type Where } from './where.ts'

type Awaitable<T> = T | Promise<T>

/** What someone wants to do to a record that hangs on another; `before` is that record as it stands. */
export interface Attaching {
  readonly child: Entity
  readonly verb: 'create' | 'edit' | 'delete'
  readonly before: Readonly<Record<string, unknown>> | null
}

interface Hooks<E extends Entity> {
  /** Which rows this user may see: all, none, or those that match. Without it: those within a visible parent. */
  visible?(ctx: Ctx): Awaitable<boolean | Where<RecordOf<E>>>
  /** Whether this verb or action is allowed on this very record; a text refuses with 403 and that message, false with the usual one. */
  may?(
    verb: Verb | ActionOf<E>,
    at: { before: RecordOf<E> | null; draft: DraftOf<E> },
    ctx: Ctx,
  ): Awaitable<boolean | string>
  /** What the server itself says of a record a client saves, whatever was sent: who made it, what another field empties. */
  derive?(draft: DraftOf<E>, before: RecordOf<E> | null, ctx: Ctx): Awaitable<Partial<RecordOf<E>>>
  /** Rules beyond one field's schema; keys are field names; answers 422. */
  validate?(draft: DraftOf<E>, before: RecordOf<E> | null, ctx: Ctx): Awaitable<FieldErrors | void>
  /**
   * Whether the user may put something on this record, change it there or take it away (attachments, messages); without
   * it, whoever may edit the record.
   */
  mayAttach?(at: Attaching, record: RecordOf<E>, ctx: Ctx): Awaitable<boolean | string>
  /** Its records are made by uploading a file: their `name`, `mime`, `size` and `path` are the server's to say. */
  uploads?: boolean
  /** Inside the same transaction as the save; `draft` also has what is only taken (a password). */
  afterSave?(
    record: RecordOf<E>,
    before: RecordOf<E> | null,
    ctx: Ctx,
    draft: Readonly<Partial<DraftOf<E>>>,
  ): Awaitable<void>
  /** Inside the same transaction as the deletion. */
  afterDelete?(record: RecordOf<E>, ctx: Ctx): Awaitable<void>
  /** A batch at a time, in the records' order. */
  computed?: Filling<E>
  /** What a declared filter means in columns. */
  filters?: Record<string, (value: string, ctx: Ctx) => Where<RecordOf<E>>>
}

export type Filling<E extends Entity> = {
  [K in keyof ComputedOf<E>]?: (records: readonly RecordOf<E>[], ctx: Ctx) => Awaitable<readonly ComputedOf<E>[K][]>
}
/**
 * The server half of an entity. An action or query that the description declares and nobody serves stops the boot, by
 * name; steps of a workflow and the next number of a sequence serve themselves, and an action beside a step adds to it.
 */
export interface Serving<E extends Entity> extends Hooks<E> {
  actions?: { [K in ActionOf<E>]?: (record: RecordOf<E>, ctx: Ctx, body: unknown) => Awaitable<RecordOf<E>> }
  queries?: { [K in QueryOf<E>]?: (ctx: Ctx, params: Record<string, string>) => Awaitable<unknown> }
}

/** A serving as the resource layer handles it, whatever its entity. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyServing = Hooks<any> & {
  // oxlint-disable-next-line typescript/no-explicit-any
  actions?: Record<string, (record: any, ctx: Ctx, body: unknown) => Awaitable<any>>
  queries?: Record<string, (ctx: Ctx, params: Record<string, string>) => Awaitable<unknown>>
}

export interface Served {
  readonly entity: Entity
  readonly serving: AnyServing
  /** True when it only adds to what another module serves. */
  readonly fills: boolean
}

/** Ends a rule or action with 422: a state that does not allow it (a permission that does not is `may`'s text, 403). */
export function refuse(message: string, errors: FieldErrors = {}): never {
  throw new Refusal(422, message, errors)
}

/**
 * The server half of a description: its row rules, record rules, actions and queries.
 * @example serve(phases, { visible: () => true })
 */
export const serve = <E extends Entity>(entity: E, serving: Serving<E>): Served => ({
  entity,
  // The marked seam: from here on a serving is one of any entity.
  serving: serving as AnyServing,
  fills: false,
})

/** Fills computed fields that another module's entity declares. A field without default that nobody fills stops the boot, by name. */
export const fill = <E extends Entity>(entity: E, filling: Filling<E>): Served => ({
  entity,
  serving: { computed: filling },
  fills: true,
})

/** What a module plants into the sample company, after the modules it builds on. */
export interface Sample {
  readonly after?: readonly string[]
  seed(ctx: Ctx, tools: SeedTools): Promise<void>
}
export interface SeedTools {
  /** A number from 0 up to (not including) `below`: the module's own sequence, the same on every machine and every day. */
  pick(below: number): number
  /** The password all sample people share. */
  setPassword(user: Id): Promise<void>
}

/** What is wrong with shared lines as an entity is about to hold them; keys are as for any field. */
export type LinesCheck = (
  at: { entity: Entity; lines: readonly object[]; before: readonly object[] },
  ctx: Ctx,
) => Awaitable<FieldErrors>

/** What one job may use: its id, the same on every try, and transactions as the server. */
export interface JobTools {
  readonly id: number
  inTransaction<T>(task: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** A kind of job that a module declares. */
export interface JobKind {
  /** `heavy` for what takes seconds; each lane has a worker of its own. */
  readonly lane: 'mail' | 'quick' | 'heavy'
  /** Done at least once; what it throws makes it due again. */
  run(payload: unknown, tools: JobTools): Promise<void>
}

export interface ServerSpec {
  serve?: readonly Served[]
  routes?: (app: Hono, ctx: (context: unknown) => Ctx) => void
  /** Rules of lines that several entities share (`lines(…, { shared })`), by the table they stand in. */
  lines?: Record<string, LinesCheck>
  /** Runs once the tables stand, before anything is served: what must always be there. */
  start?: (ctx: Ctx) => Promise<void>
  /** Runs once a day, in the company's morning, as a job in a transaction of its own. */
  daily?: (ctx: Ctx) => Promise<void>
  /** What happens after changes, each as a job of its own: `on(rfis, 'send', handler)`. */
  subscribe?: readonly Subscription[]
  /** Kinds of jobs that the module enqueues (`ctx.enqueue`), by name. */
  jobs?: Record<string, JobKind>
  /** What everyone may know of this company before signing in, for GET /api/app. */
  about?: (ctx: Ctx) => Promise<Record<string, unknown>>
  /** Changes that do more than add, by a name that sorts by date; each runs once. */
  migrations?: Record<string, Migration>
  sample?: () => Promise<{ sample: Sample }>
}
export interface ServerModuleSpec extends ServerSpec {
  readonly $server: true
}

/**
 * The server door of a module, its default export from server.ts.
 * @example export default defineServer({ serve: [serve(customers, {})] })
 */
export const defineServer = (spec: ServerSpec): ServerModuleSpec => ({ ...spec, $server: true })
