import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { documentationOf } from './docgen.ts'

/** A comment as one text, without its tags for tools and its examples. */
const plain = (comment: string) =>
  comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replace(/(?:^|\s)@\w+[^]*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What is written about a component of a file; one that is passed to `memo` has the name it had before. */
function ofComponent(file: string, name: string): string {
  const [found] = documentationOf(file).filter(
    ({ displayName }) => displayName === name || displayName === `Plain${name}`,
  )
  return plain(found?.description ?? '')
}

/** `RfisTab` of `rfis-tab`. */
const pascal = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * The sentence of a file of stories, with which its page of docs begins: the comment above its `meta`. A file without one
 * has that of the component it names or, where it shows the whole app, that of the screen beside it with the same name.
 */
export function sentenceOf(file: string, source = readFileSync(file, 'utf8')): string {
  const [, own] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*const meta = /.exec(source) ?? []
  if (own) return plain(own)
  const name = /\bcomponent: (\w+)/.exec(source)?.[1]
  if (!name) return ''
  const beside = file.replace(/\.stories\.tsx$/, '.tsx')
  if (name === 'App') return existsSync(beside) ? ofComponent(beside, pascal(basename(beside, '.tsx'))) : ''
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(source)?.[1]
  if (!from) return ''
  return ofComponent(from.startsWith('#') ? createRequire(file).resolve(from) : join(dirname(file), from), name)
}

/** Gives pages of docs the sentences of their files; those of the kit have them from their components. */
export const sentences: Plugin = {
  name: 'sentences',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(src\/(blocks|app)|modules)\/.*\.stories\.tsx$/ },
    handler(source, id) {
      const docs = JSON.stringify({ description: { component: sentenceOf(id, source) } })
      return { code: `${source};meta.input.parameters={...meta.input.parameters,docs:${docs}};`, map: null }
    },
  },
}
