import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { CurrentUser } from '#core/access/access.ts'
import { lazily } from '#core/entity/field.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import type { Session } from '#core/session/session.ts'
import { isObject } from '#lib/is-object.ts'
import type { AppSettings } from '../services/services.tsx'
import { sendSignIn } from './methods.ts'

const webauthn = lazily(() => import('@simplewebauthn/browser'))

/** Whether server and browser have passkeys. */
export const takesPasskeys = ({ features }: Pick<AppSettings, 'features'>): boolean =>
  features.includes('passkeys') && typeof globalThis.PublicKeyCredential === 'function'

// Made by our own server for this call alone, and checked by the browser.
const asOptions = <T>(body: unknown): T | undefined => (isObject(body) && 'challenge' in body ? (body as T) : undefined)
/** What browsers say where somebody went back, or took too long: they said enough themselves. */
const isDeclined = (error: unknown) => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

function failed(error: unknown): Failure<never> {
  if (isDeclined(error)) return { ok: false, status: 422, message: '', errors: {}, declined: true }
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  const message = isKnown
    ? 'This device has a passkey for you already.'
    : 'The passkey could not be used on this device.'
  return { ok: false, status: 422, message, errors: {} }
}

/** What the browser answers to a challenge for a passkey; with `autofill` once one is chosen in the email field. */
async function answered(session: Session, autofill: boolean): Promise<Result<AuthenticationResponseJSON>> {
  const asked = await session.request('/passkeys/options', { method: 'POST', body: {} }, (body) =>
    asOptions<PublicKeyCredentialRequestOptionsJSON>(body),
  )
  if (!asked.ok) return { ...asked, current: undefined }
  const { startAuthentication } = await webauthn()
  try {
    return {
      ok: true,
      data: await startAuthentication({ optionsJSON: asked.data, useBrowserAutofill: autofill }),
    }
  } catch (error) {
    return failed(error)
  }
}

/** Signs in with a passkey. */
export async function enterByPasskey(session: Session, { autofill = false } = {}): Promise<Result<CurrentUser | null>> {
  const answer = await answered(session, autofill)
  return answer.ok ? session.enter('/passkeys/login', answer.data) : { ...answer, current: undefined }
}

/** Offers passkeys in the email field, where the browser can; null where it cannot or nobody chose one. */
export async function offerPasskeys(session: Session): Promise<Result<CurrentUser | null> | null> {
  const { browserSupportsWebAuthnAutofill } = await webauthn()
  return (await browserSupportsWebAuthnAutofill()) ? enterByPasskey(session, { autofill: true }) : null
}

/** Ends what {@link offerPasskeys} has begun. */
export const withdrawPasskeys = async (): Promise<void> => (await webauthn()).WebAuthnAbortService.cancelCeremony()

/** Shows by a passkey that it is who is signed in. */
export async function confirmByPasskey(session: Session): Promise<Result<null>> {
  const answer = await answered(session, false)
  return answer.ok
    ? sendSignIn(session, 'POST', '/user/confirm-passkey', answer.data)
    : { ...answer, current: undefined }
}

/** Makes a passkey on this device, and adds it. */
export async function addPasskey(session: Session): Promise<Result<null>> {
  const asked = await session.request('/user/passkeys/options', { method: 'POST', body: {} }, (body) =>
    asOptions<PublicKeyCredentialCreationOptionsJSON>(body),
  )
  if (!asked.ok) return { ...asked, current: undefined }
  const { startRegistration } = await webauthn()
  let made: RegistrationResponseJSON
  try {
    made = await startRegistration({ optionsJSON: asked.data })
  } catch (error) {
    return failed(error)
  }
  return sendSignIn(session, 'POST', '/user/passkeys', made)
}
