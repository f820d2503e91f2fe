import type { Id } from '../access/access.ts'
import type { ActionOf, CollectionActionOf, DraftOf, Entity, ParamsOf, QueryOf, RecordOf } from '../entity/entity.ts'
import type { LastChange } from '../entity/undo.ts'
import type { CommitOptions } from '../writes/writes.ts'
import type { Finding, Found } from './find.ts'
import type { Result } from './result.ts'
import type { UploadOptions } from './upload.ts'

/** One page of a list, with Laravel's field names. */
export interface Page<T> {
  data: T[]
  current_page: number
  last_page: number
  per_page?: number
  /** The number of records on all pages, if the server counts them. */
  total?: number
  /** With `group_by`: what records have in common, in the order of the list; `value` is null for nothing. */
  groups?: readonly { readonly value: string | null; readonly label: string | null; readonly count: number }[]
}

/** The parameters of a paged list; further keys are filters. */
export interface PageQuery {
  page?: number
  per_page?: number
  search?: string
  sort_column?: string
  sort_direction?: 'asc' | 'desc'
  /** A field, or `state`. */
  group_by?: string
  /** The values of groups whose records are left out; `none` for nothing. */
  folded?: readonly string[]
  [filter: string]: unknown
}

/** One entry of a record's history: who did what, with each field's value before and after. */
export interface HistoryEntry {
  id: Id
  /** Null for changes made by the server itself. */
  user_id: Id | null
  action: string
  changes: Record<string, { old: unknown; new: unknown }>
  created_at: string
  /** The change it belongs to, while that can be undone. */
  change_id?: string | null
  /** The change that it took back. */
  undoes?: string | null
}

/** Read operations; the records are in the store before the promise resolves. */
export interface Reading<E extends Entity> {
  fetch(id: Id): Promise<Result<RecordOf<E>>>
  /** Fetches every record that the filters match, and drops from the store those that the answer no longer has. */
  fetchAll(filters?: Record<string, unknown>): Promise<Result<RecordOf<E>[]>>
  fetchPage(query: PageQuery): Promise<Result<Page<RecordOf<E>>>>
  /** GET {endpoint}/{query}; the response depends on the query, so the caller gives its type. */
  ask<T>(query: QueryOf<E>, params?: Record<string, unknown>): Promise<Result<T>>
}

/** The fields of an upload, and its files by the names that the server expects. */
export type UploadDraft<E extends Entity> = Partial<DraftOf<E>> & { files: Readonly<Record<string, File | undefined>> }

export interface SaveOptions {
  /** The values that the draft's fields had when they were edited, to tell one's own changes from those of others. */
  basis?: Readonly<Record<string, unknown>>
  /** The place of the refused change that this one replaces. */
  instead?: number
  /** Kept on the device before it is sent, and not waited for. */
  later?: boolean
  /** What belongs to the record that is created, by its id, such as its photos: kept with it in one step. */
  below?: CommitOptions['below']
}

/** Every verb of the generic resource (rule resource-verbs). */
export interface Resource<E extends Entity> extends Reading<E> {
  /**
   * POSTs without an id, PATCHes the whole record with one; the saved record is in the store before this resolves. Every
   * change without a connection is kept on the device and sent later; the result is `waiting` then.
   */
  save(draft: DraftOf<E>, options?: SaveOptions): Promise<Result<RecordOf<E>>>
  /**
   * All or nothing; errors are named `data.0.hours`. A dry run is validated in the same way but saves nothing; with
   * `online`, nothing is kept to be sent later.
   */
  saveMany(
    drafts: readonly DraftOf<E>[],
    options?: { dryRun?: boolean; online?: boolean } & Pick<SaveOptions, 'instead'>,
  ): Promise<Result<RecordOf<E>[]>>
  /**
   * POSTs files and fields, for entities that are created by uploading; repeated, it continues the same upload. With an id,
   * the file becomes a new version of that record's.
   */
  upload(
    draft: UploadDraft<E>,
    options?: Omit<UploadOptions, 'key'> & Pick<SaveOptions, 'later'>,
  ): Promise<Result<RecordOf<E>>>
  remove(id: Id): Promise<Result<Id>>
  /** With `online`, it is not kept to be taken later. */
  act(id: Id, action: ActionOf<E>, body?: object, options?: { online?: boolean }): Promise<Result<RecordOf<E>>>
  /** Takes an action on several records, all or nothing; only where the server has `act_many`, and with a connection. */
  actMany(ids: readonly Id[], action: ActionOf<E>, body?: object): Promise<Result<RecordOf<E>[]>>
  /** Takes an action on the whole collection, which answers with the records it changed. */
  actOnAll(action: CollectionActionOf<E>, body?: object): Promise<Result<RecordOf<E>[]>>
  /** Newest first. */
  history(id: Id): Promise<Result<HistoryEntry[]>>
  /** What can be undone of the last day: one's own changes, and with edit those of others. The newest first. */
  lastChanges(): Promise<Result<LastChange[]>>
}

type Nested<E extends Entity> = Record<never, never> extends ParamsOf<E> ? [] : [params: ParamsOf<E>]

export interface Api {
  /** The entity's resource; a nested one requires the ids of its parents. */
  <E extends Entity>(entity: E, ...params: Nested<E>): Resource<E>
  /**
   * Reads and acts across all parents, at the entity's `root`.
   * @throws for an entity that has none.
   */
  across<E extends Entity>(entity: E): Reading<E> & Pick<Resource<E>, 'act'>
  /** The read operations of an entity below these parents, or across all of them. */
  reading<E extends Entity>(entity: E, params: Readonly<Record<string, Id | string>>, across: boolean): Reading<E>
  /** Finds records of all kinds, where the server has the feature `search`. */
  find(asked: Finding): Promise<Result<Found>>
  /** The absolute URL of an API path (`/api/attachments/3/file`), for pictures and links. */
  urlOf(path: string): string
}
