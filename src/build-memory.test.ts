import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onceEach } from './build-memory.ts'

test('each version of a file is compiled once, and anew by another compiler', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-memory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const asked: string[] = []
  const compile = async (version: string, code: string) => {
    const handler = (source: string) => {
      asked.push(`${version} ${source}`)
      return source === 'as it is' ? undefined : { code: source.toUpperCase(), map: null }
    }
    const { transform } = onceEach({ name: 'upper', transform: { handler } }, folder, version)
    if (typeof transform !== 'object') throw new Error('It has no transform.')
    return Reflect.apply(transform.handler, undefined, [code, 'a.ts'])
  }
  for (const code of ['one', 'one', 'two', 'as it is', 'as it is', 'one']) await compile('1', code)
  await expect(compile('1', 'one')).resolves.toEqual({ code: 'ONE', map: null })
  await expect(compile('1', 'as it is')).resolves.toBeFalsy()
  await expect(compile('2', 'one')).resolves.toEqual({ code: 'ONE', map: null })
  expect(asked).toEqual(['1 one', '1 two', '1 as it is', '2 one'])
})
