import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'

/** The paths of the files that a process has open. */
export function openFiles(pid = process.pid): string[] {
  const folder = `/proc/${pid}/fd`
  if (!existsSync(folder)) {
    const told = execFileSync('lsof', ['-p', String(pid), '-Fn'], { encoding: 'utf8' })
    return told.split('\n').flatMap((line) => (line.startsWith('n/') ? line.slice(1) : []))
  }
  return readdirSync(folder).flatMap((handle) => {
    try {
      return readlinkSync(`${folder}/${handle}`)
    } catch {
      // The file was closed after the folder was read.
      return []
    }
  })
}
