import { signal } from '@preact/signals-react'
import { loadRegistry } from '#app/modules.ts'
import type { Entity } from '#core/entity/entity.ts'
import { defineModule } from '#core/module/define-module.ts'
import { createRegistry } from '#core/module/registry.ts'
import { openTab } from '#core/writes/tab.fixture.ts'
import type { startWorld } from '#core/writes/world.fixture.ts'
import { everything } from '#core/resource/offer.ts'
import { createQueries } from '#core/resource/queries.ts'
import { createDrafts } from '#core/drafts/drafts.ts'
import { createKeeping } from '#core/kept/keeping.ts'
import { keptNothing } from '#core/kept/nothing.ts'
import { createShown } from '#core/kept/shown.ts'
import { createRetries } from '#core/resource/retries.ts'
import { createUploads } from '../uploads/uploads.ts'
import { createWarnings } from '../warnings/warnings.tsx'
import type { Services } from './services.tsx'

const settings = {
  company_name: 'Three Rivers Electric',
  version: null,
  features: [] as readonly string[],
  logo_url: null,
  password_reset_url: null,
  push_key: null,
  places: null,
  map_style_url: null,
  uploads: null,
  store_many: { guests: 50, staff: 500 },
  week_start: 'sunday',
  time_zone: null,
  guided: false,
} as const

/** The services of a page whose app has one more module, with the world's server behind them. */
export async function openServices(
  world: Awaited<ReturnType<typeof startWorld>>,
  entity: Entity,
  database: string,
): Promise<Services> {
  const registry = createRegistry([...loadRegistry().modules, defineModule({ entities: [entity] })])
  const warnings = createWarnings()
  const { entities } = registry
  const tab = await openTab({ fetch: world.fetch, database, entities, confirm: warnings.ask })
  const { api, store, session, writes } = tab
  const retries = createRetries()
  return {
    registry,
    store,
    api,
    offer: everything,
    queries: createQueries({ store, reading: api.reading, user: () => null, retries, kept: keptNothing }),
    kept: keptNothing,
    keeping: createKeeping(session.user),
    drafts: createDrafts({ user: session.user, idOf: writes.idOf, name: `${database} drafts` }),
    shown: createShown(),
    retries,
    session,
    writes,
    uploads: createUploads(session.user),
    warnings,
    settings: signal(settings),
    today: signal('2026-11-20'),
    connection: signal('connected'),
    page: { add: signal(null), about: signal(null), looking: signal([]) },
  }
}
