import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.ts'
import type { ServerModuleSpec } from './define-server.ts'
import type { ServerModule } from './resource/catalog.ts'

const folder = join(root, 'modules')

/** Loads every module folder that has entities or a server half; a new folder is registered automatically. */
export async function loadModules(): Promise<ServerModule[]> {
  const load = async (id: string, file: string): Promise<Record<string, unknown>> => {
    const path = join(folder, id, file)
    return existsSync(path) ? import(pathToFileURL(path).href) : {}
  }
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  return Promise.all(
    ids.sort().map(async (id): Promise<ServerModule> => {
      const { default: server } = await load(id, 'server.ts')
      if (server !== undefined && !isServerModule(server))
        throw new Error(`modules/${id}/server.ts must export defineServer(…) as its default.`)
      return { id, exports: await load(id, 'entities.ts'), ...(server && { server }) }
    }),
  )
}

const isServerModule = (value: unknown): value is ServerModuleSpec =>
  typeof value === 'object' && value !== null && '$server' in value
