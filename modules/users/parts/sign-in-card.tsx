import { useState, type ReactNode } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { openDialog } from '#blocks/page/open-dialog.ts'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useServices } from '#blocks/services/services.tsx'
import {
  askForCodes,
  sendSignIn,
  type OwnPasskey,
  type SignInMethods,
  type useMethods,
} from '#blocks/sign-in/methods.ts'
import { addPasskey, takesPasskeys } from '#blocks/sign-in/passkeys.ts'
import { RecoveryCodes } from '#blocks/sign-in/recovery-codes.tsx'
import { css } from '#css/css'
import type { Result } from '#core/resource/result.ts'
import { formatDone, formatRecent } from '#lib/moments.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

const AuthenticatorSetup = lazyDialog(() =>
  import('#blocks/sign-in/authenticator-setup.tsx').then((file) => file.default),
)
const RenamePasskey = lazyDialog(() => import('../dialogs/rename-passkey.tsx').then((file) => file.RenamePasskey))

interface RowProps {
  icon: IconProps['name']
  /** Whether it is set up. */
  isOn: boolean
  name: string
  facts: string
  children: ReactNode
}
const Row = ({ icon, isOn, name, facts, children }: RowProps) => (
  <li className={row}>
    <span className={css({ flex: 'none', color: isOn ? 'done' : 'muted' })}>
      <Icon name={icon} />
    </span>
    <span className={css({ flex: '1 1 10rem', minWidth: '0', overflowWrap: 'anywhere' })}>
      <b className={css({ fontWeight: 'strong' })}>{name}</b>
      <small className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>{facts}</small>
    </span>
    <span className={css({ flow: '1' })}>{children}</span>
  </li>
)

interface RowsProps {
  methods: SignInMethods
  /** Whether the app is being set up. */
  isAdding: boolean
  onSetUp: () => void
  onRename: (passkey: OwnPasskey) => void
  onRemove: (what: OwnPasskey | 'app') => void
  onNewCodes: () => void
}
const Rows = ({
  methods: { passkeys, password, authenticator },
  isAdding,
  onSetUp,
  onRename,
  onRemove,
  onNewCodes,
}: RowsProps) => (
  <ul>
    {passkeys.map((passkey) => (
      <Row
        key={passkey.id}
        icon="fingerprint"
        isOn
        name={`Passkey, ${passkey.name}`}
        facts={`Added ${formatDone(passkey.created_at)} · ${passkey.used_at ? `used ${formatRecent(passkey.used_at)}` : 'not used yet'}`}
      >
        <Button variant="ghost" size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
          Rename
        </Button>
        <IconButton icon="trash-2" aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)} />
      </Row>
    ))}
    <Row
      icon="key-round"
      isOn={password !== null}
      name="Password"
      facts={password ? (password.changed_at ? `Changed ${formatDone(password.changed_at)}` : 'Set') : 'Not set'}
    >
      <Button variant="outline" size="sm" onClick={() => void (openDialog.value = 'password')}>
        {password ? 'Change' : 'Set'}
      </Button>
    </Row>
    <Row
      icon="smartphone"
      isOn={authenticator !== null}
      name="Authenticator app"
      facts={
        authenticator
          ? `On since ${formatDone(authenticator.since)} · ${authenticator.codes_left} recovery codes left`
          : 'Off'
      }
    >
      {authenticator ? (
        <>
          <Button variant="outline" size="sm" onClick={onNewCodes}>
            New codes
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onRemove('app')}>
            Turn off
          </Button>
        </>
      ) : (
        <Button variant="outline" size="sm" disabled={isAdding} onClick={onSetUp}>
          Set up
        </Button>
      )}
    </Row>
  </ul>
)

/** How one signs in: passkeys, the password, the authenticator app. @useSignals */
export function SignInCard({ methods, failure, reload }: ReturnType<typeof useMethods>) {
  const { session, settings } = useServices()
  const [busy, during] = useBusy()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [renaming, setRenaming] = useState<OwnPasskey | null>(null)
  /** What is removed once a question was answered. */
  const [removing, setRemoving] = useState<OwnPasskey | 'app' | null>(null)
  if (!methods) return failure && <NotLoaded failure={failure} retry={() => void reload()} />

  async function took<T>(sent: Promise<Result<T>>, said: string | null): Promise<T | null> {
    const result = await during(sent)
    if (!result.ok) toastFailure(result)
    else if (said !== null) toast.success(said)
    await Promise.all([reload(), session.fetchUser()])
    return result.ok ? result.data : null
  }
  const newCodes = async () => setCodes(await took(askForCodes(session, '/user/two-factor-recovery-codes'), null))
  async function remove() {
    const what = removing
    setRemoving(null)
    if (what === 'app')
      await took(
        sendSignIn(session, 'DELETE', '/user/two-factor-authentication'),
        'The authenticator app is turned off.',
      )
    else if (what) await took(sendSignIn(session, 'DELETE', `/user/passkeys/${what.id}`), 'The passkey is removed.')
  }
  return (
    <Card flush role="region" aria-label="How you sign in">
      <div className={head}>
        <div className={css({ flex: '1 1 12rem' })}>
          <h2 className={css({ textStyle: 'section' })}>How you sign in</h2>
          <p className={css({ textStyle: 'small', color: 'muted' })}>
            A passkey is enough on its own. A password asks for the app too, if there is one.
          </p>
        </div>
        {takesPasskeys(settings.value) && (
          <Button icon="plus" loading={busy} onClick={() => void took(addPasskey(session), 'The passkey is added.')}>
            Add passkey
          </Button>
        )}
      </div>
      <Rows
        {...{ methods, isAdding }}
        onSetUp={() => setAdding(true)}
        onRename={setRenaming}
        onRemove={setRemoving}
        onNewCodes={newCodes}
      />
      {isAdding && (
        <AuthenticatorSetup
          onDone={(made) => {
            setAdding(false)
            setCodes(made)
            void Promise.all([reload(), session.fetchUser()])
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
      {renaming && (
        <RenamePasskey passkey={renaming} onRenamed={() => void reload()} onClose={() => setRenaming(null)} />
      )}
      {removing && (
        <ConfirmDialog
          open
          danger
          title={removing === 'app' ? 'Turn off the authenticator app?' : 'Remove this passkey?'}
          message={
            removing === 'app'
              ? 'Your password alone signs you in then. Its recovery codes end with it.'
              : `“${removing.name}” does not sign you in any more.`
          }
          confirm={removing === 'app' ? 'Turn off' : 'Remove'}
          onConfirm={() => void remove()}
          onCancel={() => setRemoving(null)}
        />
      )}
    </Card>
  )
}

const head = css({ wrap: '2', padding: '4', paddingBlock: '3' })
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  minHeight: 'row',
  paddingInline: '4',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
})
