/**
 * Breaks, one place at a time, the code that decides who may, who sees and what is taken, and counts how often the tests
 * notice. `npm run mutate` takes some ten minutes on two cores, and is no part of `npm test`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/core/access/access.ts',
    'src/core/entity/{parse,fields,field,entity,check-entities}.ts',
    'src/server/resource/{visibility,target,writes,save,unique,attached,present,counts,sequence,workflow,active}.ts',
    'src/server/db/conditions.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A file there is none of: Stryker would rewrite ours by a part of the compiler that TypeScript 7 has no more.
  tsconfigFile: 'none',
  tempDirName: 'data/mutation',
  ignorePatterns: ['dist', 'data', 'storybook-static', 'styled-system', 'src/public', 'test-results'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'data/mutation.json' },
  thresholds: { high: 95, low: 90, break: 85 },
}
