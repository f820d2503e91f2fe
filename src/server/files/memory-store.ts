import type { FileStore } from './file-store.ts'

/** Keeps files in memory, for the server in the browser and for tests. */
export function memoryStore(): FileStore {
  const files = new Map<string, Blob>()
  return {
    async create() {
      const path = crypto.randomUUID()
      const parts: Uint8Array<ArrayBuffer>[] = []
      return {
        path,
        write: async (chunk) => void parts.push(new Uint8Array(chunk)),
        keep: async (mime) => void files.set(path, new Blob(parts, { type: mime })),
        drop: async () => void files.delete(path),
      }
    },
    read: async (path) => files.get(path)?.stream() ?? null,
    remove: async (path) => void files.delete(path),
  }
}
