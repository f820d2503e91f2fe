/**
 * Builds the server to dist-server/: one file, and one for each of its threads, which start sooner and in less memory
 * than the sources. The packages that consist of many small modules are built in; the others stay in node_modules. Part of
 * `npm run build`, which names another folder.
 */
import { join, resolve } from 'node:path'
import { build, type InlineConfig } from 'vite'

const root = join(import.meta.dirname, '..')
const at = (file: string) => join(root, 'src/server', file)

/** Packages of hundreds of files, each of which Node.js would look for at every start, and what only they need. */
const builtIn =
  /^(kysely|zod|hono|@hono\/node-server|@tus\/(server|utils)|srvx|file-type|strtok3|token-types|@tokenizer\/inflate|uint8array-extras|@borewit\/text-codec|debug|ms|lodash\.throttle|@noble\/hashes)(\/|$)/

const common = {
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: builtIn },
} satisfies InlineConfig
const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
const outDir = resolve(root, process.argv[2] ?? 'dist-server')
const options = { ssr: true, outDir, target: 'node24', sourcemap: true, minify: false }

await build({
  ...common,
  plugins: [
    {
      name: 'bundled-modules',
      enforce: 'pre',
      // The sources read the folder of modules at each start; here they are known.
      resolveId: (id, importer) =>
        id === './modules.ts' && importer?.startsWith(at('')) ? at('bundled-modules.ts') : null,
    },
  ],
  build: {
    ...options,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: at('main.ts') },
      // What is imported when it is needed brings its packages then.
      output: { ...output, codeSplitting: { groups: [{ name: 'server', tags: ['$initial'] }] } },
    },
  },
})
// Beside whoever starts them, in the same folder.
await build({
  ...common,
  build: {
    ...options,
    emptyOutDir: false,
    rolldownOptions: {
      input: {
        'argon2-thread': at('auth/argon2-thread.ts'),
        'backup-thread': at('company/backup-thread.ts'),
        'checkpoint-thread': at('db/checkpoint-thread.ts'),
        'decode-process': at('decode/decode-process.ts'),
        'parent-thread': at('decode/parent-thread.ts'),
      },
      output,
    },
  },
})
