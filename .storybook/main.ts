import { readFileSync } from 'node:fs'
import { defineMain } from '@storybook/react-vite/node'
import type { Plugin, PluginOption } from 'vite'
import { docgen } from './docgen.ts'
import { sampleCompany } from './sample-company.ts'
import { sentences } from './sentence.ts'

/** Whether a plugin is only for the app's production build. */
const finishesApp = (plugin: PluginOption): boolean =>
  Array.isArray(plugin)
    ? plugin.some(finishesApp)
    : !!plugin && 'name' in plugin && /^(vite-plugin-pwa|precompress|complete-page)/.test(plugin.name)

/** Where the worker of `preview.tsx` and the one of MSW within it are served, and what files they are. */
const workers = {
  '/worker.js': './worker.js',
  '/mockServiceWorker.js': '../node_modules/msw/lib/mockServiceWorker.js',
}

/** Serves the workers to story tests, whose server supports only folders in `staticDirs`. */
const serveWorkers: Plugin = {
  name: 'workers',
  configureServer({ middlewares }) {
    for (const [path, file] of Object.entries(workers))
      middlewares.use(path, (_, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(readFileSync(new URL(file, import.meta.url)))
      })
  },
}

export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.mdx', './docs/*.mdx', '../src/**/*.stories.tsx', '../modules/**/*.stories.tsx'],
  addons: [
    '@storybook/addon-a11y',
    '@storybook/addon-docs',
    '@storybook/addon-vitest',
    'msw-storybook-addon',
    'storybook-addon-pseudo-states',
  ],
  staticDirs: ['../src/public', ...Object.entries(workers).map(([to, from]) => ({ from, to }))],
  typescript: { reactDocgen: false },
  core: { disableTelemetry: true },
  viteFinal: (config) => ({
    ...config,
    // Keeps `light-dark()`, which is otherwise compiled away for older browsers: stories show two themes side by side.
    build: { ...config.build, cssTarget: 'esnext' },
    plugins: [
      ...(config.plugins?.filter((plugin) => !finishesApp(plugin)) ?? []),
      serveWorkers,
      sampleCompany(),
      // Tests play stories, and show no pages of docs.
      !process.env.VITEST && [docgen, sentences],
    ],
  }),
})
