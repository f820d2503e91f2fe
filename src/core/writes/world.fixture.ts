import type { ServerModule } from '#server/resource/catalog.ts'
import { createBrowserServer, type BrowserServer } from '#server/browser.ts'
import { PASSWORD } from '#server/browser-company.ts'
import type { Customer } from '#modules/customers/entities.ts'
import { offeredCompany } from '../../../tests/offered-company.ts'

/** What becomes of a request: it gets there, it does not, its answer is lost, a proxy has nobody behind it, or a server fails. */
export type Network = 'on' | 'off' | 'lost' | 'down' | 'failing'

/** The real server behind a network that fails as it is told to; everything in the page is one browser, with one jar of cookies. */
export async function startWorld(modules: readonly ServerModule[] = []) {
  const server: BrowserServer = await createBrowserServer({ modules, company: await offeredCompany() })
  const world = {
    network: 'on' as Network,
    /** How long answers take, in milliseconds. */
    delay: 0,
    /** What was asked, as `POST /api/…`. */
    asked: [] as string[],
    async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const { network, delay } = world
      const method = init.method ?? 'GET'
      world.asked.push(`${method} ${String(input)}`)
      if (network === 'off') throw new TypeError('Failed to fetch')
      if (network === 'down') return new Response('Bad Gateway', { status: 502 })
      if (network === 'failing') return Response.json({ message: 'Server Error' }, { status: 500 })
      const headers = new Headers(init.headers)
      const token = /XSRF-TOKEN=([^;]*)/.exec(server.cookies())?.[1]
      if (token) headers.set('x-xsrf-token', token)
      const body = typeof init.body === 'string' || init.body instanceof FormData ? { body: init.body } : {}
      const answer = await server.fetch(
        new Request(new URL(String(input), location.origin), { method, headers, ...body }),
      )
      if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
      if (network === 'lost') throw new TypeError('Failed to fetch')
      return answer
    },
    /** Asks past the outbox, over a network that is always there. */
    async ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
      const { network } = world
      world.network = 'on'
      const headers = { accept: 'application/json', 'content-type': 'application/json' }
      const answering = world.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      world.network = network
      const answer = await answering
      return answer.status === 204 ? (undefined as T) : answer.json()
    },
    async signIn(mailbox: string): Promise<void> {
      await world.ask('/logout', 'POST').catch(() => {})
      await world.ask('/sanctum/csrf-cookie')
      await world.ask('/login', 'POST', { email: `${mailbox}@plumbline.test`, password: PASSWORD })
    },
    /** The customers of this name, as often as they are there. */
    named: (name: string) => world.ask<Customer[]>(`/api/customers?search=${encodeURIComponent(name)}`),
    reset: () => server.reset(),
  }
  return world
}
