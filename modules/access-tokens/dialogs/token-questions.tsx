import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { accessTokens, type AccessToken } from '../entities.ts'

interface Asking {
  token: AccessToken
  onClose: () => void
}

/** Gives a token another name. */
export const RenameToken = ({ token, onClose }: Asking) => (
  <EntityDialog entity={accessTokens} record={token} title="Rename token" fields={['name']} onClose={onClose} />
)

/** Ends a token, after a question. */
export const RevokeToken = ({ token, onClose }: Asking) => {
  const { api } = useServices()
  const report = useOutcome()
  const [busy, during] = useBusy()
  async function revoke() {
    const result = await during(api(accessTokens).remove(token.id))
    onClose()
    report(result, 'The token is revoked.')
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Revoke this token?"
      message={`What uses “${token.name}” is refused from then on.`}
      confirm="Revoke"
      loading={busy}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    />
  )
}
