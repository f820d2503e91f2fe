import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type babel from '@rolldown/plugin-babel'
import * as z from 'zod/mini'

type Compiler = Awaited<ReturnType<typeof babel>>

const compiled = z.nullish(z.object({ code: z.string(), map: z.any() }))

/**
 * Makes a plugin compile each version of a file once for all builds and servers that share a folder: Babel takes ten
 * seconds for the app, which a run of the tests builds three times.
 * @param folder where that is kept
 * @param version differs where the plugin makes something else of the same file
 */
export function onceEach(plugin: Compiler, folder: string, version: string): Compiler {
  const { transform } = plugin
  const by = createHash('sha256').update(version).digest('hex')
  if (typeof transform !== 'object') throw new Error(`${plugin.name} has no transform with a filter.`)
  const { handler } = transform
  transform.handler = async function (code, id, ...more) {
    const file = join(folder, createHash('sha256').update(`${by}\n${id}\n${code}`).digest('hex'))
    const kept = read(file)
    if (kept !== undefined) return compiled.parse(JSON.parse(kept))
    const made = await handler.call(this, code, id, ...more)
    mkdirSync(folder, { recursive: true })
    // Several servers compile at once: each sees whole files alone.
    const part = `${file}.${process.pid}`
    writeFileSync(part, JSON.stringify(made ?? null))
    renameSync(part, file)
    return made
  }
  return plugin
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
