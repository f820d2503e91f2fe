import { HttpResponse, http, type RequestHandler } from 'msw'
import type { BrowserServer } from '../src/server/browser.ts'

let started: Promise<BrowserServer> | undefined

/** The server of this page, planted once and only for stories that ask it something. */
export const theServer = (): Promise<BrowserServer> =>
  (started ??= import('../src/server/browser.ts').then(({ createBrowserServer }) => createBrowserServer()))

/** What the app asks of its host is answered by the real server; a story may put its own answer before it. */
export const handlers: RequestHandler[] = ['/api/*', '/sanctum/*', '/broadcasting/*', '/login', '/logout'].map((path) =>
  http.all(path, async ({ request }) => (await theServer()).fetch(request)),
)

/** The real server's answer with a part of it changed: for what it says only after something beyond it has failed. */
export async function answeredWith(part: object, request: Request): Promise<Response> {
  const answer = await (await theServer()).fetch(request)
  return HttpResponse.json({ ...(await answer.json()), ...part }, { status: answer.status })
}
