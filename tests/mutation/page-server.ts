import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { TestProject } from 'vitest/node'
import { createBrowserServer } from '../../src/server/browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server that pages have in themselves elsewhere. */
    pageServerUrl: string
  }
}

/** Serves the sample company to the tests of all mutants, one test at a time: to start it anew for each takes long. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await createBrowserServer()
  const listener = getRequestListener(async (request) => {
    const isReset = new URL(request.url).pathname === '/reset'
    if (isReset) server.reset()
    const answer = isReset ? new Response(null, { status: 204 }) : await server.fetch(request)
    const { status, statusText, body } = answer
    const headers = new Headers(answer.headers)
    headers.set('x-cookies', server.cookies())
    return new Response(body, { status, statusText, headers })
  })
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  provide('pageServerUrl', `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  return async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
}
