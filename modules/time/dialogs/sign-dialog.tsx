import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SignaturePad } from '#ui/signature/signature-pad.tsx'
import type { TimeEntry } from '../entities.ts'
import { typeLabels } from '../parts/labels.ts'

/** What is signed of an entry. */
interface LineToSign {
  readonly id: Id
  /** Its day, where there are several. */
  readonly day?: string
  readonly where: string
  readonly hours: number
}

/** Where and what for: the project, or the type of time that is on none. */
export const placeOf = ({ project, type, per_diem }: TimeEntry): string =>
  `${project ? project.name : typeLabels[type]}${per_diem ? ', per diem' : ''}`

/** What is signed of a day's entries. */
export const dayLines = (entries: readonly TimeEntry[]): LineToSign[] =>
  entries.map((entry) => {
    const { id, cost_code, hours } = entry
    return { id, hours, where: [placeOf(entry), cost_code && costCodeLabel(cost_code)].filter(Boolean).join(' · ') }
  })

/** A person signs hours with the finger, on the phone of whoever entered them. */
export const SignDialog = ({
  title,
  lines,
  said,
  next,
  sign,
  onClose,
}: {
  title: string
  lines: readonly LineToSign[]
  /** What was done just before, such as who has signed. */
  said?: string | undefined
  /** The button that leaves this person out; without it there is Cancel. */
  next?: ReactNode
  /** Resolves with whether it is signed. */
  sign: (path: string) => Promise<boolean>
  onClose: () => void
}) => {
  const [drawn, setDrawn] = useState<{ by: string; path: string | null } | null>(null)
  const [busy, during] = useBusy()
  // Of one person's strokes nothing is left for the next.
  const path = drawn?.by === title ? drawn.path : null
  async function submit() {
    if (!path) return
    const isSigned = await during(sign(path))
    if (isSigned) setDrawn(null)
  }
  const total = lines.reduce((sum, { hours }) => sum + hours, 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="lg"
      footer={
        <>
          {next ?? (
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button icon="check" disabled={!path} loading={busy} onClick={() => void submit()}>
            Sign
          </Button>
        </>
      }
    >
      <div className={columns}>
        <div>
          <p role="status" className={css({ color: 'done', fontWeight: 'strong' })}>
            {said}
          </p>
          <HoursToSign lines={lines} />
        </div>
        <div className={css({ stack: '2', alignContent: 'start' })}>
          <p>I worked these {formatHours(total)} hours.</p>
          <SignaturePad key={title} value={path} onChange={(strokes) => setDrawn({ by: title, path: strokes })} />
        </div>
      </div>
    </Dialog>
  )
}

/** Hours line by line, with their total. */
export const HoursToSign = ({ lines }: { lines: readonly LineToSign[] }) => (
  <ul className={css({ display: 'grid' })} aria-label="Hours">
    {lines.map(({ id, day, where, hours }) => (
      <li key={id} className={line}>
        {day && <span className={css({ minWidth: '6.5rem' })}>{day}</span>}
        <span className={place}>{where}</span>
        <span>{formatHours(hours)}</span>
      </li>
    ))}
    <li className={line} data-total>
      <span className={place}>Total</span>
      <span>{formatHours(lines.reduce((sum, { hours }) => sum + hours, 0))} h</span>
    </li>
  </ul>
)

/** Side by side where a phone lies on its side. */
const columns = css({
  stack: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1.2fr)' },
})
const line = css({
  display: 'flex',
  gap: '2',
  paddingBlock: '1.5',
  borderBottom: '1px solid {colors.line}',
  fontVariantNumeric: 'tabular-nums',
  '&[data-total]': { border: '0', fontWeight: 'strong' },
})
const place = css({
  flex: '1',
  minWidth: '0',
  color: 'muted',
  overflowWrap: 'anywhere',
  '[data-total] > &': { color: 'ink' },
})
