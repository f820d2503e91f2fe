import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { currentArea } from './areas.ts'

const area = currentArea()
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What is run against each mutant: an area's quick tests, on one engine and in Node. */
export default defineConfig({
  root: at('../..'),
  resolve: {
    alias: [
      { find: /^\.\.\/engines\.ts$/, replacement: at('engines.ts') },
      { find: '#server/browser.ts', replacement: at('browser.ts') },
    ],
  },
  test: {
    include: [...area.tests],
    globalSetup: [at('templates.ts')],
    setupFiles: [...(area.setup ?? [])],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
