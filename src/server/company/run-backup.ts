import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { threadAt } from '../thread-at.ts'

/**
 * Makes the daily backup in a thread of its own, to the place that BACKUPS names, so that no request waits for it.
 * @throws with what it said, so that the job is tried again
 */
export async function runBackup(log: { info(line: string): void }): Promise<void> {
  const worker = new Worker(threadAt(import.meta.url, 'backup-thread'), { stdout: true, stderr: true })
  const [ended, said, failed] = await Promise.all([once(worker, 'exit'), text(worker.stdout), text(worker.stderr)])
  if (ended[0] !== 0) throw new Error(failed.trim() || 'backup: it could not be made.')
  log.info(said.trim())
}
