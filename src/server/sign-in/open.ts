import { holderOf } from '../../core/access/access.ts'
import type { Account } from '../auth/accounts.ts'
import { createSigner } from '../auth/crypto.ts'
import type { Environment } from '../environment.ts'
import { createPasskeys } from './passkeys.ts'
import { createSecondFactors } from './second-factor.ts'
import { createSecurityEvents } from './security-events.ts'
import { createSteps } from './steps.ts'

interface Deps {
  now: () => Date
  /** From which the keys of second factors follow. It is their own, which `rotate-secrets` leaves: nobody could sign in with their app after it. */
  secret: string
  /** Whose passwords are not enough for the company. */
  strictRoles: () => Promise<readonly string[]>
}

/** Opens what keeps the ways to sign in beside a password, and what happened to accounts. */
export function openSignIns({ database, settings }: Environment, { now, secret, strictRoles }: Deps) {
  const { companyName, appUrl = '' } = settings
  const steps = createSteps(database, now)
  return {
    steps,
    securityEvents: createSecurityEvents(database, now),
    secondFactors: createSecondFactors({ database, now, sign: createSigner(secret), issuer: companyName }),
    passkeys: createPasskeys({ database, now, steps, appUrl, companyName }),
    /** Whether the company asks this account for a passkey or an authenticator app, and it has neither. */
    async mustAdd({ user, hasAuthenticator }: Account): Promise<boolean> {
      if (user.has_passkey || hasAuthenticator) return false
      return (await strictRoles()).includes(holderOf(user) ?? '')
    },
  }
}
