import { matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentArea } from './areas.ts'

const area = currentArea()
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const root = at('../..')
const placeOf = ({ moduleId }: TestSpecification) =>
  area.tests.findIndex((pattern) => matchesGlob(relative(root, moduleId), pattern))

/** Runs tests in the order in which the area names them. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/** What is run against each mutant: an area's quick tests, on one engine and in Node. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: '#server/browser.ts', replacement: at('browser.ts') },
      { find: /^.*\/offered-company\.ts$/, replacement: at('offered-company.ts') },
    ],
  },
  test: {
    include: [...area.tests],
    globalSetup: ['tests/clock/provide.ts', 'tests/mutation/templates.ts', ...(area.globalSetup ?? [])],
    setupFiles: [...(area.setup ?? [])],
    sequence: { sequencer: AsNamed },
    // Node alone imports the server three times as fast as Vite, and does so for each mutant.
    experimental: { viteModuleRunner: !area.isNative },
    // The server of a page is for one.
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
