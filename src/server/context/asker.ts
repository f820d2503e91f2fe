import type { Context } from 'hono'
import { HAND_OVER } from '../../lib/one-time-links.ts'
import type { SessionGuard } from '../auth/guard.ts'
import type { Environment } from '../environment.ts'
import { socketIdIn } from '../live/hub.ts'
import { wayOf } from '../system/way.ts'
import type { Asker } from './context.ts'

/** Says of a request who asks, and what its headers tell about it. @throws Refusal 401 where nobody is signed in */
export const askerBy =
  (guard: SessionGuard, environment: Environment) =>
  (c: Context, confirmed?: unknown): Asker => ({
    user: guard.userOf(c),
    session: c.get('caller').session,
    socket: socketIdIn(c.req.header('x-socket-id')),
    handOver: (link) => c.header(HAND_OVER, link),
    way: () => wayOf(environment, c),
    confirmed: Array.isArray(confirmed) ? confirmed.filter((code) => typeof code === 'string') : [],
  })
