import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Module } from '#core/module/define-module.ts'
import { createRegistry } from '#core/module/registry.ts'
import { projectTabs } from '../../modules/projects/index.ts'

const folder = new URL('../../modules/', import.meta.url)

/** The addresses of all screens that modules register, a project's tabs among them. */
export async function registeredScreens(): Promise<readonly string[]> {
  const ids = readdirSync(fileURLToPath(folder))
  const modules: Module[] = await Promise.all(
    ids.map(async (id) => (await import(new URL(`${id}/module.ts`, folder).href)).default),
  )
  const tabs = modules.flatMap(({ fills = [] }) =>
    fills.flatMap(({ slot, value }) =>
      // What fills this slot has the path of its tab.
      slot === projectTabs.slot ? `/projects/:project_id/${(value as { to: string }).to}`.replace(/\/$/, '') : [],
    ),
  )
  // The rest of a project's address is a tab's; that of a list opens one of its records.
  const routes = createRegistry(modules).routes.flatMap(({ path }) =>
    path === '/projects/:project_id/*?' ? [] : path.replace(/\/\*\?$/, ''),
  )
  return [...routes, ...tabs].toSorted()
}
