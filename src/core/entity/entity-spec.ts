import type { Area, CurrentUser, Guard, Id, Verb } from '../access/access.ts'
import type { Filter } from '../query/filters.ts'
import type { Fields, Values } from './field.ts'
import type { Activity, Count, DisplaySpec, Effect } from './patterns.ts'
import type { Rules } from './rules.ts'
import type { CountName, Sum, SumName, TotalName } from './totals.ts'
import type { Variants } from './variants.ts'
import type { StampNames, Stamps, Workflow } from './workflow.ts'

/** Columns every record has; timestamps are ISO 8601 in UTC, compared as instants, never as text. */
export interface Base {
  id: Id
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** What the specification names of an entity (rule stock-servers): servers that announce nothing have that. */
export interface Specified<N extends string = string> {
  /** The fields of its records, beyond those that all records have. */
  readonly fields: readonly N[]
  /** The addresses of its collection; by default its endpoint. */
  readonly at?: readonly string[]
  /** The addresses of queries. */
  readonly queries?: readonly string[]
  readonly actions?: readonly string[]
}

/** A record as its description says, without what other modules add. */
export type Described<F extends Fields, C extends Fields, T extends string> = Base &
  Values<F & Stamps<T>> &
  Readonly<Values<C & StampNames<T>>>

/** The filters that find a user's own records. */
export interface Own {
  own(user: CurrentUser): Readonly<Record<string, unknown>>
}

/** What `defineEntity` takes. */
export interface EntitySpec<
  F extends Fields,
  C extends Fields,
  P extends string,
  A extends string,
  Q extends string,
  S extends string = string,
  V extends Record<string, Fields> = Record<string, Fields>,
  B extends string = string,
  K extends string = string,
  W extends string = string,
  T extends string = string,
  M extends string = string,
> {
  /** Path under the API host; `{field}` marks a parent and names the field that holds it. */
  endpoint: P
  /**
   * A second path that reads across all parents (`api/rfis`), and is the parent path of nested entities. Further paths that it is
   * read at are below other parents: `api/drawing_sheets/{drawing_sheet_id}/revisions`.
   */
  root?: string | readonly [string, ...string[]]
  /** The database table, where the last segment of the endpoint is too general a name for one (`entries`). */
  table?: string
  /**
   * Declares a permission area, or names one declared by another entity; it provides each verb's default guard. Further ones
   * are used in its rules (`contacts` beside `users`).
   */
  area: Area | string | readonly [Area | string, ...Area[]]
  /** Overrides for the area's default guards. An action without its own guard requires `edit`, a query `view`. */
  access?: Partial<Record<Verb | NoInfer<A | W> | NoInfer<Q> | NoInfer<K>, Guard>>
  /** The field that lists are in the order of; with `-` the greatest comes first. */
  sort: `${'' | '-'}${(keyof NoInfer<F> | keyof NoInfer<C> | keyof Base) & string}`
  fields: F
  specified?: Specified<(keyof Described<NoInfer<F>, NoInfer<C>, NoInfer<T>> & string) | TotalName>
  /** Record types with additional fields, by the field that holds the type: `variants: { by: 'type', of: { … } }`. */
  variants?: Variants<V, B>
  /**
   * Filled by the server (joins, counts), by this module or another; never sent back. Filling is optional if there is a
   * default.
   */
  computed?: C
  /** Query parameters of lists beyond the fields themselves (`status`), with the conditions they stand for. */
  // oxlint-disable-next-line typescript/no-explicit-any
  filters?: Record<string, Filter<any>>
  /** Verbs on one record beside the steps of its workflow: POST {endpoint}/{id}/{action}. */
  actions?: readonly A[]
  /**
   * Actions on the whole collection: POST {endpoint}/{action} or {root}/{action}, such as reading all. They need a
   * connection, since the device does not know which records they change.
   */
  collectionActions?: readonly K[]
  /** Queries on the collection: GET {endpoint}/{query} or {root}/{query}. */
  queries?: readonly Q[]
  /** Names of polymorphic entities whose records can be attached to these (`attachment`). */
  attachable?: readonly string[]
  /** How records are presented to users; defaults follow from the entity's name. */
  display?: DisplaySpec<Described<F, C, T>>
  /**
   * Counts of these records that are shown on a parent (`project.open_rfis`), and sums of them that are kept on one, and told
   * to those who may know the company's.
   */
  totals?: Readonly<Partial<Record<CountName, Count> & Record<SumName, Sum>>>
  /** When records become read-only: `{ until: 'archived_at', message: 'This project is archived.' }`. */
  active?: Activity
  /**
   * What browsers fetch ahead, looked at or not, to have it without a connection: everything there is (`all`), before the
   * first screen is shown (`start`), or what the entity's `from` and `to` filters find in so many days; of one entity a
   * user's own records by these filters, and everything that belongs to them of entities that name it (`project`). With
   * `false` they keep no copy of what was looked at either.
   */
  offline?: false | string | Own | { readonly days: number }
  /**
   * A ref: while the record it points to is not `active`, records here cannot be created, changed or deleted, `except` by these
   * actions. If that is for `entering` alone, they cannot be created on it or moved to it, but may stay.
   */
  whileActive?:
    | (keyof NoInfer<F> & string)
    | { on: keyof NoInfer<F> & string; entering?: boolean; except?: readonly NoInfer<A | W>[] }
  /**
   * What needs a connection at once, instead of being kept on the device and sent later: every change, or these verbs
   * (`save`, `delete`, `upload`) and actions.
   */
  online?: boolean | readonly (NoInfer<A | W> | 'save' | 'delete' | 'upload')[]
  /**
   * The fields that identify a record: one that was created without a connection becomes a change of the record that
   * exists by then.
   */
  natural?: readonly (keyof NoInfer<F> & string)[]
  /**
   * Combinations of fields by which lists of a growing table are filtered and sorted together; each gets an index, with its
   * columns in this order. Every ref, the sort order, and the sort order below one parent have an index anyway.
   */
  indexed?: readonly (readonly ((keyof NoInfer<F> | { [T in keyof V]: keyof V[T] }[keyof V]) & string)[])[]
  /**
   * What actions make of a record beyond the stamps of their workflow: the device shows it while they wait to be sent, and
   * the server does it, unless it has an implementation of its own.
   */
  effects?: Partial<Record<NoInfer<A | W>, Effect<Described<F, C, T>>>>
  /**
   * What Undo does of an action instead of giving the fields their values back: another action, or nothing (`false`),
   * as with what people were told of; false for all changes of these records. A workflow's steps say it themselves.
   */
  undo?: false | Partial<Record<NoInfer<A | W> | NoInfer<K> | 'create' | 'edit' | 'delete', NoInfer<A | W> | false>>
  /** States and the steps between them, which are actions. */
  workflow?: Workflow<Described<F, C, T>, S, W, T, M>
  rules?: Rules<Described<F, C, T>, NoInfer<A | W>>
}
