import { useCallback, useEffect, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import type { Session } from '#core/session/session.ts'
import { isObject } from '#lib/is-object.ts'
import { usePublicServices } from '../services/services.tsx'

export interface OwnPasskey {
  readonly id: Id
  readonly name: string
  readonly created_at: string
  readonly used_at: string | null
}

/** Something that happened to the account, such as "signed in by a passkey". */
export interface AccountEvent {
  readonly at: string
  readonly event: string
  readonly detail: string | null
  readonly address: string | null
  readonly browser: string | null
  readonly times: number
}

/** How one signs in, as `GET /user/sign-in-methods` tells it. */
export interface SignInMethods {
  readonly passkeys: readonly OwnPasskey[]
  readonly password: { readonly changed_at: string | null } | null
  readonly authenticator: { readonly since: string; readonly codes_left: number } | null
  readonly lately: readonly AccountEvent[]
  /** Whether a code can be mailed. */
  readonly mails: boolean
}

// The shape is that of our own server, which says that it has this.
const asMethods = (body: unknown) =>
  isObject(body) && Array.isArray(body.passkeys) ? (body as unknown as SignInMethods) : undefined
const done = () => null

/** How the current user signs in, where the server has other ways; `reload` asks again. `key` asks anew when it changes. @useSignals */
export function useMethods(key?: unknown): {
  methods: SignInMethods | null
  failure: Failure | null
  reload: () => Promise<void>
} {
  const { session, settings } = usePublicServices()
  const has = settings.value.features.includes('sign_in')
  const [answer, setAnswer] = useState<Result<SignInMethods> | null>(null)
  const ask = useCallback(() => session.request('/user/sign-in-methods', {}, asMethods), [session])
  useEffect(() => {
    if (has) void ask().then(setAnswer)
  }, [ask, has, key])
  const reload = async () => setAnswer(await ask())
  return { methods: answer?.ok ? answer.data : null, failure: answer && !answer.ok ? answer : null, reload }
}

/** Sends a change of how one signs in that answers nothing of use. */
export const sendSignIn = (
  session: Pick<Session, 'request'>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Result<null>> => session.request(path, { method, ...(body && { body }) }, done)

const codesIn = (body: unknown) =>
  isObject(body) && Array.isArray(body.recovery_codes) ? body.recovery_codes.map(String) : undefined

/** Sends a change that answers new recovery codes. */
export const askForCodes = (
  session: Pick<Session, 'request'>,
  path: string,
  body: object = {},
): Promise<Result<string[]>> => session.request(path, { method: 'POST', body }, codesIn)
