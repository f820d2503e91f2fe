import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { lazily } from '../../core/entity/field.ts'
import type { Database, Executor } from '../db/database.ts'

const CODES = 10
const SECONDS = 30
const SECRET_BYTES = 20
/** Without the letters and digits that are mistaken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 10

const otpauth = lazily(() => import('otpauth'))

interface Deps {
  database: Database
  now: () => Date
  /** Signs with the secret of second factors, from which the key of what is stored follows. */
  sign: (text: string) => string
  issuer: string
}

/** What is told of an authenticator app that is on. */
export interface AuthenticatorState {
  readonly since: string
  readonly codes_left: number
}

function randomCode(): string {
  const even = 256 - (256 % letters.length)
  let text = ''
  while (text.length < CODE_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(CODE_LENGTH)))
      if (byte < even && text.length < CODE_LENGTH) text += letters[byte % letters.length]
  return text
}
const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const bytes = (hex: string) => new Uint8Array(hexToBytes(hex))
const textsIn = (json: string): string[] => JSON.parse(json)

/** Authenticator apps (RFC 6238) and the codes for whoever has lost theirs. Secrets are encrypted, codes are hashes. */
export function createSecondFactors({ database, now, sign, issuer }: Deps) {
  const { kysely } = database
  const keyOf = lazily(() =>
    crypto.subtle.importKey('raw', bytes(sign('secrets of authenticator apps')), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]),
  )
  // The person is part of what is authenticated, so that a row copied to another account opens nothing.
  const about = (user: Id, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`user ${user}`),
  })
  async function seal(user: Id, text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = await crypto.subtle.encrypt(about(user, iv), await keyOf(), new TextEncoder().encode(text))
    return `${bytesToHex(iv)}.${bytesToHex(new Uint8Array(sealed))}`
  }
  async function open(user: Id, stored: string): Promise<string> {
    const [iv = '', sealed = ''] = stored.split('.')
    const text = await crypto.subtle.decrypt(about(user, bytes(iv)), await keyOf(), bytes(sealed))
    return new TextDecoder().decode(text)
  }
  const hashOf = (user: Id, code: string) => sign(`recovery code ${user} ${bare(code)}`)

  async function row(user: Id) {
    const { rows } = await sql<{
      secret: string
      confirmed_at: string | null
      last_step: unknown
      codes: string
    }>`select secret, confirmed_at, last_step, codes from second_factors where user_id = ${user}`.execute(kysely)
    return rows[0]
  }
  /** The step whose code it is, one to either side of now, later than the one that was used last. */
  async function stepOf(user: Id, code: string): Promise<number | null> {
    const kept = await row(user)
    if (!kept) return null
    const { TOTP, Secret } = await otpauth()
    const totp = new TOTP({ secret: Secret.fromBase32(await open(user, kept.secret)) })
    const timestamp = now().getTime()
    const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: 1 })
    if (delta === null) return null
    const step = Math.floor(timestamp / 1000 / SECONDS) + delta
    return step > Number(kept.last_step) ? step : null
  }
  async function newCodes(user: Id, db: Executor): Promise<string[]> {
    const codes = Array.from({ length: CODES }, randomCode)
    const hashes = JSON.stringify(codes.map((code) => hashOf(user, code)))
    await sql`update second_factors set codes = ${hashes} where user_id = ${user}`.execute(db)
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
  }

  return {
    async stateOf(user: Id): Promise<AuthenticatorState | null> {
      const kept = await row(user)
      return kept?.confirmed_at ? { since: kept.confirmed_at, codes_left: textsIn(kept.codes).length } : null
    },
    /** Makes a secret that counts once a code of it was entered. Null where the app is on already. */
    async begin(user: Id, label: string): Promise<{ secret: string; url: string } | null> {
      const { TOTP, Secret } = await otpauth()
      const secret = new Secret({ size: SECRET_BYTES })
      const sealed = await seal(user, secret.base32)
      const { rows } = await sql`
        insert into second_factors as f (user_id, secret, confirmed_at, last_step, codes) values (${user}, ${sealed}, null, 0, '[]')
        on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where f.confirmed_at is null returning user_id`.execute(
        kysely,
      )
      if (!rows.length) return null
      const totp = new TOTP({ issuer, label, secret })
      return { secret: secret.base32, url: totp.toString() }
    },
    stepOf,
    /** Turns it on with the step of a right code. Null where it is on, and otherwise its recovery codes, which are told this once. */
    async confirm(user: Id, step: number, db: Executor): Promise<string[] | null> {
      const { rows } = await sql`
        update second_factors set confirmed_at = ${now().toISOString()}, last_step = ${step} where user_id = ${user} and confirmed_at is null returning user_id`.execute(
        db,
      )
      return rows.length ? newCodes(user, db) : null
    },
    newCodes,
    /** Whether a code of the app is right, which none is twice. */
    async takeCode(user: Id, code: string): Promise<boolean> {
      const step = await stepOf(user, code)
      if (step === null) return false
      const { rows } = await sql`
        update second_factors set last_step = ${step} where user_id = ${user} and last_step < ${step} and confirmed_at is not null returning user_id`.execute(
        kysely,
      )
      return rows.length > 0
    },
    /** Uses up a recovery code. */
    async takeRecoveryCode(user: Id, code: string): Promise<boolean> {
      const kept = await row(user)
      const hash = hashOf(user, code)
      if (!kept?.confirmed_at || !textsIn(kept.codes).includes(hash)) return false
      const left = JSON.stringify(textsIn(kept.codes).filter((one) => one !== hash))
      const { rows } = await sql`
        update second_factors set codes = ${left} where user_id = ${user} and codes = ${kept.codes} returning user_id`.execute(
        kysely,
      )
      return rows.length > 0
    },
    /** Turns it off; false where there is none. */
    async remove(user: Id, db: Executor): Promise<boolean> {
      const { rows } = await sql`delete from second_factors where user_id = ${user} returning user_id`.execute(db)
      return rows.length > 0
    },
  }
}
export type SecondFactors = ReturnType<typeof createSecondFactors>
