import type { MiddlewareHandler } from 'hono'
import { readPlaces } from '../../lib/places.ts'

/** What is configured that a browser then talks to, besides this server. */
export interface Outside {
  /** Where browsers send the role of whom is signed in; nothing is sent without it. */
  analyticsUrl?: string
  /** Who looks addresses up, as `readPlaces` reads it. */
  places?: string
  /** What maps are drawn by, and from where beyond it. */
  map?: { styleUrl: string; origins: readonly string[] }
  /** The bucket that files are handed out from, where it is not this server. */
  filesUrl?: string
  /** The service that live events come from, where it is not this server. */
  live?: { cluster: string } | { host: string; port: number; tls: boolean }
}

/** Pusher's own sockets are at a host named for the cluster. */
const liveOrigin = (at: NonNullable<Outside['live']>): string =>
  'cluster' in at ? `wss://ws-${at.cluster}.pusher.com` : `${at.tls ? 'wss' : 'ws'}://${at.host}:${at.port}`

const google = ['https://maps.googleapis.com', 'https://places.googleapis.com']

/** The origins that scripts and pictures come from and that are asked. */
interface Origins {
  script: string[]
  img: string[]
  connect: string[]
}

/** Exactly the origins that are needed for what is configured. */
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

const policy = ({ script, img, connect }: Origins) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    // Ark places its floating parts by inline style.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...img].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
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
  outside,
  shared,
}: {
  https: boolean
  outside: Outside
  /** Whether a front end on a sibling host shows what is here. */
  shared: boolean
}): MiddlewareHandler => {
  const csp = policy(originsOf(outside))
  // Google lets a key in by the page it is used on, and so must be told which; only ever the origin.
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
    // What holds something of someone is kept by nobody; what may be kept (the app's own files) says so itself.
    'Cache-Control': 'no-store',
  })
  return async (c, next) => {
    await next()
    const { headers } = c.res
    // An answer that says more of itself (a file in its sandbox) is left to it.
    for (const [name, value] of always) if (!headers.has(name)) headers.set(name, value)
  }
}
