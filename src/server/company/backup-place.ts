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
