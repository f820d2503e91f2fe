import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { formatCsv } from '#lib/csv.ts'
import type { Letterhead } from '#lib/pdf/letterhead.ts'
import type { Ctx, JobTools, Packed, Put, Reader } from '#server/define-server.ts'
import type { Project } from '../../projects/entities.ts'
import type { Handover } from '../entities.ts'
import type { HandoverPart, Reading } from '../slots.ts'

/** A file in the package, as the index links to it. */
export interface LinkedFile {
  readonly name: string
  /** Its name in the package; null where it is missing in the file store. */
  readonly path: string | null
  readonly caption?: string
  readonly taken?: string
  readonly place?: string
}

/** A record as the index has it. */
export interface Indexed {
  readonly id: Id
  readonly title: string
  readonly state: string
  readonly columns: readonly string[]
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly pdf: string | null
  readonly files: readonly LinkedFile[]
  readonly messages: readonly {
    readonly who: string
    readonly at: string
    readonly text: string
    readonly official: boolean
    readonly files: readonly LinkedFile[]
  }[]
  readonly history: readonly {
    readonly at: string
    readonly who: string
    readonly did: string
    readonly changes: readonly (readonly [label: string, old: string, next: string])[]
  }[]
}

/** A list of the index. */
export interface IndexedKind {
  readonly key: string
  readonly label: string
  readonly columns: readonly string[]
  readonly csv: string | null
}

/** A kind with the ids of the records that are in the package. */
export interface Counted {
  readonly part: HandoverPart
  readonly ids: readonly Id[]
}

/** A package while it is made. */
export interface Making extends Reading {
  readonly handover: Handover
  readonly project: Project
  readonly letterhead: Letterhead
  /** The company's, an IANA name. */
  readonly zone: string
  /** Whether a part was chosen. */
  isChosen(key: string): boolean
  /** Reads as whoever asked, with what their lists and pages show. */
  readonly look: <T>(task: (ctx: Ctx, reader: Reader) => Promise<T>) => Promise<T>
  readonly put: Put
  /** Puts a text of the package itself. */
  write(folders: readonly string[], name: string, content: Packed['content']): Promise<string>
  /** Notes that a record is done; others see how many. */
  step(): Promise<void>
  /** Where files lie that were put already, by kind and id: none is put twice. */
  readonly placed: Map<string, LinkedFile>
  /** Rows of tables over all kinds. */
  readonly said: (readonly unknown[])[]
  readonly changed: (readonly unknown[])[]
  /** The scripts that hold the records. */
  readonly scripts: string[]
}

/** Whoever asked may not sign in any more, or does not see the job. */
export class NoSight extends Error {}
/** The package was deleted while it was made. */
export class Gone extends Error {}

/** Reads as a person, as long as they may sign in. @throws NoSight */
export const lookAs =
  (person: Id, { readAs }: Pick<JobTools, 'readAs'>): Making['look'] =>
  async (task) => {
    const answer = await readAs(person, async (ctx, reader) => ({ answer: await task(ctx, reader) }))
    if (!answer) throw new NoSight('You may not sign in any more.')
    return answer.answer
  }

/** So many rows of a table are written before others get a turn. */
const ROWS = 500

/** A table as CSV, piece by piece. */
export function* csvPieces(rows: readonly (readonly unknown[])[]): Generator<string> {
  // Only the first piece begins with the mark that spreadsheets look for.
  for (let from = 0; from < rows.length; from += ROWS)
    yield formatCsv(rows.slice(from, from + ROWS)).slice(from ? 1 : 0)
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a record's own files are called by: its title without signs that no name may have. */
export const fileTitle = ({ display }: Entity, record: object): string =>
  display.title(record).replaceAll(': ', ' ').replaceAll('"', '”').slice(0, 100)
