import * as z from 'zod/mini'
import type { JobKind } from '#server/define-server.ts'
import { notifications } from '../entities.ts'

export const LATER = 'notification-later'
const YEAR = 366 * 86_400_000

/** The last moment to which a notification can be put off, in milliseconds since 1970. */
export const latest = (now: string): number => Date.parse(now) + YEAR

const given = z.object({ id: z.number(), at: z.string() })

/** Tells once more what somebody has put off until now, unless they have taken that back or put it off again. */
export const laterJob: JobKind = {
  lane: 'quick',
  async run(payload, { inTransaction }) {
    const { id, at } = z.parse(given, payload)
    await inTransaction(async ({ find, save }) => {
      const notification = await find(notifications, id)
      if (notification?.later_at === at) await save(notifications, { id, later_at: null, read_at: null, told_at: at })
    })
  },
}
