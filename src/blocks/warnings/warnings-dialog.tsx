import { css } from '#css/css'
import type { Confirmed, Question } from '#core/resource/warnings.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'

const labels: Record<Confirmed, string> = { save: 'Save anyway', delete: 'Delete anyway' }

/** Shows the server's warnings and asks for confirmation; Escape goes back. */
export default function WarningsDialog({ question: { warnings, what, answer } }: { question: Question }) {
  return (
    <ConfirmDialog
      open
      title="Please check"
      message={
        <div className={list}>
          {warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </div>
      }
      confirm={labels[what]}
      cancel="Go back"
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}

const list = css({ display: 'grid', gap: '2', whiteSpace: 'pre-line' })
