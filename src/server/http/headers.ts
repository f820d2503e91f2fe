import type { MiddlewareHandler } from 'hono'

const policy = (analytics: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Ark places its floating parts by inline style.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${analytics ? ` ${new URL(analytics).origin}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** What every answer says about how a browser may use it. */
export const securityHeaders = ({
  https,
  analytics,
}: {
  https: boolean
  analytics: string | undefined
}): MiddlewareHandler => {
  const csp = policy(analytics)
  return async (c, next) => {
    await next()
    const headers: Record<string, string> = {
      'Content-Security-Policy': csp,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
    }
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (c.req.path.startsWith('/api/') && !c.res.headers.has('Cache-Control'))
      c.res.headers.set('Cache-Control', 'no-store')
  }
}
