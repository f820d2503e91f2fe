import type { MiddlewareHandler } from 'hono'
import { Refusal } from './errors.ts'

/**
 * Takes what is posted from pages of this host alone. The server's own forms hold no token of a session, since who fills
 * them in has none; a page elsewhere that posts one could sign its visitor in as somebody else.
 * @throws Refusal 403
 */
export const ownForms: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  // Browsers that say nothing of the site say the origin; who says neither is no browser.
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin && URL.parse(origin)?.host !== c.req.header('host')
  if (c.req.method === 'POST' && foreign) throw new Refusal(403)
  await next()
}
