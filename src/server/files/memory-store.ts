import type { FileStore } from './file-store.ts'

/** Keeps files in memory, for the server in the browser and for tests; those that are given are there already. */
export function memoryStore(given?: ReadonlyMap<string, Blob>): FileStore {
  const coming = new Map<string, Uint8Array<ArrayBuffer>[]>()
  const files = new Map<string, Blob>(given)
  return {
    newPath: () => crypto.randomUUID(),
    async open(path, { size }) {
      const parts = coming.get(path) ?? []
      coming.set(path, parts)
      let written = size
      return {
        get saved() {
          return { size: written, state: '' }
        },
        async write(chunk) {
          parts.push(new Uint8Array(chunk))
          written += chunk.byteLength
        },
        save: async () => {},
        close: async () => {},
      }
    },
    async finish(path) {
      const parts = coming.get(path)
      if (!parts) return
      files.set(path, new Blob(parts))
      coming.delete(path)
    },
    reach: async () => {},
    size: async (path) => files.get(path)?.size ?? null,
    read: async (path, range) => {
      const file = files.get(path)
      return (range ? file?.slice(range.start, range.end + 1) : file)?.stream() ?? null
    },
    remove: async (path) => {
      coming.delete(path)
      files.delete(path)
    },
    async *list() {
      for (const path of coming.keys()) yield { path, unfinished: true }
      for (const path of files.keys()) yield { path, unfinished: false }
    },
  }
}
