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
import { dayLines, HoursToSign } from '../../dialogs/sign-dialog.tsx'
import { daySignatures, type TimeEntry } from '../../entities.ts'
import { SignedTag } from './signed-tag.tsx'
import type { SignedOn } from './use-signed.ts'

interface Props {
  user_id: Id
  name: string
  day: Day
  entries: ReadonlySignal<readonly TimeEntry[]>
  signedOn: SignedOn
  /** Whether this is the next to sign. */
  first: boolean
  onSign: (user_id: Id) => void
}

/** A person's hours of a day, and whether they are signed: when, and in whose hands. @useSignals */
export const PersonDay = memo(({ user_id, name, day, entries, signedOn, first, onSign }: Props) => {
  const lines = useDerived(() => dayLines(entries.value), [entries])
  const signed = useDerived(() => signedOn(user_id, day, entries.value), [signedOn, user_id, day, entries])
  const { state, signature } = signed ?? {}
  const was = signature?.lines.reduce((sum, { hours }) => sum + hours, 0) ?? 0
  const holder = signature && signature.holder_id !== user_id && signature.holder_name
  return (
    <li>
      <Card className={css({ stack: '2.5', alignContent: 'start' })}>
        <div className={css({ wrap: '1.5' })}>
          <h2 className={css({ textStyle: 'section', flex: '1', overflowWrap: 'anywhere' })}>{name}</h2>
          {state && <SignedTag state={state} />}
          {signature && <WaitingTag entity={daySignatures} id={signature.id} />}
        </div>
        <HoursToSign lines={lines} />
        {signature && state === 'signed' && (
          <Signature path={signature.signature_path} label={`Signature of ${name}`} />
        )}
        {signature && (
          <p className={css({ textStyle: 'note' })}>
            {state === 'void' ? `${formatHours(was)} h were signed` : 'Signed'}
            {holder && `, with ${holder}`}, {formatMoment(signature.created_at)}
          </p>
        )}
        {state !== 'signed' && (
          <Button
            size="lg"
            icon="pencil"
            variant={first ? 'solid' : 'outline'}
            aria-label={`${state ? 'Sign again' : 'Sign'}: ${name}`}
            onClick={() => onSign(user_id)}
          >
            {state ? 'Sign again' : 'Sign'}
          </Button>
        )}
      </Card>
    </li>
  )
})
