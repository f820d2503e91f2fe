import type { Context, Hono } from 'hono'
import type { AllServices } from '../services.ts'
import { mountAttach } from './attach.ts'
import { createArchives } from './archives.ts'
import { portableCrc32 } from './crc32.ts'
import { mountDownloads } from './downloads.ts'
import { createFileLinks } from './links.ts'
import { uploadPlaces } from './upload-places.ts'
import type { Environment } from '../environment.ts'

/** Where resumable uploads are, announced in GET /api/app. */
export const TUS_PATH = '/uploads'

/**
 * Mounts everything that takes files and hands them out, for every entity that is created by uploading. Mount it before
 * the generic resources, whose paths it refines.
 */
export function mountFiles(
  app: Hono,
  deps: AllServices,
  { openTus, crc32 = portableCrc32 }: Pick<Environment, 'openTus' | 'crc32'>,
): void {
  const { incoming, now, sign, database, log } = deps
  const { store } = incoming
  const links = createFileLinks(app, { store, sign, now })
  const archives = createArchives({ store, crc32, database, now, log })
  const places = uploadPlaces(deps)
  for (const place of places) {
    mountAttach(app, deps, place, incoming)
    mountDownloads(app, deps, place, { store, links, archives })
  }
  if (openTus) {
    const tus = openTus(deps, incoming, places, TUS_PATH)
    app.all(`${TUS_PATH}/*`, (c: Context) => tus(c))
  }
}
