import type { Id } from '#core/access/access.ts'
import { slot, type Ctx, type namedBy, type Slot } from '#server/define-server.ts'

/**
 * Filled by modules that give out secrets, such as addresses of calendars: ends a person's, where they are signed out
 * everywhere, the office sets a password for them, or they have no access any more.
 */
export const accessEnds: Slot<(person: Id, ctx: Ctx) => Promise<void>> = slot('access ends')

/** Which other people a guest sees, as a condition on their ids. Modules that put people on teams fill it. */
export const teammates: Slot<ReturnType<typeof namedBy>> = slot('teammates')
