import { css } from '#css/css'
import type { Confirmed, Question } from '#core/resource/warnings.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'

const labels: Record<Confirmed, string> = { save: 'Save anyway', delete: 'Delete anyway' }

/** What the answers to a warning with several are called. */
const answerLabels: Readonly<Record<string, string>> = { keep_both: 'Keep both', new_version: 'Add as new version' }

/** Shows the server's warnings and asks for confirmation; Escape goes back. */
export default function WarningsDialog({ question: { warnings, what, answer } }: { question: Question }) {
  const [first, second] = warnings.flatMap(({ answers = [] }) => answers)
  const labelOf = (code: string) => answerLabels[code] ?? labels[what]
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
      confirm={first === undefined ? labels[what] : labelOf(first)}
      other={second === undefined ? undefined : { label: labelOf(second), onSelect: () => answer(second) }}
      cancel="Go back"
      needless={warnings.some(({ needless }) => needless)}
      onConfirm={() => answer(first ?? true)}
      onCancel={() => answer(false)}
    />
  )
}

const list = css({ stack: '2', whiteSpace: 'pre-line' })
