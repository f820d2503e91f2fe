import type { TestProject } from 'vitest/node'
import { removeFolders, startSampleServer } from './contract/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the real server, for tests that need a real connection. */
    serverUrl: string
  }
}

/** Vitest serves its pages on this port, or on one of the next if it is in use. */
const FIRST_PORT = 23_315
const origins = Array.from({ length: 50 }, (_, at) => `http://localhost:${FIRST_PORT + at}`)

/** Serves the sample company to tests in a browser, whose pages have another origin. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startSampleServer({ args: ['--api-only'], env: { FRONTEND_ORIGINS: origins.join() } })
  // The host name must match that of the pages, since cookies depend on the host but not on the port.
  provide('serverUrl', `http://localhost:${server.port}`)
  return async () => {
    await server.stop()
    removeFolders()
  }
}
