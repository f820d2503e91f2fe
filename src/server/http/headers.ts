import type { MiddlewareHandler } from 'hono'
import { readPlaces } from '../../lib/places.ts'

/** Configured services, besides this server, that browsers communicate with. */
export interface Outside {
  /** Where browsers send usage data with the signed-in user's role; without it nothing is sent. */
  analyticsUrl?: string
  /** The address lookup service, in the format of `readPlaces`. */
  places?: string
  /** The map style, and the other origins that the map loads from. */
  map?: { styleUrl: string; origins: readonly string[] }
  /** The bucket that serves files, if this server does not. */
  filesUrl?: string
  /** The service that live events come from, if this server does not send them. */
  live?: { cluster: string } | { host: string; port: number; tls: boolean }
}

/** Pusher's sockets are on a host named after the cluster. */
const liveOrigin = (at: NonNullable<Outside['live']>): string =>
  'cluster' in at ? `wss://ws-${at.cluster}.pusher.com` : `${at.tls ? 'wss' : 'ws'}://${at.host}:${at.port}`

const google = ['https://maps.googleapis.com', 'https://places.googleapis.com']

/** Origins by CSP directive: scripts, images, and connections. */
interface Origins {
  script: string[]
  img: string[]
  connect: string[]
}

/** Exactly the origins that the configuration requires. */
function originsOf({ analyticsUrl, places: text, map, filesUrl, live }: Outside): Origins {
  const places = readPlaces(text)
  const asked = [
    ...(analyticsUrl ? [new URL(analyticsUrl).origin] : []),
    ...(places ? (places.provider === 'google' ? google : [new URL(places.url).origin]) : []),
    ...(live ? [liveOrigin(live)] : []),
    ...(map ? [new URL(map.styleUrl).origin, ...map.origins] : []),
  ]
  return {
    script: places?.provider === 'google' ? google.slice(0, 1) : [],
    img: filesUrl ? [new URL(filesUrl).origin] : [],
    connect: [...new Set(asked)],
  }
}

const policy = ({ script, img, connect }: Origins, scriptHashes: readonly string[]) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...script].join(' '),
    // Ark UI positions floating elements with inline styles.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...img].join(' '),
    ["media-src 'self' blob:", ...img].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sets the security headers of every response. */
export const securityHeaders = ({
  https,
  outside,
  shared,
  scriptHashes = [],
}: {
  https: boolean
  outside: Outside
  /** Whether a front end on a sibling host displays files from this server. */
  shared: boolean
  /** Of the scripts that stand in the front end's page itself, such as `sha256-…`. */
  scriptHashes?: readonly string[]
}): MiddlewareHandler => {
  const csp = policy(originsOf(outside), scriptHashes)
  // Google restricts API keys by the page they are used on, so it needs the Referer; only the origin is ever sent.
  const referrer = readPlaces(outside.places)?.provider === 'google' ? 'strict-origin-when-cross-origin' : 'same-origin'
  const always = Object.entries({
    'Content-Security-Policy': csp,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': referrer,
    'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': shared ? 'same-site' : 'same-origin',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    // Responses with user data must not be cached; cacheable ones (the app's own files) set their own header.
    'Cache-Control': 'no-store',
  })
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // Headers that a response set itself (a sandboxed file) are kept.
    for (const [name, value] of always) if (!headers.has(name)) headers.set(name, value)
  }
}
