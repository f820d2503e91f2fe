import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What is run against each mutant: quick tests of what decides who may do and see what, on one engine. */
export default defineConfig({
  root: at('../..'),
  resolve: { alias: [{ find: /^\.\.\/engines\.ts$/, replacement: at('engines.ts') }] },
  test: {
    include: ['src/core/{access,entity}/*.test.ts', 'tests/security/rules.test.ts'],
    testTimeout: 20_000,
  },
})
