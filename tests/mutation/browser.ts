import type { BrowserServer } from '#server/browser.ts'
import { createClient, createTestWorld, PASSWORD } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

export { PASSWORD }

async function open() {
  const world = await createTestWorld({ database: await sampleSqlite() })
  return createClient(world.app)
}

/** The real server for one visitor, as in a page, over Node's SQLite. */
export async function createBrowserServer(): Promise<BrowserServer> {
  let cookies: ReadonlyMap<string, string> = new Map()
  let opened: ReturnType<typeof open> | undefined
  return {
    async fetch(request) {
      const client = await (opened ??= open())
      cookies = client.cookies
      return client.fetch(request)
    },
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    reset() {
      opened = undefined
      cookies = new Map()
    },
  }
}
