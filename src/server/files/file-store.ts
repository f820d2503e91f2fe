import { cleanName } from '../../lib/file-names.ts'

/** How much of an unfinished file is durable, and the state its store needs to continue writing. */
export interface Saved {
  readonly size: number
  /** Only the file's store can interpret this. */
  readonly state: string
}

/** A file that is being written, from front to back. */
export interface UnfinishedFile {
  /** Grows while the file is written, in steps that suit its store. */
  readonly saved: Saved
  write(chunk: Uint8Array): Promise<void>
  /** Makes everything written so far durable; `last` is true when the file is complete. */
  save(last?: boolean): Promise<void>
  /** Lets go of the file; what was saved stays. */
  close(): Promise<void>
}

/** An inclusive range of bytes. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The name, type and disposition a file is served with. */
export interface Presentation {
  name: string
  mime: string
  /** Shown in the browser, for types that are harmless there; otherwise downloaded. */
  inline: boolean
}

/** A file as its store lists it. */
export interface Listed {
  readonly path: string
  readonly unfinished: boolean
  /** When an unfinished one was last written to, ISO 8601; left out where the store does not know. */
  readonly written_at?: string | undefined
  /** Removes what there is of an unfinished file, and never the finished one at its path. */
  removePartial?(): Promise<void>
}

/** Where uploaded files are kept, under paths that the store makes up; records hold those paths. */
export interface FileStore {
  newPath(): string
  /**
   * Opens a file for writing after what was saved; anything behind that is discarded.
   * @throws FileLost when less is there than was saved
   */
  open(path: string, saved: Saved): Promise<UnfinishedFile>
  /** Makes a completely saved file readable, for good. Repeating it does no harm, since a crash may hide its outcome. */
  finish(path: string, saved: Saved): Promise<void>
  /** How many bytes a finished file has, or null when there is none. */
  size(path: string): Promise<number | null>
  /** The bytes, or null when there is no such finished file. */
  read(path: string, range?: Range): Promise<ReadableStream<Uint8Array> | null>
  /** Removes a file, finished or not. */
  remove(path: string, state?: string): Promise<void>
  /** Does nothing where files can be stored and read, which is found out cheaply. @throws why they cannot */
  reach(): Promise<void>
  /**
   * Tries everything that the server needs, at its start. Resolves to what the store lacks that the server can do
   * without, or that it does not answer now, a sentence each. @throws with a sentence when something needed is refused
   */
  check?(): Promise<readonly string[]>
  /** Every file there is, for comparing them with the records. */
  list(): AsyncIterable<Listed>
  /** Where a finished file is on this machine, if the store keeps files here. */
  localPath?(path: string): string
  /** A link to the file, valid for five minutes, if the store can serve files itself. */
  linkTo?(path: string, as: Presentation): Promise<string>
}

/** The state in which every file begins. */
export const nothingSaved: Saved = { size: 0, state: '' }

/** A store holds less of an unfinished file than it had saved, so that the upload must begin anew. */
export class FileLost extends Error {}

/** The `Content-Disposition` header for a file name (RFC 6266), which may come from a version that kept any name. */
export function disposition({ name: kept, inline }: Pick<Presentation, 'name' | 'inline'>): string {
  const name = cleanName(kept)
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
