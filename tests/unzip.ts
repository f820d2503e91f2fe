import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

/** The files in an archive by their names, as any other program reads them; reading one checks its checksum. */
export async function unzipped(archive: Blob): Promise<Map<string, () => Promise<Uint8Array>>> {
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false, checkSignature: true })
  const entries = await reader.getEntries()
  return new Map(
    entries.flatMap((entry) =>
      entry.directory ? [] : [[entry.filename, () => entry.getData(new Uint8ArrayWriter())] as const],
    ),
  )
}
