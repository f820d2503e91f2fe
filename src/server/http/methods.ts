import type { Hono } from 'hono'
import { Refusal } from './errors.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * The methods with a route at a path. Middleware and the front end's catch-all match every path, so they do not count.
 */
function allowedAt(app: Hono, path: string): string[] {
  const takes = (method: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method && !route.path.includes('*'))
  return methods.filter((method) => takes(method === 'HEAD' ? 'GET' : method))
}

/** The response when no route matched: 405 with the methods allowed at that path, otherwise 404. */
export function unroutedRefusal(app: Hono, path: string): Refusal {
  const allowed = allowedAt(app, path)
  return allowed.length
    ? new Refusal(405, undefined, undefined, { headers: { Allow: allowed.join(', ') } })
    : new Refusal(404, 'There is nothing here.')
}
