import { globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { VitePWA } from 'vite-plugin-pwa'
import type { Plugin } from 'vite'
import type { BrowserCommandContext } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { sampleCompany } from './.storybook/sample-company.ts'
import { manifest } from './src/app/manifest.ts'
import { chunks } from './src/build-chunks.ts'
import { onceEach } from './src/build-memory.ts'
import { completePage } from './src/build-page.ts'
import { styles } from './src/build-styles.ts'
import { args, executablePath } from './tests/browser.ts'
import { HANG, PATIENCE } from './tests/hang.ts'
import { isBrief } from './tests/tier.ts'

/**
 * Writes a brotli twin of every text file of the build, for the server to send as it is. The best compression takes as long
 * as the build itself: tests, which ask whether it is there, set a lower `BROTLI`.
 */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler() {
      const folder = this.environment.config.build.outDir
      const compress = async (file: string) => {
        const path = join(folder, file)
        const bytes = readFileSync(path)
        // The best compression of the PDF engine takes ten seconds, and saves a twentieth.
        const most = Number(process.env.BROTLI ?? constants.BROTLI_MAX_QUALITY)
        const quality = bytes.byteLength > 2 ** 20 ? Math.min(8, most) : most
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
      }
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      await Promise.all(files.filter((file) => /\.(js|css|svg|html|wasm|webmanifest)$/.test(file)).map(compress))
    },
  },
})

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

const chromium = () =>
  playwright({
    // What moves is judged where it has come to rest.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args },
  })
/**
 * Every package that runs in a browser here. Vite looks for them in what is asked for first, and one found later (a lazy
 * screen's, or one that a transform brings in) reloads the page under a running test.
 */
const inBrowsers =
  /^(react|@preact|@ark-ui|@tanstack|@internationalized|lucide|wouter|ofetch|laravel|pusher|hono|kysely|zod|msw|maplibre|fast-check|exifr|file-type|multipasta|@zxcvbn-ts|idb|tus-js-client|hash-wasm|@embedpdf|rbush|perfect-freehand|@simplewebauthn\/browser|uqr|otpauth)/
const packages = () => {
  const sources = globSync('{src,modules,.storybook}/**/*.{ts,tsx}', { cwd: at('.') })
  const named = sources.flatMap((file) => [
    ...readFileSync(at(file), 'utf8').matchAll(/(?:from|import\() ?'([^'#.]+)'/g),
  ])
  const found = named.flatMap(([, name]) => (name && inBrowsers.test(name) ? [name] : []))
  return [...new Set([...found, '@preact/signals-react/runtime', 'react/jsx-runtime', 'react/jsx-dev-runtime'])].sort()
}
const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: chromium(),
  instances: [{ browser: 'chromium' as const }],
  // The pointer begins in the corner, where some browsers take it to be over what is there.
  commands: { restPointer: async ({ page }: BrowserCommandContext) => page.mouse.move(-10, -10) },
}

/** `auto` makes every component that mentions `.value` follow the signals it reads; files that do not are not parsed. */
const signals = defineRolldownBabelPreset({
  preset: () => ({ plugins: [['module:@preact/signals-react-transform', { mode: 'auto' }]] }),
  rolldown: { filter: { code: /\bvalue\b|@(use|track)Signals/, id: { exclude: /\/src\/server\// } } },
})
/** Changes with the packages, Babel's among them. */
const installed = readFileSync(at('./package-lock.json'), 'utf8')
/** The one place that says how our sources are compiled: Vite, Vitest and Storybook all read it. */
const sources = [
  react(),
  babel({ presets: [signals] }).then((plugin) => onceEach(plugin, at('./node_modules/.cache/signals'), installed)),
]

/** Pages of tests are sent no source maps, which are half of what they load: who runs a file alone has them. */
const withoutMaps: Plugin = {
  name: 'without-maps',
  enforce: 'post',
  transform: (code) => ({ code, map: { mappings: '' } }),
}

/** What waits for something has its time, and so has a whole test. */
const limits = { testTimeout: HANG, hookTimeout: HANG, expect: { poll: { timeout: PATIENCE } } }

/** What the server answers itself, in development behind Vite. */
const serverPaths = [
  '/api',
  '/sanctum',
  '/broadcasting',
  '/uploads',
  '/login',
  '/sign-in',
  '/two-factor-challenge',
  '/passkeys',
  '^/user/',
  '/logout',
  '/healthz',
  '/readyz',
  '/metrics',
  '/setup-admin',
  '/forgot-password',
  '/reset-password',
  '/invite',
  '/confirm',
  '/calendar',
  '/unsubscribe',
  '^/s/(open|[0-9]+/)',
]

export default defineConfig(({ command, mode }) => ({
  root: at('./src'),
  publicDir: at('./src/public'),
  envDir: at('.'),
  cacheDir: at('./node_modules/.vite'),
  // Vite and Panda each bring a postcss, alike but for their types.
  css: { postcss: { plugins: styles(command) as never } },
  plugins: [
    ...sources,
    // The demo has a service worker of its own.
    mode !== 'test' &&
      mode !== 'demo' &&
      VitePWA({
        registerType: 'prompt',
        injectRegister: false,
        manifest,
        workbox: {
          clientsClaim: true,
          // Shows push messages.
          importScripts: ['push.js'],
          globPatterns: ['**/*.{js,css,html,svg,woff2,wasm}'],
          // Maps and PDFs are for who opens one.
          globIgnores: [
            '**/mockServiceWorker.js',
            'push.js',
            'screenshots/**',
            'assets/{draw-map,maplibre-gl-worker,pdf-worker,pdfium}-*',
          ],
          // Rendered previews never change. `PREVIEWS` in core/kept names the cache, which goes when someone signs out.
          runtimeCaching: [
            {
              urlPattern: /\/api\/(attachments|drawing_revisions)\/\d+\/(preview|thumb)(\?|$)/,
              handler: 'CacheFirst',
              options: {
                cacheName: 'previews',
                plugins: [
                  {
                    // Until the server has rendered one, it answers with what may still change.
                    cacheWillUpdate: async ({ request, response }) =>
                      request.cache !== 'force-cache' &&
                      response.status === 200 &&
                      response.headers.get('Cache-Control')?.includes('immutable')
                        ? response
                        : null,
                    // What is kept of jobs, which `KEPT_FILES` in core/kept names, is not asked for. Sheets ask for their small
                    // picture under what they know of it.
                    cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
                      if (cachedResponse) return cachedResponse
                      const kept = await caches.open('kept-files')
                      return kept.match(request, { ignoreSearch: new URL(request.url).pathname.endsWith('/thumb') })
                    },
                  },
                ],
                expiration: { maxEntries: 3000, purgeOnQuotaError: true },
              },
            },
            // A file that is kept here opens without a connection, whatever its version is: there is one at most.
            {
              urlPattern: ({ url, request }) =>
                /^\/api\/\w+\/\d+\/file$/.test(url.pathname) && request.mode !== 'navigate',
              handler: 'NetworkOnly',
              options: {
                plugins: [
                  {
                    handlerDidError: async ({ request }) =>
                      (await caches.open('kept-files')).match(request, { ignoreSearch: true }),
                  },
                ],
              },
            },
            // What a share link shows is kept by its page (src/app/share), and comes from there without a connection.
            {
              urlPattern: ({ url }) => /^\/s\/\d+\/api\/\w+\/\d+\/(file|thumb)$/.test(url.pathname),
              handler: 'NetworkOnly',
              options: {
                plugins: [
                  {
                    handlerDidError: async ({ request }) =>
                      (await caches.open('shared')).match(request.url, { ignoreSearch: true, ignoreVary: true }),
                  },
                ],
              },
            },
            // Who has opened a PDF or a sheet opens the next without a connection too.
            { urlPattern: /\/assets\/(pdf-worker|pdfium)-/, handler: 'CacheFirst', options: { cacheName: 'engines' } },
          ],
          navigateFallbackDenylist: [
            /^\/api/,
            /^\/sanctum/,
            /^\/broadcasting/,
            /^\/uploads/,
            /^\/app\//,
            /^\/s\/(open|\d+\/)/,
            /^\/(healthz|readyz|metrics)/,
            /^\/(setup-admin|forgot-password|reset-password|invite|sign-in|confirm|calendar|unsubscribe)/,
          ],
        },
      }),
    completePage(),
    mode !== 'demo' && precompress(),
  ],
  // Maps are as large as they are, and loaded by none but who opens one.
  build: {
    outDir: at('./dist'),
    emptyOutDir: true,
    target: 'es2024',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  optimizeDeps: { include: packages(), exclude: ['@sqlite.org/sqlite-wasm'] },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, server])),
      // The live hub's one path; the rest below /app/ is source code here.
      '^/app/[\\w-]+(\\?|$)': { target: server, ws: true },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        root: at('.'),
        plugins: [sampleCompany(), isBrief && withoutMaps],
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx', 'modules/**/*.test.tsx'],
          tags: [{ name: 'whole', description: 'Left to the whole proof, which `npm run test:all` runs.' }],
          browser,
          globalSetup: ['tests/clock/provide.ts', 'tests/browser-server.ts'],
          setupFiles: ['tests/clock/set-in-browser.ts', 'tests/browser-setup.ts'],
          // The files of a worker share a page, and what it has imported.
          isolate: false,
          ...limits,
        },
      },
      {
        extends: true,
        root: at('.'),
        plugins: [
          storybookTest({ configDir: at('./.storybook'), tags: { exclude: isBrief ? ['whole'] : [] } }),
          isBrief && withoutMaps,
        ],
        test: {
          name: 'stories',
          browser,
          globalSetup: ['tests/clock/provide.ts'],
          setupFiles: [
            'tests/clock/set-in-browser.ts',
            'tests/late-frames.ts',
            'tests/own-time.ts',
            'tests/rest-pointer.ts',
          ],
          isolate: false,
          maxWorkers: 2,
          ...limits,
        },
      },
    ],
  },
}))
