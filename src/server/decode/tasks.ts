import type { PdfMark } from '../../lib/pdf/annotations.ts'
import type { Box } from '../../lib/title-block/lines.ts'
import type { ReadPage, RecognizedText } from '../pdf-tools.ts'

/** The longest sides that previews are made at, in pixels (rule preview): a tile, and a screen. */
export const PREVIEW_SIZES = [320, 1600] as const
export type PreviewSize = (typeof PREVIEW_SIZES)[number]

/** What can be asked of a file. Bytes that are made of it come in pieces, before the answer. */
export type DecodeTask =
  /** Previews of a picture or of one page of a PDF, counted from 1; the bytes are WebP pictures, one after the other. */
  | { readonly do: 'render'; readonly mime: string; readonly page: number }
  /** The text that can be searched, at most so many characters; the bytes are UTF-8. The answer says what it is without. */
  | { readonly do: 'text'; readonly mime: string; readonly most: number }
  /** How many pages a PDF has. */
  | { readonly do: 'count' }
  /** One page of a PDF, and what is on it; the bytes are a PDF of its own, with words across it where some are given. */
  | { readonly do: 'page'; readonly page: number; readonly stamp?: string | undefined }
  /** The words in parts of a page's picture, of a page that is so many points wide. */
  | { readonly do: 'recognize'; readonly page: number; readonly width: number; readonly boxes: readonly Box[] }
  /** The bytes are a copy of a PDF that needs no password. */
  | { readonly do: 'unlock'; readonly password: string }
  /** The bytes are a copy of a PDF whose first page has marks. */
  | { readonly do: 'annotate'; readonly marks: readonly PdfMark[] }
  /** The head of the raw message in what a mail service has sent, by its content type. */
  | { readonly do: 'mailHead'; readonly type: string }
  /** What somebody has answered by mail; the bytes are those of its files, one after the other. */
  | { readonly do: 'mailAnswer'; readonly type: string }

/** The head of a mail. */
export interface MailHead {
  /** Names in lower case with values, in the order of the message, the topmost first. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The addresses in all of its From lines. */
  readonly from: readonly string[]
}

export interface MailAnswer {
  /** Without quotes and signature. */
  readonly text: string
  /** How each file is called, and how many bytes it has. */
  readonly files: readonly { readonly name: string; readonly length: number }[]
}

/** A preview: WebP, at most `size` pixels on its longest side. */
export interface Rendered {
  readonly size: PreviewSize
  readonly width: number
  readonly height: number
  /** How many bytes it is. */
  readonly length: number
}

/** The answers to tasks, by what they do. */
export interface Decoded {
  /** With how many pages the file has, if it has pages. */
  readonly render: { readonly previews: readonly Rendered[]; readonly pages?: number }
  readonly text: { readonly without?: string }
  readonly count: { readonly pages: number }
  readonly page: ReadPage
  readonly recognize: RecognizedText
  readonly unlock: object
  readonly annotate: object
  readonly mailHead: MailHead
  readonly mailAnswer: MailAnswer
}

/** Takes what is made of a file, piece by piece. */
export type Sink = (bytes: Uint8Array) => void | Promise<void>

/** How much of a file is asked for at a time. */
export const BLOCK = 1024 * 1024

/** What the server tells the process: a task about a file of this size, or bytes of the file. */
export interface Asked {
  readonly task: DecodeTask
  readonly size: number
}

/** What the process tells the server. */
export type Told =
  | { readonly kind: 'ready' }
  /** Asks for bytes of the file. */
  | { readonly kind: 'read'; readonly position: number; readonly length: number }
  /** The frame's bytes are the next ones of what is made. */
  | { readonly kind: 'made' }
  /** With the memory that the process holds, in bytes. */
  | { readonly kind: 'done'; readonly answer: Decoded[DecodeTask['do']]; readonly memory: number }
  | { readonly kind: 'failed'; readonly reason: string }
