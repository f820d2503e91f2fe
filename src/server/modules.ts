import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.ts'
import type { ServerModuleSpec } from './define-server.ts'
import type { ServerModule } from './resource/catalog.ts'

const folder = join(root, 'modules')

/** Loads every module folder: its entities, server half and sample; a new folder is registered automatically. */
export async function loadModules(): Promise<ServerModule[]> {
  const pathOf = (id: string, file: string) => join(folder, id, file)
  const load = async (path: string) => import(pathToFileURL(path).href)
  const loadIf = async (path: string): Promise<Record<string, unknown>> => (existsSync(path) ? load(path) : {})
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  return Promise.all(
    ids.sort().map(async (id): Promise<ServerModule> => {
      const { default: server } = await loadIf(pathOf(id, 'server.ts'))
      if (server !== undefined && !isServerModule(server))
        throw new Error(`modules/${id}/server.ts must export defineServer(…) as its default.`)
      const sample = pathOf(id, 'sample/sample.ts')
      return {
        id,
        exports: await loadIf(pathOf(id, 'entities.ts')),
        ...(server && { server }),
        ...(existsSync(sample) && { sample: () => load(sample) }),
      }
    }),
  )
}

const isServerModule = (value: unknown): value is ServerModuleSpec =>
  typeof value === 'object' && value !== null && '$server' in value
