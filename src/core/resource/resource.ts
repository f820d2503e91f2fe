import type { Id } from '../access/access.ts'
import type { ActionOf, DraftOf, Entity, ParamsOf, QueryOf, RecordOf } from '../entity/entity.ts'
import type { Result } from './result.ts'
import type { UploadOptions } from './upload.ts'

/** One page of a list, by Laravel's names. */
export interface Page<T> {
  data: T[]
  current_page: number
  last_page: number
  per_page?: number
  /** How many there are on all pages, from a server that counts them. */
  total?: number
}

/** What a paged list is asked for; further keys are filters. */
export interface PageQuery {
  page?: number
  per_page?: number
  search?: string
  sort_column?: string
  sort_direction?: 'asc' | 'desc'
  [filter: string]: unknown
}

/** One entry of a record's history: who did what, and field by field what was and what it became. */
export interface HistoryEntry {
  id: Id
  /** Null for what nobody signed in did. */
  user_id: Id | null
  action: string
  changes: Record<string, { old: unknown; new: unknown }>
  created_at: string
}

/** Reading; all records that were read are in the store before this resolves. */
export interface Reading<E extends Entity> {
  fetch(id: Id): Promise<Result<RecordOf<E>>>
  fetchAll(filters?: Record<string, unknown>): Promise<Result<RecordOf<E>[]>>
  fetchPage(query: PageQuery): Promise<Result<Page<RecordOf<E>>>>
  /** GET {endpoint}/{query}; the answer is whatever the question asks for, and the caller says its type. */
  ask<T>(query: QueryOf<E>, params?: Record<string, unknown>): Promise<Result<T>>
}

/** What is said of an upload, and its files by the names the server takes them under. */
export type UploadDraft<E extends Entity> = Partial<DraftOf<E>> & { files: Readonly<Record<string, File | undefined>> }

/** Every verb of the generic resource (section 7). */
export interface Resource<E extends Entity> extends Reading<E> {
  /** Fetches everything, and removes from the store what is no longer there: for reference data after a wake from sleep. */
  refresh(): Promise<Result<RecordOf<E>[]>>
  /** POST without an id, PATCH of the whole record with one; the saved record is put in the store before this resolves. */
  save(draft: DraftOf<E>): Promise<Result<RecordOf<E>>>
  /** All or nothing; errors are named `data.0.hours`. A dry run is checked like any other and leaves nothing behind. */
  saveMany(drafts: DraftOf<E>[], options?: { dryRun?: boolean }): Promise<Result<RecordOf<E>[]>>
  /** POSTs files with what is said of them, for entities that are made by uploading; the same `files` object is one upload. */
  upload(draft: UploadDraft<E>, options?: Omit<UploadOptions, 'key'>): Promise<Result<RecordOf<E>>>
  remove(id: Id): Promise<Result<Id>>
  act(id: Id, action: ActionOf<E>, body?: object): Promise<Result<RecordOf<E>>>
  /** Newest first. */
  history(id: Id): Promise<Result<HistoryEntry[]>>
}

type Nested<E extends Entity> = Record<never, never> extends ParamsOf<E> ? [] : [params: ParamsOf<E>]

export interface Api {
  /** The entity's resource; a nested one asks for the ids of its parents. */
  <E extends Entity>(entity: E, ...params: Nested<E>): Resource<E>
  /**
   * Reads and acts across all parents, at the entity's `root`.
   * @throws for an entity that has none.
   */
  across<E extends Entity>(entity: E): Reading<E> & Pick<Resource<E>, 'act'>
  /** A path of the API (`/api/attachments/3/file`) as an address that pictures and links can have. */
  urlOf(path: string): string
}
