import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { formatMoment } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Signature } from '#ui/signature/signature.tsx'
import { HoursToSign, whereOf } from '../../dialogs/sign-dialog.tsx'
import type { SignedDay } from '../../day-signatures.ts'
import { daySignatures, type TimeEntry } from '../../entities.ts'
import { SignedTag } from './signed-tag.tsx'
import type { SignedOn } from './use-signed.ts'

/** A person's hours of a day, and whether they are signed. @useSignals */
export const PersonDay = memo(
  ({
    user_id,
    name,
    day,
    entries,
    signedOn,
    first,
    onSign,
  }: {
    user_id: Id
    name: string
    day: Day
    entries: ReadonlySignal<readonly TimeEntry[]>
    signedOn: SignedOn
    /** Whether this is the next to sign. */
    first: boolean
    onSign: (user_id: Id) => void
  }) => {
    const lines = useDerived(
      () =>
        entries.value.map((entry) => ({ id: entry.id, where: whereOf(entry, entry.cost_code), hours: entry.hours })),
      [entries],
    )
    const signed = useDerived(() => signedOn(user_id, day, entries.value), [signedOn, user_id, day, entries])
    return (
      <li>
        <Card className={css({ display: 'grid', gap: '2.5', height: 'full', alignContent: 'start' })}>
          <div className={head}>
            <h2 className={css({ textStyle: 'section', flex: '1', overflowWrap: 'anywhere' })}>{name}</h2>
            {signed ? <SignedTag of={signed} /> : null}
            {signed && <WaitingTag entity={daySignatures} id={signed.signature.id} />}
          </div>
          <HoursToSign lines={lines} />
          {signed && <Given signed={signed} />}
          {signed?.state !== 'signed' && (
            <Button size="lg" icon="pencil" {...(!first && { variant: 'outline' })} onClick={() => onSign(user_id)}>
              {signed ? 'Sign again' : 'Sign'}
              <span className={css({ srOnly: true })}>: {name}</span>
            </Button>
          )}
        </Card>
      </li>
    )
  },
)

/** What was signed, when and in whose hands. */
const Given = ({ signed: { state, signature } }: { signed: SignedDay }) => {
  const { user_id, user_name, holder_id, holder_name, created_at, lines, signature_path } = signature
  const hours = lines.reduce((sum, line) => sum + line.hours, 0)
  return (
    <div>
      {state === 'signed' && <Signature path={signature_path} label={`Signature of ${user_name}`} />}
      <p className={css({ textStyle: 'small', color: 'muted' })}>
        {state === 'void' && `${formatHours(hours)} h were signed`}
        {state === 'signed' && 'Signed'}
        {holder_id !== user_id && holder_name && `, with ${holder_name}`}, {formatMoment(created_at)}
      </p>
    </div>
  )
}

const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' })
