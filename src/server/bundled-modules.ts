import type { ServerModuleSpec } from './define-server.ts'
import type { ServerModule } from './resource/catalog.ts'

const entities = import.meta.glob<Record<string, unknown>>('../../modules/*/entities.ts', { eager: true })
const serverModules = import.meta.glob<{ default: ServerModuleSpec }>('../../modules/*/server.ts', { eager: true })

/** The modules of all folders, for servers that Vite has put together: in pages, and in dist-server/. */
export async function loadModules(): Promise<ServerModule[]> {
  const ids = [...Object.keys(entities), ...Object.keys(serverModules)].map((path) => path.split('/').at(-2) ?? '')
  return [...new Set(ids)].sort().map((id): ServerModule => {
    const server = serverModules[`../../modules/${id}/server.ts`]?.default
    return { id, exports: entities[`../../modules/${id}/entities.ts`] ?? {}, ...(server && { server }) }
  })
}
