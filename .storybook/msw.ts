import { HttpResponse, http, type RequestHandler } from 'msw'
import type { BrowserServer } from '../src/server/browser.ts'
import { offeredCompany } from '../tests/offered-company.ts'

let started: Promise<BrowserServer> | undefined

/** The server of this page, created once and only for stories that need it. */
export const theServer = (): Promise<BrowserServer> =>
  (started ??= Promise.all([import('../src/server/browser.ts'), offeredCompany()]).then(
    ([{ createBrowserServer }, company]) => createBrowserServer({ company }),
  ))

/** What the server is answering. */
const open = new Set<Promise<Response>>()

function answer(request: Request): Promise<Response> {
  const answering = theServer().then((server) => server.fetch(request))
  open.add(answering)
  return answering.finally(() => open.delete(answering))
}

/**
 * Waits until the server has answered what the page has sent so far: a change that a story did not wait for would otherwise
 * be made in the company of the next one. The worker hands requests on in their order, so that one more is the last of them.
 */
export async function quiet(): Promise<void> {
  await fetch('/sanctum/csrf-cookie')
  await Promise.allSettled(open)
}

/** The real server answers the app's requests; a story may add handlers that take precedence. */
export const handlers: RequestHandler[] = [
  '/api/*',
  '/sanctum/*',
  '/broadcasting/*',
  '/login',
  '/login/*',
  '/logout',
  '/two-factor-challenge',
  '/passkeys/*',
  '/user/*',
  '/s/*',
].map((path) => http.all(path, ({ request }) => answer(request)))

/** The real server's response with some fields replaced, for states that only external failures cause. */
export async function answeredWith(part: object, request: Request): Promise<Response> {
  const answered = await answer(request)
  return HttpResponse.json({ ...(await answered.json()), ...part }, { status: answered.status })
}
