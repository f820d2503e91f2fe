import type { TestProject } from 'vitest/node'

/** Names the sample company that `run.ts` seeded for the tests of all mutants, in the embedded engine alone. */
export default function setup({ provide }: TestProject): void {
  const { TEMPLATES: templates } = process.env
  if (!templates) throw new Error('`npm run mutate` says where the sample company is kept.')
  provide('templates', templates)
  provide('template', '')
  provide('postgresUrl', '')
}
