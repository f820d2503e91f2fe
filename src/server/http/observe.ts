import type { Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Environment } from '../environment.ts'

/** What only those who were given an address know of it: tokens of calendars, and signatures of links to files. */
const SECRET = /[0-9a-f]{40,}/g

/** The pattern that a request matched, without what its parts must look like; middleware covers everything below a path. */
const patternOf = (c: Context) =>
  matchedRoutes(c)
    .findLast(({ path }) => !path.includes('*'))
    ?.path.replaceAll(/\{[^}]*\}/g, '') ?? null

/** Assigns every request an id, returns it in the response, and logs the outcome. */
export function observeRequests(
  app: Hono,
  random: (bytes: number) => string,
  { log, addressOf }: { log: Environment['log']; addressOf: (c: Context) => string },
): void {
  // The random part distinguishes processes, the counter distinguishes requests.
  const run = random(6)
  let requests = 0
  app.use(async (c, next) => {
    const began = performance.now()
    c.set('requestId', run + (++requests).toString(16).padStart(6, '0'))
    c.header('X-Request-Id', c.get('requestId'))
    await next()
    log?.request?.({
      id: c.get('requestId'),
      method: c.req.method,
      path: new URL(c.req.url).pathname.replaceAll(SECRET, '…'),
      route: patternOf(c),
      status: c.res.status,
      ms: Math.round(performance.now() - began),
      user: c.get('caller')?.user?.id ?? null,
      address: addressOf(c),
    })
  })
}
