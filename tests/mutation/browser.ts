import { inject } from 'vitest'
import type { BrowserServer } from '#server/browser.ts'

/** The server of `page-server.ts`, which all mutants share, as if it were in this page. */
export async function createBrowserServer(): Promise<Pick<BrowserServer, 'fetch' | 'cookies' | 'reset'>> {
  const at = inject('pageServerUrl')
  let cookies = ''
  let ready: Promise<unknown> = Promise.resolve()
  return {
    async fetch(request) {
      await ready
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = request.body && (await request.arrayBuffer())
      const answer = await fetch(new URL(pathname + search, at), { method, headers, ...(body && { body }) })
      cookies = answer.headers.get('x-cookies') ?? ''
      return answer
    },
    cookies: () => cookies,
    reset() {
      ready = fetch(new URL('/reset', at))
      cookies = ''
    },
  }
}
