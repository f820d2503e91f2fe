import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedTemplate } from '../sample.ts'

/** Seeds the sample company once, for the tests of all mutants. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const templates = mkdtempSync(join(tmpdir(), 'plumbline-mutation-'))
  await seedTemplate(join(templates, 'sample'))
  provide('templates', templates)
  provide('postgresUrl', '')
  provide('run', '')
  provide('clockOffset', 0)
  return () => rmSync(templates, { recursive: true, force: true })
}
