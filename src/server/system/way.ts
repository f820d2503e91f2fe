import type { Context } from 'hono'
import type { Environment } from '../environment.ts'

/** How a request came to the process that answers. */
export interface Way {
  /** Whose address sign-in attempts are counted by. */
  readonly address: string
  /** The address that a proxy names and this process is not told to believe; null without one. */
  readonly unbelieved: string | null
}

/** How a request came, by the address that limits count and what a proxy in front says of it. */
export function wayOf({ addressOf }: Environment, c: Context): Way | null {
  if (!addressOf) return null
  const address = addressOf(c)
  const named = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || null
  return { address, unbelieved: named === address ? null : named }
}
