import type { FileStore } from '#server/files/file-store.ts'
import type { Clock } from './clock.ts'
import { clockOffset } from './today.ts'

/** What the machine's own clock tells, which file systems and buckets date files by. */
export const machineTime = (): number => Date.now() - clockOffset

/**
 * A store whose unfinished files are dated by a world's clock: a file is as far from the machine's time as that clock
 * was when it was last opened for writing, or as the run is.
 */
export function storeOn<S extends FileStore>(clock: Clock, store: S): S {
  const ahead = new Map<string, number>()
  return {
    ...store,
    open(path: string, ...saved) {
      ahead.set(path, clock.now().getTime() - machineTime())
      return store.open(path, ...saved)
    },
    async *list() {
      for await (const { written_at, ...file } of store.list()) {
        const by = ahead.get(file.path) ?? clockOffset
        yield { ...file, written_at: written_at && new Date(Date.parse(written_at) + by).toISOString() }
      }
    },
  }
}
