import { StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

const database = await sampleSqlite()
let world: Awaited<ReturnType<typeof createTestWorld>>
let admin: Client

beforeAll(async () => {
  world = await createTestWorld({ database })
  admin = await world.signIn('admin@plumbline.test')
})
afterAll(async () => {
  expect(world.errors).toEqual([])
  await world.close()
})

/** The steps in which SQLite answers a request's statements, and the records found. */
async function stepsOf(path: string) {
  await admin.get(path)
  const all = vi.spyOn(StatementSync.prototype, 'all')
  const { data } = await admin.get(path)
  const texts = (all.mock.contexts as StatementSync[]).map(({ expandedSQL }) => expandedSQL)
  all.mockRestore()
  const steps: string[] = []
  for (const text of texts) {
    const plan = sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`
    steps.push(...(await plan.execute(database.kysely)).rows.map(({ detail }) => detail))
  }
  return { steps, found: data.data }
}

// Texts of their own, and names of customers, projects and people.
test.each([
  '/api/rfis?status=active&sort_column=number',
  '/api/projects?status=all&sort_column=name',
  '/api/punch_items?sort_column=number',
  '/api/tasks?status=open',
  // Texts that stand in records of their own.
  '/api/documents?sort_column=name',
])('a search of %s looks texts and names up in their indexes', async (list) => {
  for (const text of ['xq', 'xqwz']) {
    const { steps, found } = await stepsOf(`${list}&page=1&search=${text}`)
    expect(found).toEqual([])
    expect(steps).toContainEqual(expect.stringMatching(/_search VIRTUAL TABLE INDEX/))
    expect(steps.filter((step) => /^SCAN (t|users|customers|projects)( |$)/.test(step))).toEqual([])
  }
})
