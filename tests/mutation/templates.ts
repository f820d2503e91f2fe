import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedSample } from '../worlds.ts'

/** Seeds the sample company once, for the tests of all mutants, in the embedded engine alone. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const templates = mkdtempSync(join(tmpdir(), 'plumbline-mutation-'))
  await seedSample(templates)
  provide('templates', templates)
  provide('template', '')
  provide('postgresUrl', '')
  return () => rmSync(templates, { recursive: true, force: true })
}
