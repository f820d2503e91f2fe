/**
 * A server process that starts quickly: it loads its code, waits for its parent to name a database, and then serves the
 * real app on its own port. It exits with its parent.
 */
import { serve } from '@hono/node-server'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { s3Store, type S3Config } from '#server/files/s3-store.ts'
import { createTus } from '#server/files/tus.ts'
import { loadModules } from '#server/modules.ts'
import { createOutgoing } from '#server/outgoing/post.ts'
import { isEmpty, seedSample } from '#server/sample.ts'
import { quickHasher } from '../hasher.ts'

const modules = await loadModules()
// Done now, because the process will be killed.
flushCompileCache()
interface Place {
  at: string
  files?: string
  s3?: S3Config
  hosts?: readonly string[]
}
process.once('message', async ({ at, files, s3, hosts }: Place) => {
  const app = await createApp({
    modules,
    database: at.startsWith('postgres:') ? openPostgres(at) : openSqlite(at),
    hasher: quickHasher,
    ...(files !== undefined && { files: folderStore(files) }),
    ...(s3 && { files: s3Store(s3) }),
    ...(hosts && { outgoing: createOutgoing({ version: 'test', hosts }) }),
    openTus: createTus,
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    addressOf: () => 'here',
  })
  if (await isEmpty(app)) await seedSample(app, 'plumbline')
  await app.prune()
  // What a killed process was to tell waits for no save.
  if (hosts) app.jobs.start()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
