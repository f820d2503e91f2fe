import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './architecture.ts'
import { areas } from './mutation/areas.ts'

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function each(pattern: string): string[] {
  const [, before, names, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return names === undefined ? [pattern] : names.split(',').flatMap((name) => each(`${before}${name}${after}`))
}

test('what is broken, and what is to notice it, are files that are there', () => {
  const named = Object.values(areas).flatMap(({ mutate, tests }) => [...mutate, ...tests].flatMap(each))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !globSync(path, { cwd: root }).length)).toEqual([])
})
