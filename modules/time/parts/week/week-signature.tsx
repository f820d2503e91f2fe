import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatMoment } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Signature } from '#ui/signature/signature.tsx'
import { users } from '../../../users/entities.ts'
import type { Timecard } from '../../entities.ts'
import { isSigned } from '../../guards.ts'

/** A person's signature below a week: when, in whose hands, how many hours, and whether it still holds. @useSignals */
export const WeekSignature = ({ card }: { card: Timecard | null }) => {
  const { store } = useServices()
  if (!card?.signature_path || !card.signed_at) return null
  // Whoever sees some days of others alone is not told what the whole week holds.
  const hours = card.signed_lines?.reduce((sum, line) => sum + line.hours, 0)
  const holder = card.signed_with_id === null ? undefined : store.of(users).get(card.signed_with_id)?.name
  return (
    <div className={css({ stack: '1' })}>
      {isSigned(card) && <Signature path={card.signature_path} label={`Signature of ${card.user_name}`} />}
      <p className={quiet}>
        Signed by {card.user_name}
        {holder && `, with ${holder}`}, {formatMoment(card.signed_at)}
        {hours !== undefined && `: ${formatHours(hours)} h`}
      </p>
      {!isSigned(card) && <p className={voided}>The hours have changed since, so this signature no longer holds.</p>}
    </div>
  )
}

const quiet = css({ textStyle: 'note' })
const voided = css({ color: 'attention', fontWeight: 'medium' })
