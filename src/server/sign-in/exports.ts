import type { Context, Hono } from 'hono'
import type { SessionGuard } from '../auth/guard.ts'
import { reporting } from '../auth/routes.ts'
import type { Environment } from '../environment.ts'
import { readBody } from '../http/body.ts'
import { invalid } from '../http/errors.ts'
import type { AllServices } from '../services.ts'
import type { SecurityEvents } from './security-events.ts'
import { textIn } from './ways.ts'

/** Notes a file that whoever asks takes out of the company. */
export const createExportNoter =
  (environment: Environment, guard: SessionGuard, { securityEvents }: { securityEvents: SecurityEvents }) =>
  (c: Context, file: string): Promise<void> =>
    securityEvents.noteExport(
      environment.database.kysely,
      c,
      reporting(environment).addressOf(c),
      guard.userOf(c).id,
      file,
    )

/** Mounts how browsers, which write most files themselves of what they were answered, tell of it. */
export function mountExports(app: Hono, { guard, noteExport }: AllServices): void {
  app.post('/user/exports', async (c) => {
    guard.userOf(c)
    const name = textIn((await readBody(c)).name)
    if (!name) throw invalid({ name: ['Name is required'] })
    await noteExport(c, name)
    return c.body(null, 204)
  })
}
