import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { sha256 } from '../auth/crypto.ts'
import type { Database } from '../db/database.ts'

/** Wrong answers after which a step is over, however much of its time is left. */
const MOST_TRIES = 5

/** What somebody has begun and finishes with a second request. */
export type StepKind = 'challenge' | 'two factor' | 'mailed' | 'mailed code' | 'confirming'

export interface Step {
  readonly user_id: Id | null
  /** What the second request is compared with. */
  readonly secret: string
}

/**
 * Keeps what is begun, in the database, so that another process can finish it. Its key names it, and for what was mailed the
 * code's key too, as hashes: either of the two finds it, and ends it for both, but neither is taken for the other.
 */
export function createSteps({ kysely }: Database, now: () => Date) {
  const hashed = (kind: StepKind, key: string) => sha256(`${kind}: ${key}`)
  const at = (kind: StepKind, key: string) => {
    const name = hashed(kind, key)
    return sql`(key = ${name} or other = ${name}) and expires_at > ${now().toISOString()}`
  }
  const asStep = (row: { user_id: unknown; secret: string } | undefined): Step | null =>
    row ? { user_id: row.user_id === null ? null : Number(row.user_id), secret: row.secret } : null
  type Row = { user_id: unknown; secret: string }

  return {
    async begin(
      kind: StepKind,
      key: string,
      {
        user = null,
        secret = '',
        code,
        minutes,
      }: { user?: Id | null; secret?: string; code?: string; minutes: number },
    ): Promise<void> {
      const [name, also] = [hashed(kind, key), code === undefined ? null : hashed('mailed code', code)]
      const until = new Date(now().getTime() + minutes * 60_000).toISOString()
      await sql`delete from sign_in_steps where key = ${name} or other = ${also}`.execute(kysely)
      await sql`insert into sign_in_steps (key, other, user_id, secret, tries, expires_at) values (${name}, ${also}, ${user}, ${secret}, 0, ${until})`.execute(
        kysely,
      )
    },
    async find(kind: StepKind, key: string): Promise<Step | null> {
      const { rows } = await sql<Row>`select user_id, secret from sign_in_steps where ${at(kind, key)}`.execute(kysely)
      return asStep(rows[0])
    },
    /** Counts a try before it is looked at, so that parallel ones gain nothing; null after the last one. */
    async tried(kind: StepKind, key: string): Promise<Step | null> {
      const { rows } = await sql<Row>`
        update sign_in_steps set tries = tries + 1 where ${at(kind, key)} and tries < ${MOST_TRIES} returning user_id, secret`.execute(
        kysely,
      )
      return asStep(rows[0])
    },
    /** Ends it. Of two who do so at once only one gets it. */
    async take(kind: StepKind, key: string): Promise<Step | null> {
      const { rows } =
        await sql<Row>`delete from sign_in_steps where ${at(kind, key)} returning user_id, secret`.execute(kysely)
      return asStep(rows[0])
    },
  }
}
export type Steps = ReturnType<typeof createSteps>
