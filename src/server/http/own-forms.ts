import type { MiddlewareHandler } from 'hono'
import { Refusal } from './errors.ts'

/**
 * Accepts POSTs only from pages of this host, which a proxy may call by another name than the public address. The server's own forms cannot carry a session's CSRF token, because their
 * users have no session yet, and a foreign page that posts one could sign its visitor in as somebody else.
 * @throws Refusal 403
 */
export const createOwnForms =
  (appUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    // Browsers without Sec-Fetch-Site send Origin; a client that sends neither is not a browser.
    const foreign = site
      ? site !== 'same-origin' && site !== 'none'
      : origin && origin !== URL.parse(appUrl)?.origin && URL.parse(origin)?.host !== c.req.header('host')
    if (c.req.method === 'POST' && foreign) throw new Refusal(403)
    await next()
  }
