import type { RawBuilder } from 'kysely'
import type { CurrentUser, Id } from '../core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../core/entity/entity.ts'
import type { newPasswordProblems } from './auth/new-password.ts'
import type { SignedInBrowser } from './auth/sessions.ts'
import type { Asking } from './asking.ts'
import type { Deriving } from './deriving.ts'
import type { Slot } from './slot.ts'
import type { Naming } from './context/naming.ts'
import type { Mail } from './mail/mailer.ts'
import type { MailedFile } from './mail/mailings.ts'
import type { SystemStatus } from './system/status.ts'
import type { Where } from '../core/query/where.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Pusher } from './push/pusher.ts'

/** What the people's module does with passwords, sessions and one-time links. */
export interface Accounts {
  /**
   * Sets a user's password and ends their other sessions, all but the one making this request. Hashing is slow on
   * purpose, so it happens last, once everything else about the request has been validated.
   * @throws Refusal 422 for the second password of a request
   */
  setPassword(user: Id, password: string): Promise<void>
  /**
   * Refuses with 423 unless whoever asks has shown within a quarter of an hour that it is them, in the session of this
   * request: for what would give an account away. The browser then asks them, and sends the request again.
   * @throws Refusal 423; 403 for a token, which nobody can ask
   */
  demandConfirmed(): Promise<void>
  /** Notes what happened to an account, for its owner to look back at: "access token made", and its name. */
  note(user: Id, event: string, detail?: string): Promise<void>
  /** Turns off a user's authenticator app; false where none is on. */
  removeAuthenticator(user: Id): Promise<boolean>
  /** Closes a user's live connections after the commit, which come back as far as they still may. */
  reconnect(user: Id): void
  /** What is wrong with a new password that was typed twice, by field; see `newPasswordProblems`. */
  readonly problemsWith: typeof newPasswordProblems
  /** Where a user is signed in; `current` is the session making this request. */
  browsers(user: Id): Promise<(SignedInBrowser & { readonly current: boolean })[]>
  /** Ends one of those sessions, after the commit. */
  endBrowser(hash: string): void
  /** Ends all sessions of a user, except the one making this request, after the commit. */
  endSessions(user: Id): void
  /**
   * Mails a user a one-time link after the commit; the request is refused with 422 when the mail cannot be sent. Where no
   * mail server is set, the answer to this request carries the link instead, so that whoever asked can hand it over: the
   * caller must have made sure that they may set that user's password as well.
   */
  mailLink(person: { id: Id; email: string }, kind: 'invite' | 'reset'): void
}

/** What rules, actions, subscribers and jobs can use: the current user, and typed access to the data. */
export interface Ctx extends Asking, Deriving {
  readonly user: CurrentUser
  /** Time of this request, ISO 8601 in UTC. */
  readonly now: string
  /**
   * Ignores row visibility, because rules need all the data; responses are filtered separately. Counts and sums
   * that other entities contribute are left out here and in `all`: no rule builds on what is told of them.
   */
  find<E extends Entity>(entity: E, id: Id): Promise<RecordOf<E> | null>
  all<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<RecordOf<E>[]>
  /**
   * All records of a small entity without computed fields, such as settings. They are cached in memory until one of them
   * changes, and so cost no query.
   */
  cached<E extends Entity>(entity: E): Promise<readonly Readonly<RecordOf<E>>[]>
  /** What the modules put into a slot of the server (`fills`). */
  filled<T>(slot: Slot<T>): readonly T[]
  count<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<number>
  /**
   * Raw SQL, for what nothing else here can express; rows come as the driver returns them (PostgreSQL sends numbers as
   * text).
   */
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  /**
   * Takes the lock `name` until the transaction ends, waiting for any other holder: for rules that span several rows.
   * With `parts` it takes only those parts of it: others may hold other parts meanwhile, and nobody the whole.
   * @returns the parts that this transaction did not hold before, and what it read of them may be out of date
   */
  alone(name: string, parts?: readonly string[]): Promise<readonly string[]>
  /**
   * Asks once per transaction, or per request that only reads; answers to what a failed `attempt` asked are forgotten.
   * An answer that changes with what the transaction does is an object, and whoever changes that keeps it true. What is asked
   * under one key has one type.
   */
  once<T>(key: string, ask: () => T): T
  /** Directories with stored files under their own names; undefined where files are kept elsewhere. */
  readonly directories: Naming | undefined
  /** How people sign in, for the module that has them. */
  readonly accounts: Accounts
  /** The matching records that the user may see, with only the fields they may read; safe to return from a query. */
  shown<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<Partial<RecordOf<E>>[]>
  /** Filters `people` to those who may see the record now, including people whose accounts are closed. */
  whoSees(entity: Entity, id: Id, people: readonly Id[]): Promise<Id[]>
  /**
   * Notifies listeners of a record whose own row did not change, such as when it was viewed or a count in it changed.
   * `change` may change who can see the record.
   */
  announce(entity: Entity, id: Id, change?: () => Promise<void>): Promise<void>
  /**
   * Records in the shared lines `views` of the entity that the user viewed these records. This changes nothing else
   * about them and adds no history.
   */
  markViewed(entity: Entity, ids: readonly Id[]): Promise<void>
  /**
   * Queues a mail that is sent after the commit and retried until it succeeds; a second mail with the same `key` is
   * dropped. Who is mailed `about` a record that takes messages can answer by mail (rule answers-by-mail).
   */
  mail(mail: Mail, key?: string, about?: { person: Id; entity: Entity; id: Id }): Promise<void>
  /** Mails the file of a record to each of these people, once, as who is signed in; counts as one mailing. */
  mailFile(entity: Entity, file: MailedFile, to: readonly string[], subject: string): Promise<void>
  /**
   * Queues a job of a kind declared by some module; a second job with the same `key` is dropped. In lanes with turns it takes
   * those of `person`, by default of who asks.
   */
  enqueue(kind: string, payload: unknown, options?: { at?: string; key?: string; person?: Id }): Promise<void>
  /** What an operator sets, watches, and mends. It knows no permissions: who may ask is the caller's to decide. */
  readonly system: {
    /** Who is asked for the weather: `open-meteo` or an address; undefined for nobody. */
    readonly weather: string | undefined
    /** The address that sends text messages, in the shape of Twilio's; undefined where none are sent. */
    readonly sms: string | undefined
    /** Sends push messages; undefined where the server cannot. */
    readonly pusher: Pusher | undefined
    /** Posts to programs outside; undefined where the server cannot, as in a browser. */
    readonly outgoing: Outgoing | undefined
    /** A secret of 32 bytes that follows from the app's and this name, in base64url. */
    secretFor(name: string): string
    /** All records that are described. */
    readonly entities: readonly Entity[]
    status(): Promise<SystemStatus>
    /** Has failed jobs run again at once; resolves to how many there were. */
    retry(ids: readonly number[]): Promise<number>
    /** Sends whoever asks a mail, by which the way of all mails is tried; {@link status} tells what became of it. */
    sendTest(text: string): Promise<void>
    /** Has a backup made now; false if one is being made, undefined where no place for them is set. */
    readonly backUp: (() => Promise<boolean>) | undefined
  }
  /** The public address of the app, for links in mail. */
  readonly appUrl: string
  readonly companyName: string
  /**
   * Saves in the same transaction, with history and live events: as the server, read-only fields included, or as the user,
   * with the rights, rules and checks of the same by hand.
   * @throws Refusal 404 for a record that the user does not see
   */
  save<E extends Entity>(entity: E, draft: DraftOf<E>, as?: 'server' | 'user'): Promise<RecordOf<E>>
  /** Creates many records as the server, with few statements. */
  save<E extends Entity>(entity: E, drafts: readonly DraftOf<E>[]): Promise<RecordOf<E>[]>
  /** Deletes as the server, with everything that the description cascades to, in the same transaction. */
  remove(entity: Entity, id: Id): Promise<void>
  /**
   * Raises a warning for the user to confirm: unless the request lists `code` in `confirmed`, it is refused with this
   * warning and nothing is saved. A warning may be confirmed in several ways, by codes of their own (`answers`); the one
   * that the user chose is returned. Where to go on adds nothing (`needless`), going back is proposed.
   */
  warn<A extends string = never>(
    code: string,
    message: string,
    answers?: readonly A[],
    more?: { needless?: boolean },
  ): A | undefined
  /**
   * Runs part of a transaction that may fail without the rest: its changes are undone, and the error is logged.
   * @returns whether it succeeded
   */
  attempt(task: () => Promise<void>): Promise<boolean>
}
