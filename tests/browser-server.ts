import type { TestProject } from 'vitest/node'
import { removeFolders, startServer } from './contract/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the real server listens, for what only a real connection shows. */
    serverUrl: string
  }
}

/** Vitest serves its pages on this port, or on one of the next where others are at work. */
const FIRST_PORT = 23_315
const origins = Array.from({ length: 50 }, (_, at) => `http://localhost:${FIRST_PORT + at}`)

/** Serves the sample company to tests that run in a browser, whose pages come from elsewhere. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({ args: ['--api-only'], env: { FRONTEND_ORIGINS: origins.join() } })
  // By the name that pages have: cookies know hosts, and no ports.
  provide('serverUrl', `http://localhost:${server.port}`)
  return async () => {
    await server.stop()
    removeFolders()
  }
}
