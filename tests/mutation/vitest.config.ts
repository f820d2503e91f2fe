import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { currentArea } from './areas.ts'

const area = currentArea()
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What is run against each mutant: an area's quick tests, on one engine and in Node. */
export default defineConfig({
  root: at('../..'),
  resolve: {
    alias: [{ find: '#server/browser.ts', replacement: at('browser.ts') }],
  },
  test: {
    include: [...area.tests],
    globalSetup: ['tests/clock/provide.ts', 'tests/mutation/templates.ts', ...(area.globalSetup ?? [])],
    // Node alone imports the server three times as fast as Vite, and does so for each mutant.
    experimental: { viteModuleRunner: !area.isNative },
    setupFiles: [...(area.setup ?? [])],
    // The server of a page is for one.
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
