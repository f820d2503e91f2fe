import type { Entity } from '../core/entity/entity.ts'
import type { Id } from '../core/access/access.ts'
import type { PdfMark } from '../lib/pdf/annotations.ts'
import type { TextRun } from '../lib/pdf/pdfium.ts'
import type { Box, Run } from '../lib/title-block/lines.ts'
import type { Ctx } from './ctx.ts'

/** What is on a page of a PDF. */
export interface ReadPage {
  /** In points as displayed: turned, cropped, and in the page's own unit. */
  readonly width: number
  readonly height: number
  readonly kind: 'vector' | 'raster'
  readonly text: string
  /** Whether its text is no more than what a scanner took its picture to say, which nobody sees. */
  readonly isRecognized: boolean
  readonly runs: readonly TextRun[]
  /** The SHA-256 of what the page looks like and says: equal for the same drawing, whichever file it came in. */
  readonly content: string
}

/** The words in the picture of a page, as two readings found them: what both of them say is less likely to be wrong. */
export interface RecognizedText {
  readonly readings: readonly [readonly Run[], readonly Run[]]
}

/** A file that a job made, which is removed again unless a record takes it. */
export interface MadeFile {
  readonly id: string
  readonly path: string
  readonly size: number
  readonly sha256: string | null
}

/** Why a PDF cannot be read, as a sentence; another try would end the same. */
export interface PdfProblem {
  readonly problem: string
}

/** What jobs can do with stored PDFs. */
export interface PdfTools {
  /** How many pages it has. */
  count(path: string): Promise<{ pages: number } | PdfProblem>
  /** One page, counted from 1, as a file of its own; with words across it, which readers show and print. */
  page(path: string, number: number, stamp?: string): Promise<(ReadPage & { file: MadeFile }) | PdfProblem>
  /** The words in parts of the picture of a page that is so many points wide. */
  recognize(
    path: string,
    page: { readonly number: number; readonly width: number; readonly boxes: readonly Box[] },
  ): Promise<RecognizedText | PdfProblem>
  /** A copy that needs no password. */
  unlock(path: string, password: string): Promise<{ file: MadeFile } | PdfProblem>
  /** A copy whose first page has marks, as annotations. */
  annotate(path: string, marks: readonly PdfMark[]): Promise<{ file: MadeFile } | PdfProblem>
  /** Removes a made file that no record has taken. */
  discard(file: MadeFile): Promise<void>
  /** Marks a made file as the record's, in the transaction that saves the record, and has its previews rendered. */
  attach(ctx: Ctx, entity: Entity, id: Id, file: MadeFile): Promise<void>
}
