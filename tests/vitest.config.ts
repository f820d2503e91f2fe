import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { HANG, PATIENCE } from './hang.ts'
import { isBrief, isThorough } from './tier.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What every test in Node has: the clock of the run and a PostgreSQL server. */
const inNode = {
  globalSetup: ['tests/clock/provide.ts', 'tests/worlds.ts'],
  setupFiles: ['tests/clock/set-in-node.ts'],
  testTimeout: HANG,
  hookTimeout: HANG,
  expect: { poll: { timeout: PATIENCE } },
}

/** Tests that run in Node. Those that run in a browser need Vite's plugins, and are in vite.config.ts. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'modules/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{conformance,contract,security,upgrade}/**/*.test.ts',
          ],
          // The files of a worker share what they import, the server's modules above all. None may change it.
          isolate: false,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          ...inNode,
          name: 'faults',
          // `npm test` tries two of them, and reads no file of which it tries nothing.
          include: [isBrief ? 'tests/faults/{kill,two-versions}.test.ts' : 'tests/faults/**/*.test.ts'],
          maxWorkers: isThorough ? 1 : 2,
        },
      },
    ],
  },
})
