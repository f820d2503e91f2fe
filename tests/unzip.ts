import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { BlobReader, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

/** A file of any size. Node's own blobs of files count their bytes in 32 bits. */
class FileReader extends Reader<string> {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
  override async init() {
    const handle = openSync(this.path, 'r')
    this.size = fstatSync(handle).size
    closeSync(handle)
    return super.init?.()
  }
  override async readUint8Array(at: number, length: number) {
    const bytes = new Uint8Array(Math.min(length, this.size - at))
    const handle = openSync(this.path, 'r')
    readSync(handle, bytes, 0, bytes.length, at)
    closeSync(handle)
    return bytes
  }
}

/** The files in an archive, or in one at a path, as any other program reads them; reading one checks its checksum. */
export async function unzipped(archive: Blob | string): Promise<Map<string, () => Promise<Uint8Array>>> {
  const source = typeof archive === 'string' ? new FileReader(archive) : new BlobReader(archive)
  const reader = new ZipReader(source, { useWebWorkers: false, checkSignature: true })
  const entries = await reader.getEntries()
  return new Map(
    entries.flatMap((entry) =>
      entry.directory ? [] : [[entry.filename, () => entry.getData(new Uint8ArrayWriter())] as const],
    ),
  )
}
