/**
 * Seeds the sample company for the servers in pages, and writes it to a file as a form: `seed-company.ts FILE`. In a
 * process of its own, because it keeps the processor busy for seconds.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/server/app.ts'
import { formOf, pageHasher, PASSWORD } from '../src/server/browser-company.ts'
import { openSqliteFile } from '../src/server/db/sqlite.ts'
import { memoryStore } from '../src/server/files/memory-store.ts'
import { loadModules } from '../src/server/modules.ts'
import { seedSample } from '../src/server/sample.ts'

const [file = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-company-'))
try {
  const path = join(folder, 'plumbline.db')
  const store = memoryStore()
  const app = await createApp({
    modules: await loadModules(),
    database: openSqliteFile(path),
    hasher: pageHasher,
    files: store,
    settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
  })
  await seedSample(app, PASSWORD)
  await app.close()
  const files = new Map<string, Blob>()
  for await (const { path: name } of store.list()) {
    const stream = await store.read(name)
    if (stream) files.set(name, await new Response(stream).blob())
  }
  const form = formOf({ database: new Uint8Array(readFileSync(path)), files })
  writeFileSync(file, await new Response(form).bytes())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
