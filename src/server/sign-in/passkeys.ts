import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { lazily } from '../../core/entity/field.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Database, Executor } from '../db/database.ts'
import type { Steps } from './steps.ts'

const CHALLENGE_MINUTES = 5
const LONGEST_NAME = 100
/** Ed25519, ES256 and RS256, which all devices have; newer ones are experiments of Node. */
const ALGORITHMS = [-8, -7, -257]

const webauthn = lazily(() => import('@simplewebauthn/server'))

interface Deps {
  database: Database
  now: () => Date
  steps: Steps
  /** The public address of the app, which passkeys are bound to. */
  appUrl: string
  companyName: string
}

/** A passkey as its owner is told of it. */
export interface Passkey {
  readonly id: Id
  readonly name: string
  readonly created_at: string
  readonly used_at: string | null
}

/** What a challenge was given out for, and in which session; answers to it are taken for nothing else. */
const boundTo = (purpose: 'add' | 'enter', session: string | undefined) => `${purpose} ${session ?? ''}`
const transportsIn = (json: string): NonNullable<RegistrationResponseJSON['response']['transports']> => JSON.parse(json)

// What is in them is verified by the package, which refuses anything else.
const isAnswer = (value: unknown): value is { id: string } & Record<string, unknown> =>
  isObject(value) && typeof value.id === 'string' && isObject(value.response)
const isRegistration = (value: unknown): value is RegistrationResponseJSON => isAnswer(value)
const isAuthentication = (value: unknown): value is AuthenticationResponseJSON => isAnswer(value)

/** What a person sees and does with those they have. */
function ownPasskeys(kysely: Database['kysely']) {
  return {
    async list(user: Id): Promise<Passkey[]> {
      const { rows } = await sql<
        Omit<Passkey, 'id'> & { id: unknown }
      >`select id, name, created_at, used_at from passkeys where user_id = ${user} order by id`.execute(kysely)
      return rows.map((row) => ({ ...row, id: Number(row.id) }))
    },
    /** Gives one another name; false where it is not this person's. */
    async rename(user: Id, id: Id, name: string): Promise<boolean> {
      const { rows } = await sql`
        update passkeys set name = ${name.slice(0, LONGEST_NAME)} where id = ${id} and user_id = ${user} returning id`.execute(
        kysely,
      )
      return rows.length > 0
    },
    /** Removes one, and answers its name; null where it is not this person's. */
    async remove(user: Id, id: Id, db: Executor): Promise<string | null> {
      const { rows } = await sql<{ name: string }>`
        delete from passkeys where id = ${id} and user_id = ${user} returning name`.execute(db)
      return rows[0]?.name ?? null
    },
  }
}

/** Passkeys (WebAuthn), which sign people in without anything else: the device asks for a finger, a face or a PIN. */
export function createPasskeys({ database, now, steps, appUrl, companyName }: Deps) {
  const { kysely } = database
  const { hostname: rpID = '', origin = '' } = URL.parse(appUrl) ?? {}
  const ask = (purpose: 'add' | 'enter', session: string | undefined, challenge: string) =>
    steps.begin('challenge', challenge, { secret: boundTo(purpose, session), minutes: CHALLENGE_MINUTES })
  /** Takes a challenge, so that an answer to it counts once. */
  const expecting = (purpose: 'add' | 'enter', session: string | undefined) => async (challenge: string) =>
    (await steps.take('challenge', challenge))?.secret === boundTo(purpose, session)

  return {
    /** Whether the server knows the address that passkeys are bound to. */
    offered: rpID !== '',
    ...ownPasskeys(kysely),
    async optionsToAdd(user: { id: Id; name: string; email: string }, session: string | undefined) {
      const { generateRegistrationOptions } = await webauthn()
      const { rows } = await sql<{
        credential_id: string
      }>`select credential_id from passkeys where user_id = ${user.id}`.execute(kysely)
      const options = await generateRegistrationOptions({
        rpName: companyName,
        rpID,
        userID: new TextEncoder().encode(`user ${user.id}`),
        userName: user.email,
        userDisplayName: user.name,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: rows.map(({ credential_id: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await ask('add', session, options.challenge)
      return options
    },
    /** The passkey that a browser made; null where it is none of this challenge, origin and site. */
    async verifyNew(session: string | undefined, sent: unknown): Promise<WebAuthnCredential | null> {
      if (!isRegistration(sent)) return null
      const { verifyRegistrationResponse } = await webauthn()
      const found = await verifyRegistrationResponse({
        response: sent,
        expectedChallenge: expecting('add', session),
        supportedAlgorithmIDs: ALGORITHMS,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(() => null)
      return found?.verified ? found.registrationInfo.credential : null
    },
    /** Adds one that was verified; null where it is known already. */
    async add(
      user: Id,
      { id, publicKey, counter, transports = [] }: WebAuthnCredential,
      name: string,
      db: Executor,
    ): Promise<Passkey | null> {
      const row = { name: name.slice(0, LONGEST_NAME), created_at: now().toISOString(), used_at: null }
      const { rows } = await sql<{ id: unknown }>`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${user}, ${id}, ${base64(publicKey)}, ${counter}, ${JSON.stringify(transports)}, ${row.name}, ${row.created_at})
        on conflict do nothing returning id`.execute(db)
      return rows[0] ? { id: Number(rows[0].id), ...row } : null
    },
    async optionsToEnter(session: string | undefined) {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await ask('enter', session, options.challenge)
      return options
    },
    /** Whose passkey answered, and which; null for any answer that is not right. */
    async verify(session: string | undefined, sent: unknown): Promise<{ user: Id; name: string } | null> {
      if (!isAuthentication(sent)) return null
      const { rows } = await sql<{
        id: unknown
        user_id: unknown
        public_key: string
        counter: unknown
        transports: string
        name: string
      }>`select id, user_id, public_key, counter, transports, name from passkeys where credential_id = ${sent.id}`.execute(
        kysely,
      )
      const [kept] = rows
      if (!kept) return null
      const { verifyAuthenticationResponse } = await webauthn()
      const { verified, authenticationInfo } =
        (await verifyAuthenticationResponse({
          response: sent,
          expectedChallenge: expecting('enter', session),
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: sent.id,
            publicKey: fromBase64(kept.public_key),
            counter: Number(kept.counter),
            transports: transportsIn(kept.transports),
          },
        }).catch(() => null)) ?? {}
      if (!verified || !authenticationInfo) return null
      // A counter that does not grow tells of a copy; that of most passkeys stays zero.
      const { newCounter } = authenticationInfo
      const { rows: counted } = await sql`
        update passkeys set counter = ${newCounter}, used_at = ${now().toISOString()}
        where id = ${kept.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0)) returning id`.execute(
        kysely,
      )
      return counted.length ? { user: Number(kept.user_id), name: kept.name } : null
    },
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
