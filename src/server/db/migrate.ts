import { Migrator, type Migration } from 'kysely/migration'
import type { ServerModuleSpec } from '../define-server.ts'
import type { Database } from './database.ts'

/**
 * Runs the modules' pending migrations in the order of their names, before the schema sync. They are for changes that
 * the sync cannot make, since it only adds.
 * @throws the step's own error; nothing after it has run.
 */
export async function migrate(
  { kysely }: Database,
  serverModules: readonly ServerModuleSpec[],
  log: (line: string) => void,
): Promise<void> {
  const steps: Record<string, Migration> = {}
  for (const { migrations } of serverModules)
    for (const [name, step] of Object.entries(migrations ?? {})) {
      if (steps[name]) throw new Error(`Two migration steps are named "${name}".`)
      steps[name] = step
    }
  if (!Object.keys(steps).length) return
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => steps },
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  for (const { migrationName, status } of results ?? [])
    if (status === 'Success') log(`migration ${migrationName} has run`)
  if (error) throw error
}
