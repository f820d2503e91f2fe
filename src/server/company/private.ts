import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** What the server writes into the data folder, and what backups are in the folder they are made in. */
const DATA = /^(plumbline\.db|lock\.db|files$|mail$|projects$|renames$)/
const BACKUPS = /^(lock\.db|\d{4}-\d\d-\d\dT)/

const MASK = 0o077

/**
 * Makes what this process writes readable by its user alone, and so what earlier versions wrote.
 * @returns a sentence for each file or folder that stays readable by others
 */
export function keepPrivate({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): string[] {
  try {
    process.umask(MASK)
  } catch {
    // A thread has the mask of its process, and cannot set it.
  }
  return [...tighten(dataDir, DATA), ...(backups ? tightenBackups(backups.folder) : [])]
}

/** Makes the backups in a folder readable by their owner alone. */
export const tightenBackups = (folder: string): string[] => tighten(folder, BACKUPS)

function tighten(folder: string, own: RegExp): string[] {
  // Windows has no such permissions: there, who may read is inherited from the folder above.
  if (process.platform === 'win32') return []
  const names = namesIn(folder)
  const found = names.filter((name) => own.test(name)).map((name) => join(folder, name))
  // A folder with something else in it may have to stay open for others.
  const all = found.length && found.length === names.length ? [folder, ...found] : found
  return all.flatMap((path) => {
    try {
      const { mode } = statSync(path)
      if (mode & MASK) chmodSync(path, mode & ~MASK & 0o777)
      return []
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return [`${path} may be readable by other users of this machine: its permissions cannot be changed (${why}).`]
    }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
