import { HttpResponse, http, type RequestHandler } from 'msw'
import type { BrowserServer } from '../src/server/browser.ts'
import { offeredCompany } from '../tests/offered-company.ts'

let started: Promise<BrowserServer> | undefined

/** The server of this page, created once and only for stories that need it. */
export const theServer = (): Promise<BrowserServer> =>
  (started ??= Promise.all([import('../src/server/browser.ts'), offeredCompany()]).then(
    ([{ createBrowserServer }, company]) => createBrowserServer({ company }),
  ))

/** The real server answers the app's requests; a story may add handlers that take precedence. */
export const handlers: RequestHandler[] = ['/api/*', '/sanctum/*', '/broadcasting/*', '/login', '/logout'].map((path) =>
  http.all(path, async ({ request }) => (await theServer()).fetch(request)),
)

/** The real server's response with some fields replaced, for states that only external failures cause. */
export async function answeredWith(part: object, request: Request): Promise<Response> {
  const answer = await (await theServer()).fetch(request)
  return HttpResponse.json({ ...(await answer.json()), ...part }, { status: answer.status })
}
