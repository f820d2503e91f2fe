import { createClient, type Client } from '../harness.ts'

/** A browser that keeps its cookies across restarts of the server; `url` returns the current address. */
export function createRemote(url: () => string): Client {
  return createClient({
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = await request.arrayBuffer()
      return fetch(url() + pathname + search, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        ...(body.byteLength > 0 && { body }),
      })
    },
  })
}
