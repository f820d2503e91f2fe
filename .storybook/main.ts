import { readFileSync } from 'node:fs'
import { defineMain } from '@storybook/react-vite/node'
import type { Plugin, PluginOption } from 'vite'
import { docgen } from './docgen.ts'
import { sampleCompany } from './sample-company.ts'

/** Whether a plugin is only for the app's production build. */
const finishesApp = (plugin: PluginOption): boolean =>
  Array.isArray(plugin)
    ? plugin.some(finishesApp)
    : !!plugin && 'name' in plugin && /^(vite-plugin-pwa|precompress|complete-page)/.test(plugin.name)

const worker = 'node_modules/msw/lib/mockServiceWorker.js'

/** Serves MSW's worker to story tests, whose server supports only folders in `staticDirs`. */
const serveWorker: Plugin = {
  name: 'mock-service-worker',
  configureServer: ({ middlewares }) =>
    void middlewares.use('/mockServiceWorker.js', (_, response) => {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(readFileSync(new URL(`../${worker}`, import.meta.url)))
    }),
}

export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.mdx', '../src/**/*.stories.tsx', '../modules/**/*.stories.tsx'],
  addons: [
    '@storybook/addon-a11y',
    '@storybook/addon-docs',
    '@storybook/addon-vitest',
    'msw-storybook-addon',
    'storybook-addon-pseudo-states',
  ],
  staticDirs: ['../src/public', { from: `../${worker}`, to: '/mockServiceWorker.js' }],
  typescript: { reactDocgen: false },
  core: { disableTelemetry: true },
  viteFinal: (config) => ({
    ...config,
    // Keeps `light-dark()`, which is otherwise compiled away for older browsers: stories show two themes side by side.
    build: { ...config.build, cssTarget: 'esnext' },
    plugins: [
      ...(config.plugins?.filter((plugin) => !finishesApp(plugin)) ?? []),
      serveWorker,
      sampleCompany(),
      // Tests play stories, and show no tables of props.
      !process.env.VITEST && docgen,
    ],
  }),
})
