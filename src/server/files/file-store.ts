/** A file being uploaded; it must be dropped unless it is kept in the end. */
export interface NewFile {
  /** Where to find it later; only its store can interpret this. */
  readonly path: string
  write(chunk: Uint8Array): Promise<void>
  /** Makes it permanent; resolves when it is safely stored. */
  keep(mime: string): Promise<void>
  drop(): Promise<void>
}

/** How a file is served. */
export interface Handing {
  name: string
  mime: string
  /** Shown in the browser, for types that are harmless there; otherwise downloaded. */
  inline: boolean
}

/** Where uploaded files are kept; records hold their paths. */
export interface FileStore {
  create(): Promise<NewFile>
  /** The bytes, or null when there is no such file. */
  read(path: string): Promise<ReadableStream<Uint8Array> | null>
  remove(path: string): Promise<void>
  /** A short-lived link to the file, if the store can serve it directly. */
  linkTo?(path: string, as: Handing): Promise<string>
}

/**
 * The `Content-Disposition` header for a file name (RFC 6266). Bidirectional control characters are removed, since they
 * would make `photo[U+202E]gpj.exe` look like a picture in the list of downloads.
 */
export function disposition({ name: kept, inline }: Handing): string {
  const name = kept.replace(/\p{Bidi_Control}/gu, '') || 'file'
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
