import type { RawBuilder } from 'kysely'
import type { CurrentUser, Id } from '../core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../core/entity/entity.ts'
import type { Mail } from './mail/mailer.ts'
import type { Where } from './where.ts'

/** What a rule, action, subscriber or job may use: who asks, and the data through the same descriptions. */
export interface Ctx {
  readonly user: CurrentUser
  /** This request's moment, ISO 8601 in UTC. */
  readonly now: string
  /** Reads past what the user may see: rules need the truth, answers are narrowed elsewhere. */
  find<E extends Entity>(entity: E, id: Id): Promise<RecordOf<E> | null>
  all<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<RecordOf<E>[]>
  count<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<number>
  /** For questions that descriptions cannot put; rows come as the engine sends them (PostgreSQL sends numbers as text). */
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  /** Waits until no other transaction holds `name`, and holds it to the end: for rules over several rows. */
  alone(name: string): Promise<void>
  /** Runs once the transaction is committed, before the answer: what is slow or leaves the database. */
  after(task: () => Promise<void>): void
  /**
   * Gives a person a password, and ends their sessions but the one that asks. It is hashed last, once everything else
   * about the request was found to be right, since hashing is slow on purpose.
   * @throws Refusal 422 for the second password of a request
   */
  setPassword(user: Id, password: string): Promise<void>
  /** Ends all sessions of a person but the one that asks. */
  endSessions(user: Id): Promise<void>
  /** Mails a person a one-time link. @throws Refusal 422 when the mail cannot be sent */
  mailLink(person: { id: Id; email: string }, kind: 'invite' | 'reset'): Promise<void>
  /** The records among those that match which the user may see, as they may read them: what a query may answer with. */
  shown<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<Partial<RecordOf<E>>[]>
  /** Those of some people who may see a record now, whether or not their accounts are open. */
  whoSees(entity: Entity, id: Id, people: readonly Id[]): Promise<Id[]>
  /**
   * Tells listeners of a record whose own row did not change: who viewed it, what was counted anew. `change` may take it
   * out of sight or bring it back.
   */
  announce(entity: Entity, id: Id, change?: () => Promise<void>): Promise<void>
  /**
   * Records that the user looked at these records, in the shared lines `views` of their entity. Looking changes nothing
   * else about them, and is no history.
   */
  markViewed(entity: Entity, ids: readonly Id[]): Promise<void>
  /** Mails someone once this transaction is committed, retried until it worked; a second mail of one `key` is dropped. */
  mail(mail: Mail, key?: string): Promise<void>
  /** Adds a job of a kind that some module declares; a second one of a `key` is dropped. */
  enqueue(kind: string, payload: unknown, options?: { at?: string; key?: string }): Promise<void>
  /** Where people open the app, for links in mail. */
  readonly appUrl: string
  readonly companyName: string
  /** Saves as the server, read-only fields included, in the same transaction, with history and live events. */
  save<E extends Entity>(entity: E, draft: DraftOf<E>): Promise<RecordOf<E>>
  /**
   * Says something that whoever asks should know and may confirm: unless the request names `code` among its `confirmed`,
   * it is refused with this warning, and nothing is saved.
   */
  warn(code: string, message: string): void
}
