import { useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { usePublicServices } from '#blocks/services/services.tsx'
import { CodeField } from '#blocks/sign-in/code-field.tsx'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'

/** Asks for the code that was mailed, for whoever reads mail on another device than this one. */
export default function LoginCode({
  email,
  onAsked,
  onBack,
}: {
  email: string
  /** Called where the code of the authenticator app is asked for as well. */
  onAsked: () => void
  onBack: () => void
}) {
  const { session } = usePublicServices()
  const [error, setError] = useState<string | null>(null)
  const [busy, during] = useBusy()
  async function enter(code: string) {
    const result = await during(session.enter('/login/code', { email, code }))
    if (result.ok) return result.data === null ? onAsked() : closeDialog()
    setError(messageOf(result))
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Look into your mail"
      size="sm"
      footer={
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      }
    >
      <div className={css({ stack: '4' })}>
        <p className={css({ overflowWrap: 'anywhere' })}>
          If there is an account with {email}, a link is on its way. Open it, or enter the code from the mail here. Both
          work for 10 minutes.
        </p>
        <CodeField label="Code" error={error} disabled={busy} onComplete={enter} />
      </div>
    </Dialog>
  )
}
