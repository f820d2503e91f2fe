/** A file on its way in: what was not kept in the end must be dropped. */
export interface NewFile {
  /** Where it will be found; means nothing outside its store. */
  readonly path: string
  write(chunk: Uint8Array): Promise<void>
  /** Makes it stay; resolves when it is safely stored. */
  keep(mime: string): Promise<void>
  drop(): Promise<void>
}

/** How a file is to be handed out. */
export interface Handing {
  name: string
  mime: string
  /** Shown in the browser, for what is harmless there; else downloaded. */
  inline: boolean
}

/** Where uploaded files are kept; records hold their paths. */
export interface FileStore {
  create(): Promise<NewFile>
  /** The bytes, or null when there is no such file. */
  read(path: string): Promise<ReadableStream<Uint8Array> | null>
  remove(path: string): Promise<void>
  /** A short-lived address of the file, where the store hands it out itself. */
  linkTo?(path: string, as: Handing): Promise<string>
}

/**
 * The `Content-Disposition` of a file by its own name (RFC 6266), without the controls that change the direction of
 * text: with them `photo[U+202E]gpj.exe` would show as a picture among someone's downloads.
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
