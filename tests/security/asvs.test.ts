import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadModules } from '#server/modules.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { root } from '../architecture.ts'

/** The requirements of ASVS 5.0.0 at levels 1 and 2, by section. */
const asked: Record<string, string> = {
  'V1.1': '1-2',
  'V1.2': '1-9',
  'V1.3': '1-11',
  'V1.4': '1-3',
  'V1.5': '1-2',
  'V2.1': '1-3',
  'V2.2': '1-3',
  'V2.3': '1-4',
  'V2.4': '1-1',
  'V3.2': '1-2',
  'V3.3': '1-4',
  'V3.4': '1-6',
  'V3.5': '1-5',
  'V3.7': '1-2',
  'V4.1': '1-3',
  'V4.2': '1-1',
  'V4.3': '1-2',
  'V4.4': '1-4',
  'V5.1': '1-1',
  'V5.2': '1-3',
  'V5.3': '1-2',
  'V5.4': '1-3',
  'V6.1': '1-3',
  'V6.2': '1-12',
  'V6.3': '1-4',
  'V6.4': '1-4',
  'V6.5': '1-5',
  'V6.6': '1-3',
  'V6.8': '1-4',
  'V7.1': '1-3',
  'V7.2': '1-4',
  'V7.3': '1-2',
  'V7.4': '1-5',
  'V7.5': '1-2',
  'V7.6': '1-2',
  'V8.1': '1-2',
  'V8.2': '1-3',
  'V8.3': '1-1',
  'V8.4': '1-1',
  'V9.1': '1-3',
  'V9.2': '1-4',
  'V11.1': '1-2',
  'V11.2': '1-3',
  'V11.3': '1-3',
  'V11.4': '1-4',
  'V11.5': '1-1',
  'V11.6': '1-1',
  'V12.1': '1-3',
  'V12.2': '1-2',
  'V12.3': '1-4',
  'V13.1': '1-1',
  'V13.2': '1-5',
  'V13.3': '1-2',
  'V13.4': '1-5',
  'V14.1': '1-2',
  'V14.2': '1-4',
  'V14.3': '1-3',
  'V15.1': '1-3',
  'V15.2': '1-3',
  'V15.3': '1-7',
  'V16.1': '1-1',
  'V16.2': '1-5',
  'V16.3': '1-4',
  'V16.4': '1-3',
  'V16.5': '1-3',
}
const numbers = Object.entries(asked).flatMap(([section, range]) => {
  const [first = 0, last = 0] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`)
})

const text = readFileSync(join(root, 'tests/security/asvs.md'), 'utf8')
const [applies = '', apart = ''] = text.split('## What does not apply')
const rows = applies
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [number = '', level = '', what = '', answer = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, ''))
    return { number, level, what, answer }
  })
/** Links of the form `file › text in it`, or only a file. */
const links = [
  ...text.matchAll(/`((?:tests|src|modules|\.storybook)\/[^`›]+?|package(?:-lock)?\.json|README\.md)(?: › ([^`]+))?`/g),
].map(([, file = '', words]) => ({ file, words }))

describe('the table of ASVS', () => {
  test('lists every requirement of levels 1 and 2 once, with an answer or as not applicable', () => {
    const elsewhere = [...apart.matchAll(/V\d+\.\d+\.\d+/g)].map(([number]) => number)
    const sections = [...apart.matchAll(/(V\d+\.\d+)(?![.\d])/g)].map(([, section]) => `${section}.`)
    const left = numbers.filter(
      (number) => !elsewhere.includes(number) && !sections.some((section) => number.startsWith(section)),
    )
    expect(rows.map(({ number }) => number)).toEqual(left)
  })

  test('gives for each a summary, and evidence or what is missing', () => {
    for (const { number, level, what, answer } of rows) {
      expect([number, level]).toEqual([number, expect.stringMatching(/^[12]$/)])
      expect(what, number).toMatch(/\w{3}/)
      if (!answer.startsWith('**Does not hold yet**')) expect(answer, number).toMatch(/`[^`]+`|^See/)
      else expect(answer.length, number).toBeGreaterThan(60)
    }
  })

  test.each(links)('links to existing code: $file › $words', ({ file, words }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    if (words === undefined) return
    // Tests are referenced by their titles, other code by text of the line.
    const named = /\.(test|spec)\.tsx?$/.test(file) ? `'${words}'` : words
    expect(readFileSync(join(root, file), 'utf8')).toContain(named)
  })

  test('every kind of record is in one class of data', async () => {
    const [, table = ''] = text.split('**Kinds of data')
    const classes = [...table.matchAll(/^\| [A-Z][^|]+ \| ([a-z_ ]+) \| /gm)].map(([, kinds = '']) => kinds.split(' '))
    expect(classes).toHaveLength(4)
    const catalog = createCatalog('sqlite', await loadModules())
    expect(classes.flat().toSorted()).toEqual(catalog.entities.map(({ name }) => name).toSorted())
  })

  test('has links', () => {
    expect(links.length).toBeGreaterThan(150)
    expect(
      new Set(links.filter(({ file }) => /\.(test|spec)\./.test(file)).map(({ words }) => words)).size,
    ).toBeGreaterThan(50)
  })
})
