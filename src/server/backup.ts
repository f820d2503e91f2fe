/** `npm run backup -- <folder>`: backs up the company that the environment names, which may be served meanwhile. */
import { readBackupPlace } from './company/backup-place.ts'
import { makeBackup } from './company/backup.ts'
import { runCommand, say } from './company/command.ts'

await runCommand('backup', async (config, catalog, [place = process.env.BACKUPS]) => {
  if (!place) throw new Error('name the folder: npm run backup -- /var/backups/plumbline')
  const { folder, files, missing } = await makeBackup(config, catalog, readBackupPlace(place))
  say(`${folder}: the database and ${files} files`)
  for (const path of missing) say(`missing in the file store, so not in the backup: ${path}`)
})
