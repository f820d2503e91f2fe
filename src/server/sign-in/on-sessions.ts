import type { Id } from '../../core/access/access.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Live } from '../live/live.ts'

/** What modules may do with sessions. */
export const onSessions = ({ accounts, sessions, live }: { accounts: Accounts; sessions: Sessions; live: Live }) => ({
  isConfirmed: sessions.isConfirmed,
  browsersOf: sessions.of,
  reconnect: (user: Id) => live.endUser(user, null),
  endSession: (hash: string) => sessions.end(hash).then(() => live.endSession(hash)),
  async endSessions(user: Id, keep: string | null) {
    accounts.forget([user])
    await sessions.endAll(user, keep)
    live.endUser(user, keep)
  },
})
