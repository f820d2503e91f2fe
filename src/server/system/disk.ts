import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { atMostEvery } from './at-most-every.ts'

/** The file that a folder is tried with; a crash may leave one. */
export const PROBE_FILE = '.probe'
/** As much as a file system hands out at once, which an empty file does not take. */
const BLOCK = 4096
/** A full disk may be noticed this much later, in milliseconds. */
const BETWEEN_WRITES = 5000

/** The disk that a folder is on: what is free for this user, and its size, in bytes. */
export interface Space {
  readonly free_bytes: number
  readonly size_bytes: number
}

/** The space of the disk that a folder is on; null where the system does not tell. */
export async function spaceOf(folder: string): Promise<Space | null> {
  const found = await statfs(folder).catch(() => null)
  return found && { free_bytes: found.bavail * found.bsize, size_bytes: found.blocks * found.bsize }
}

/** Tries whether a folder takes files, by writing one at most every few seconds. @throws why it does not */
export const writingTo = (folder: string): (() => Promise<void>) =>
  atMostEvery(BETWEEN_WRITES, async () => {
    const path = join(folder, PROBE_FILE)
    try {
      await using file = await open(path, 'w')
      await file.write(new Uint8Array(BLOCK))
      await file.sync()
    } finally {
      await rm(path, { force: true })
    }
  })
