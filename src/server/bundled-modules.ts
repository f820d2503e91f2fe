import type { ServerModuleSpec } from './define-server.ts'
import type { ServerModule } from './resource/catalog.ts'
import type { Sample } from './sample-tools.ts'

const entities = import.meta.glob<Record<string, unknown>>('../../modules/*/entities.ts', { eager: true })
const serverModules = import.meta.glob<{ default: ServerModuleSpec }>('../../modules/*/server.ts', { eager: true })
const samples = import.meta.glob<{ sample: Sample }>('../../modules/*/sample/sample.ts')

/** The modules of all folders, for servers that Vite has put together: in pages, and in dist-server/. */
export async function loadModules(): Promise<ServerModule[]> {
  const ids = Object.keys({ ...entities, ...serverModules, ...samples }).map((path) => path.split('/')[3] ?? '')
  return [...new Set(ids)].sort().map((id): ServerModule => {
    const server = serverModules[`../../modules/${id}/server.ts`]?.default
    const sample = samples[`../../modules/${id}/sample/sample.ts`]
    const exports = entities[`../../modules/${id}/entities.ts`] ?? {}
    return { id, exports, ...(server && { server }), ...(sample && { sample }) }
  })
}
