import { lazy, Suspense, useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { usePublicServices } from '#blocks/services/services.tsx'
import { addPasskey, takesPasskeys } from '#blocks/sign-in/passkeys.ts'
import { RecoveryCodes } from '#blocks/sign-in/recovery-codes.tsx'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Bar } from './bar.tsx'
import { Frame } from './frame.tsx'

const AuthenticatorSetup = lazy(() => import('#blocks/sign-in/authenticator-setup.tsx'))

/** All that somebody sees whose company asks for a passkey or an authenticator app, until there is one (rule sign-in-ways). @useSignals */
export default function MustAdd() {
  const { session, settings } = usePublicServices()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, during] = useBusy()
  async function add() {
    const result = await during(addPasskey(session))
    if (!result.ok) return setWrong(messageOf(result))
    await session.fetchUser()
  }
  return (
    <Frame bar={<Bar>{null}</Bar>}>
      <div className={place}>
        <Card className={css({ stack: '4' })}>
          <h1 className={css({ textStyle: 'title', overflowWrap: 'anywhere' })}>
            Your company asks for a passkey or an authenticator app
          </h1>
          <p>
            Your password alone is not enough for what you may do. A passkey asks for your finger, your face or the PIN
            of this device; an authenticator app on your phone shows six digits that you enter beside your password. Add
            one, and you go on where you were.
          </p>
          {wrong !== null && (
            <p role="alert" className={css({ color: 'attention', fontWeight: 'medium' })}>
              {wrong}
            </p>
          )}
          {!isAdding && !codes && (
            <div className={css({ flow: '2' })}>
              {takesPasskeys(settings.value) && (
                <Button loading={busy} onClick={() => void add()}>
                  Add a passkey
                </Button>
              )}
              <Button variant="outline" onClick={() => setAdding(true)}>
                Set up an authenticator app
              </Button>
            </div>
          )}
          {isAdding && (
            <Suspense>
              <AuthenticatorSetup
                onDone={(made) => {
                  setAdding(false)
                  setCodes(made)
                }}
                onClose={() => setAdding(false)}
              />
            </Suspense>
          )}
          {codes && <RecoveryCodes codes={codes} onClose={() => void session.fetchUser()} />}
          <div>
            <Button variant="ghost" onClick={() => void session.logout()}>
              Logout
            </Button>
          </div>
        </Card>
      </div>
    </Frame>
  )
}

const place = css({ maxWidth: '40rem', margin: '0 auto', padding: { base: '3.5', sm: '6' } })
