import { sql } from 'kysely'
import { permissionsOf, type Area, type CurrentUser, type Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { textKey } from '../../lib/text-key.ts'
import { decode } from '../db/codec.ts'
import { inList, type Database, type Executor } from '../db/database.ts'
import type { Catalog } from '../resource/catalog.ts'
import { createMemory } from './memory.ts'

/** A user account, as described by the users' module. */
export interface Account {
  user: CurrentUser
  /** False when deactivated, deleted, or without access: the user cannot sign in, and open sessions end. */
  open: boolean
  /** Whether its access tokens hold: as long as it is open, and an integration's, which never signs in, until it is deleted. */
  holdsTokens: boolean
  /** Whether a code of an authenticator app is asked for beside a password or a mailed link. */
  hasAuthenticator: boolean
}

const needed = [
  'name',
  'email',
  'role',
  'customer_id',
  'contact_type_id',
  'active',
  'has_access',
  'permission_overrides',
  'last_login_at',
] as const

/** Fields that everyone reads of their own record, whoever else may read them, as far as the description has them. */
const told = ['track_time', 'notification_methods', 'phone_number'] as const

/**
 * Normalizes an email address for sign-in, by case only. The key column used for lookup also strips accents and widths,
 * so without this check several addresses would match one account.
 */
export const exactAddress = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** The users' description validated the value when it was stored, so its shape is right; null means no overrides. */
const overridesIn = (value: unknown) => (decode('json', value) ?? {}) as CurrentUser['permissions']

export interface Accounts {
  /** Cached in memory; with `db`, an account is as that transaction sees it. */
  byId(ids: readonly Id[], db?: Executor): Promise<Map<Id, Account>>
  /** By the exact address, ignoring case. */
  byEmail(email: string): Promise<Account | null>
  /** By a phone number as it is stored, where exactly one open account has it. */
  byPhone(digits: string): Promise<Account | null>
  passwordHash(id: Id): Promise<string | null>
  /** Records the last sign-in, and answers when the one before was. It does not count as a change of the user: `updated_at` stays the same. */
  noteLogin(id: Id, at: string, db: Executor): Promise<{ before: string | null }>
  /** Keeps the same password by another hash, unless it was changed meanwhile. */
  replaceHash(id: Id, from: string, to: string): Promise<void>
  /** Also invalidates the mailed links for choosing a password. */
  setPasswordHash(id: Id, hash: string, db?: Executor): Promise<void>
  /** Drops these users from the cache after a change; without ids, anyone may have changed. */
  forget(ids: readonly Id[]): void
  forgetAll(): void
}

/** The server itself, for samples and jobs. It may do everything, and history shows no user for it. */
export const systemUser = (areas: readonly Area[]): CurrentUser => ({
  id: 0,
  name: 'Plumbline',
  email: '',
  role: 'admin',
  customer_id: null,
  contact_type_id: null,
  permissions: permissionsOf({ role: 'admin', customer_id: null, contact_type_id: null }, areas),
})

/**
 * Reads accounts from the rows of the entity named `user`. Password hashes are in a separate table that is part of no
 * description.
 * @param trusted whether this process is notified when another one changes a user
 * @throws at start when no module describes a `user` with the fields that signing in needs.
 */
export function createAccounts(
  { kysely, reads, dialect }: Database,
  catalog: Catalog,
  { now, trusted }: { now: () => Date; trusted: () => boolean },
): Accounts {
  const memory = createMemory<Id, Account>(trusted)
  const users: Entity = catalog.entity('user')
  const missing = needed.filter((name) => !(name in users.fields))
  if (missing.length) throw new Error(`Entity "user" lacks ${missing.join(', ')}: signing in needs it.`)

  const fields: Fields = users.fields
  const integrates = fields.integration ? ['integration'] : []
  const own = told.flatMap((name) => (fields[name] ? [{ name, kind: fields[name].kind }] : []))

  function account(row: Record<string, unknown>): Account {
    const who = {
      role: String(row.role ?? ''),
      customer_id: decode('ref', row.customer_id) as Id | null,
      contact_type_id: decode('ref', row.contact_type_id) as Id | null,
    }
    const isHere = row.deleted_at === null
    const open = isHere && decode('flag', row.active) === true && decode('flag', row.has_access) === true
    return {
      user: {
        id: Number(row.id),
        name: String(row.name),
        email: String(row.email ?? ''),
        ...who,
        permissions: permissionsOf(who, catalog.areas, overridesIn(row.permission_overrides)),
        has_password: row.password_hash !== null,
        has_passkey: Number(row.passkeys) > 0,
        ...Object.fromEntries(own.map(({ name, kind }) => [name, decode(kind, row[name])])),
      },
      open,
      hasAuthenticator: Number(row.authenticators) > 0,
      holdsTokens: open || (isHere && decode('flag', row.integration ?? null) === true),
    }
  }
  const read = [...needed, ...integrates, ...own.map(({ name }) => name)].map((name) => `t.${name}`)
  const passkeys = '(select count(*) from passkeys as p where p.user_id = t.id) as passkeys'
  const authenticators =
    '(select count(*) from second_factors as f where f.user_id = t.id and f.confirmed_at is not null) as authenticators'
  const columns = sql.raw(['t.id', 't.deleted_at', ...read, 'c.password_hash', passkeys, authenticators].join(', '))
  const from = sql`${sql.table(users.table)} as t left join credentials as c on c.user_id = t.id`

  return {
    async byId(ids, db = reads) {
      const known = new Map<Id, Account>()
      const missing: Id[] = []
      for (const id of ids) {
        const held = memory.get(id)
        if (held) known.set(id, held)
        else missing.push(id)
      }
      if (!missing.length) return known
      const load = async () => {
        const { rows } = await sql<
          Record<string, unknown>
        >`select ${columns} from ${from} where ${inList(dialect, sql.ref('t.id'), missing)}`.execute(db)
        return new Map(rows.map((row) => [Number(row.id), account(row)]))
      }
      // Data read inside a transaction is not cached, because the transaction may be rolled back.
      const found = await (db === reads ? memory.read(load) : load())
      return new Map([...known, ...found])
    },
    async byEmail(email) {
      const wanted = exactAddress(email)
      // PostgreSQL rejects text with NUL, and no address contains one.
      if (wanted.includes('\0')) return null
      const { rows } = await sql<
        Record<string, unknown>
      >`select ${columns} from ${from} where t.email_key = ${textKey(email)} and t.deleted_at is null`.execute(reads)
      const row = rows.find((one) => exactAddress(String(one.email)) === wanted)
      return row ? account(row) : null
    },
    async byPhone(digits) {
      if (!fields.phone_number || !/^\d+$/.test(digits)) return null
      const { rows } = await sql<
        Record<string, unknown>
      >`select ${columns} from ${from} where t.phone_number = ${digits} and t.deleted_at is null`.execute(reads)
      const [first, ...others] = rows.map(account).filter(({ open }) => open)
      return first && !others.length ? first : null
    },
    async noteLogin(id, at, db) {
      const { rows } = await sql<{
        last_login_at: string | null
      }>`select last_login_at from ${sql.table(users.table)} where id = ${id}`.execute(db)
      await sql`update ${sql.table(users.table)} set last_login_at = ${at} where id = ${id}`.execute(db)
      return { before: rows[0]?.last_login_at ?? null }
    },
    async passwordHash(id) {
      const { rows } = await sql<{
        password_hash: string
      }>`select password_hash from credentials where user_id = ${id}`.execute(reads)
      return rows[0]?.password_hash ?? null
    },
    async replaceHash(id, from, to) {
      await sql`update credentials set password_hash = ${to} where user_id = ${id} and password_hash = ${from}`.execute(
        kysely,
      )
    },
    async setPasswordHash(id, hash, db = kysely) {
      await sql`insert into credentials (user_id, password_hash, changed_at) values (${id}, ${hash}, ${now().toISOString()}) on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`.execute(
        db,
      )
      await sql`delete from links where user_id = ${id}`.execute(db)
      memory.forget(id)
    },
    forget: (ids) => memory.forget(...ids),
    forgetAll: () => memory.clear(),
  }
}
