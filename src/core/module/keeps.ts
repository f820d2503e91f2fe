import type { CurrentUser, Id } from '../access/access.ts'
import type { Base, Entity, RecordOf } from '../entity/entity.ts'

/** A file that is kept on a device. */
export interface KeptFile {
  /** Where the server has it. */
  readonly path: string
  /** What it is kept under where a screen looks for it by itself; by default its address. Other bytes have another one. */
  readonly key?: string
  /** How large it is; null where only the server knows. */
  readonly bytes: number | null
}

/** Something that opens without a connection once all of its files are on the device. */
export interface KeptItem {
  readonly files: readonly KeptFile[]
  /** By which a part of a job can be asked for. */
  readonly group?: string
  /** It was superseded: its files go. */
  readonly isOld?: boolean
}

/** Reads the records on the device that belong to a job, as a field of theirs says: `project_id` unless another is named. */
export type JobRecords = <E extends Entity>(entity: E, field?: string) => Promise<readonly RecordOf<E>[]>

/** What a module has kept on a device of each job (rule kept-job). */
export interface Keeps {
  /** One and several of its items. */
  readonly noun: readonly [one: string, several: string]
  /** @param day gives the day so many days from today */
  items(of: JobRecords, day: (from: number) => string): Promise<readonly KeptItem[]>
  /** Brings what opens its files onto the device. */
  readonly opens?: () => Promise<unknown>
  /** Where it is planned who works on which job: the question, and the jobs in its answer, the next one first. */
  readonly planned?: {
    readonly entity: Entity
    filters(user: CurrentUser, from: string, to: string): Readonly<Record<string, unknown>>
    jobsIn(records: readonly Base[], user: CurrentUser): readonly Id[]
  }
}
