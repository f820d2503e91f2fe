import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatMonthDay, formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SignaturePad } from '#ui/signature/signature-pad.tsx'
import { timecards, type Timecard, type TimeEntry } from '../entities.ts'
import { linesToSign } from '../guards.ts'
import { typeLabels } from '../parts/labels.ts'

/** A person signs the hours of a week with the finger, on the phone of whoever entered them. */
export const SignDialog = ({
  card,
  entries,
  onClose,
}: {
  card: Timecard
  entries: readonly TimeEntry[]
  onClose: () => void
}) => {
  const resource = useResource(timecards)
  const report = useOutcome()
  const [path, setPath] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function sign() {
    setBusy(true)
    // The hours as they are shown: the server refuses the signature if they are others by now.
    const result = await resource.act(card.id, 'sign', { signature_path: path, lines: linesToSign(entries) })
    setBusy(false)
    if (report(result, 'Signed.')) onClose()
  }
  const total = entries.reduce((sum, { hours }) => sum + hours, 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${card.user_name}, week of ${formatMonthDay(card.week_start)}`}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button icon="check" disabled={!path} loading={busy} onClick={() => void sign()}>
            Sign
          </Button>
        </>
      }
    >
      <div className={css({ display: 'grid', gap: '4' })}>
        <ul className={list} aria-label="Hours">
          {entries.map(({ id, date, project, type, hours, per_diem }) => (
            <li key={id} className={line}>
              <span>{formatWeekday(date)}</span>
              <span className={where}>
                {project ? project.name : typeLabels[type]}
                {per_diem && ', per diem'}
              </span>
              <span>{formatHours(hours)}</span>
            </li>
          ))}
          <li className={line} data-total>
            <span>Total</span>
            <span />
            <span>{formatHours(total)} h</span>
          </li>
        </ul>
        <p>I worked these hours.</p>
        <SignaturePad value={path} onChange={setPath} />
      </div>
    </Dialog>
  )
}

const list = css({ display: 'grid' })
const line = css({
  display: 'grid',
  gridTemplateColumns: '6.5rem minmax(0, 1fr) auto',
  gap: '2',
  paddingBlock: '1.5',
  borderBottom: '1px solid {colors.line}',
  fontVariantNumeric: 'tabular-nums',
  '&[data-total]': { border: '0', fontWeight: 'strong' },
})
const where = css({ color: 'muted', overflowWrap: 'anywhere' })
