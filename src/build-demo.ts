/**
 * Builds the demo: the whole app, with its server and a sample company in a worker, as a folder of static files that works
 * under any path. `npm run build:demo`; the folder can be named.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const demo = join(import.meta.dirname, 'demo')
const outDir = resolve(process.argv[2] ?? join(root, 'dist-demo'))

/** What the demo puts in the place of the app's own files. */
const instead: Readonly<Record<string, string>> = {
  [join(root, 'src/app/host.ts')]: join(demo, 'host.ts'),
  [join(root, 'src/app/service-worker.ts')]: join(demo, 'no-service-worker.ts'),
}

const ofDemo = (): Plugin => ({
  name: 'demo',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found && instead[found.id]
  },
  // The scope of a service worker is the folder that it lies in.
  buildStart() {
    this.emitFile({ type: 'asset', fileName: 'relay.js', source: readFileSync(join(demo, 'relay.js')) })
  },
})

// What an earlier build has kept in a browser is not taken over: its tables may be others.
process.env.VITE_BUILT = Date.now().toString(36)

await build({
  configFile: join(root, 'vite.config.ts'),
  mode: 'demo',
  root: demo,
  base: './',
  logLevel: 'warn',
  plugins: [ofDemo()],
  worker: { format: 'es' },
  build: { outDir },
})
