import { currentArea } from './areas.ts'

const area = currentArea()

/**
 * Breaks the code of an area, one place at a time, and counts how often its tests notice.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [...area.mutate],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Endless loops are found by counting: what merely takes its time, on a busy machine, is none.
  timeoutMS: 60_000,
  // A file there is none of: Stryker would rewrite ours by a part of the compiler that TypeScript 7 has no more.
  tsconfigFile: 'none',
  // Nobody checks the types of what is broken.
  disableTypeChecks: false,
  tempDirName: 'data/mutation',
  ignorePatterns: ['dist', 'data', 'storybook-static', 'src/public', 'test-results'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `data/mutation-${process.env.MUTATED_AREA}.json` },
  thresholds: { high: 95, low: 90, break: 85 },
}
