import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Around, Printed } from '#lib/pdf/record-pdf.ts'
import { slot, type Ctx, type JobTools, type Slot, type Where } from '#server/define-server.ts'

/** Where the file of a record is in the store, and what it is called in the package. */
export interface OwnFile {
  readonly name: string
  readonly path: string
  /** Makes what goes into the package in its place; null where that cannot be made. It is discarded when it was put. */
  made?(): Promise<{ readonly path: string; discard(): Promise<void> } | null>
}

/** What a part reads of a job with the rights of whoever asked for the package. */
export interface Reading {
  /** Runs as that person would, signed in. @throws once they may not sign in any more */
  read<T>(task: (ctx: Ctx) => Promise<T>): Promise<T>
  readonly tools: JobTools
}

/**
 * A kind of record in the package of a job. What its description says goes into it without more: a CSV of the list, a PDF, a page
 * in the index with fields, messages, files and history of each.
 */
export interface HandoverPart<E extends Entity = Entity> {
  /** By which the person chooses it, with others of that key. */
  readonly key: string
  /** The name of its folder and its list: "RFIs". */
  readonly label: string
  readonly order: number
  readonly entity: E
  /** Which records; by default those with the job's `project_id`. */
  where?(project_id: Id, ctx: Ctx): Where<RecordOf<E>> | Promise<Where<RecordOf<E>>>
  /** The fields that its list shows beside title and status. */
  readonly columns?: readonly (keyof RecordOf<E> & string)[]
  /** False where nobody would print one: the PDF of a file that is in the package itself. */
  readonly pdf?: false
  /** What its PDF says, or the PDF; by default all its fields. */
  print?(record: RecordOf<E>, around: Around, from: Reading): Promise<Printed | Uint8Array>
  /** What its files are called by; by default its title. */
  nameOf?(record: RecordOf<E>): string
  /** The folders that the file of each lies in, below that of the kind. */
  foldersOf?(project_id: Id, from: Reading): Promise<(record: RecordOf<E>) => readonly string[]>
  /** The files of these records where those are not their own `path`. */
  filesOf?(records: readonly RecordOf<E>[], from: Reading): Promise<ReadonlyMap<Id, OwnFile>>
}

// The record type is erased here on purpose: kinds of all entities are kept in one list.
// oxlint-disable-next-line typescript/no-explicit-any
export const handoverParts: Slot<HandoverPart<any>> = slot('handover parts')

/** A part with the types of its records. */
export const partOf = <E extends Entity>(part: HandoverPart<E>): HandoverPart<E> => part
