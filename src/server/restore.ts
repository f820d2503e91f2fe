/** `npm run restore -- <folder>`: restores a backup into the empty place that the environment names. */
import { runCommand, say } from './company/command.ts'
import { restore } from './company/restore.ts'

await runCommand('restore', async (config, catalog, [folder]) => {
  if (!folder) throw new Error('name the backup: npm run restore -- /var/backups/plumbline/2026-11-22T14-00-00-000Z')
  const { company, began_at, files } = await restore(config, catalog, folder)
  say(`${company} as of ${began_at}, with ${Object.keys(files).length - 1} files, is restored. Start the server.`)
})
