import { readdir } from 'node:fs/promises'

/** Where backups are kept, and how many. */
export interface BackupPlace {
  readonly folder: string
  readonly keep: number
}

/**
 * Reads where backups go: a folder, with how many are kept, `/var/backups/plumbline?keep=14`.
 * @throws with a sentence that says what to set
 */
export function readBackupPlace(text: string): BackupPlace {
  const [folder = '', query = ''] = text.split('?')
  const kept = new URLSearchParams(query).get('keep') ?? '14'
  const keep = Number(kept)
  if (!folder || !Number.isInteger(keep) || keep < 1)
    throw new Error(`BACKUPS is "${text}": set it to a folder, such as /var/backups/plumbline?keep=14.`)
  return { folder, keep }
}

/** A folder that a backup is written to carries this ending until it is complete. */
export const UNFINISHED = '.unfinished'

/** The finished backups in a folder, the oldest first; their names are the times at which they began. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/.test(name) && !name.endsWith(UNFINISHED)).sort()
}

/** The time at which a backup began, from its name, ISO 8601. */
export const timeOf = (name: string): string => name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z')

/** The newest finished backup in a folder. */
export async function lastBackupIn(folder: string): Promise<{ at: string } | null> {
  const name = (await backupsIn(folder)).at(-1)
  return name === undefined ? null : { at: timeOf(name) }
}
