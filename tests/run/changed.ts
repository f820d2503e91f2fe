/** Which files have changed since the last green run, and what runs their tests. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { related } from './phases.ts'
import type { Step } from './phases.ts'

/** Files of the repository, tracked or new, that were written after this moment, in milliseconds. */
export function changedSince(root: string, moment: number): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')
  return files.filter((file) => {
    const { mtimeMs } = (file && statSync(join(root, file), { throwIfNoEntry: false })) || { mtimeMs: 0 }
    return mtimeMs > moment
  })
}

/** The steps that run what these files can break; none where all of them changed, as in a fresh clone. */
export function stepsFor(files: readonly string[]): Step[] {
  const sources = files.filter((file) => /^(src|modules|tests|\.storybook)\/.*\.tsx?$/.test(file))
  const specs = sources.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file))
  return sources.length > 300 ? [] : related(sources, specs)
}
