import { isBrief } from '../tier.ts'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { isThorough } from '../tier.ts'
import { removeFolders, temporaryFolder } from './server.ts'

afterAll(removeFolders)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the sources, with a build of long ago that is served. */
function copyOfSources(): string {
  const copy = temporaryFolder()
  for (const name of ['src', 'modules', 'tests', 'package.json', 'vite.config.ts', 'panda.config.ts', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const folder of ['dist', 'dist-server']) {
    mkdirSync(join(copy, folder))
    writeFileSync(join(copy, folder, 'served'), 'of long ago')
  }
  return copy
}
const served = (copy: string) =>
  ['dist', 'dist-server'].map((folder) => readdirSync(join(copy, folder)).includes('served'))

/** Starts a build in a group of its own, so that whatever it leaves behind is found in it. */
function build(copy: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(copy, 'src/build.ts'), ...words], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { child, ended, said: () => said }
}
const isAlone = (group: number) => {
  try {
    return !process.kill(-group, 0)
  } catch {
    return true
  }
}

describe.runIf(process.platform !== 'win32')('a build', () => {
  test.runIf(!isBrief).each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'of the server that is ended by %s leaves the last one served, and no process',
    async (signal) => {
      const copy = copyOfSources()
      const { child, ended } = build(copy, 'server')
      await eventually(() => expect(existsSync(join(copy, '.building'))).toBe(true))
      child.kill(signal)
      expect(await ended).not.toBe(0)
      expect(served(copy)).toEqual([true, true])
      await eventually(() => expect(isAlone(child.pid ?? 0)).toBe(true))
      expect(existsSync(join(copy, '.building'))).toBe(signal === 'SIGKILL')

      const next = build(copy, 'server')
      expect([await next.ended, next.said()]).toEqual([0, ''])
      expect(served(copy)).toEqual([true, false])
      expect(readFileSync(join(copy, 'dist-server/main.js'), 'utf8')).toContain('Plumbline serves')
      expect(readdirSync(copy).filter((name) => /before|building/.test(name))).toEqual([])
    },
  )

  test.runIf(!isBrief)('that fails leaves the last one served, and ends with 1', async () => {
    const copy = copyOfSources()
    writeFileSync(join(copy, 'src/server/app.ts'), 'export const broken = ')
    const { ended } = build(copy, 'server')
    expect(await ended).toBe(1)
    expect(served(copy)).toEqual([true, true])
    expect(existsSync(join(copy, '.building'))).toBe(false)
  })

  test.runIf(isThorough)('of everything that is ended leaves the last one served, and no process', async () => {
    const copy = copyOfSources()
    const { child, ended } = build(copy)
    // The front end is being written, or already is.
    await eventually(() => expect(existsSync(join(copy, '.building/dist'))).toBe(true))
    child.kill('SIGTERM')
    expect(await ended).not.toBe(0)
    expect(served(copy)).toEqual([true, true])
    await eventually(() => expect(isAlone(child.pid ?? 0)).toBe(true))
  })
})
