import type { Page } from '@playwright/test'
import { registeredScreens } from './screens.ts'
import { tokenOf } from './app.ts'

/** Lists beside which a record is open at an address below theirs, which no route names. */
const beside = ['punch_items', 'tasks', 'extra_work'].map((tab) => `/projects/:project_id/${tab}/:${tab}`)
/** The list in which someone's first record for a parameter is found. */
const lists: Readonly<Record<string, string>> = {
  project_id: '/api/projects',
  customer_id: '/api/customers',
  daily_log_id: '/api/projects/:project_id/daily_logs',
  document_id: '/api/projects/:project_id/documents',
  sheet_id: '/api/projects/:project_id/drawing_sheets',
  set_id: '/api/projects/:project_id/drawings',
  rfi_id: '/api/rfis',
  punch_items: '/api/projects/:project_id/punch_items',
  tasks: '/api/projects/:project_id/tasks',
  extra_work: '/api/projects/:project_id/extra_work',
}
/** Parameters that are words. */
const named: Readonly<Record<string, string>> = { id: 'job-cost', default_project_docuemts: 'default_project_docuemts' }

/**
 * The addresses of all screens, those of records at the first one that who is signed in may see. Left out are records of
 * which they see none.
 */
export async function pathsFor(page: Page): Promise<string[]> {
  const headers = await tokenOf(page.context())
  const known = new Map<string, string | undefined>()
  const first = async (name: string, project: string): Promise<string | undefined> => {
    if (!known.has(name)) {
      const path = lists[name]?.replace(':project_id', project)
      const answer = path && (await page.context().request.get(path, { headers }))
      const body: unknown = answer && answer.ok() ? await answer.json() : []
      const records = Array.isArray(body) ? body : ((body as { data?: unknown[] }).data ?? [])
      known.set(name, named[name] ?? (records[0] as { id: number } | undefined)?.id?.toString())
    }
    return known.get(name)
  }
  known.set('project_id', '1')
  const paths: string[] = []
  for (const path of [...(await registeredScreens()), ...beside]) {
    let filled = path
    for (const [word, name = ''] of path.matchAll(/:(\w+)/g))
      filled = filled.replace(word, (await first(name, '1')) ?? word)
    if (!filled.includes(':')) paths.push(filled)
  }
  return paths
}
