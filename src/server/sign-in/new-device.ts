import { browserName } from '../../lib/browser-name.ts'
import { formatMoment } from '../../lib/moments.ts'
import type { Mail } from '../mail/mailer.ts'

interface SignIn {
  readonly email: string
  readonly at: Date
  readonly agent: string | undefined
  readonly address: string
}

/** What a person is mailed when somebody signs in as them with a browser that they have not used before. */
export function newDeviceMail(
  { email, at, agent, address }: SignIn,
  { appUrl, companyName, zone }: { appUrl: string; companyName: string; zone: string },
): Mail {
  const when = `${formatMoment(at, zone)} (${zone.replaceAll('_', ' ')})`
  const browser = agent === undefined ? 'An unknown browser' : browserName(agent)
  return {
    to: email,
    subject: `A new sign-in at ${companyName}`,
    text: `Somebody signed in as you at ${companyName} with a browser that you have not used before.\n\nWhen: ${when}\nBrowser: ${browser}\nNetwork address: ${address}\n\nIf it was you, there is nothing to do. If it was not, sign that device out and change your password in My account:\n${appUrl}/account\n`,
  }
}
