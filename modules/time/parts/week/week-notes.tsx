import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { users } from '../../../users/entities.ts'
import type { Timecard, TimeEntry } from '../../entities.ts'
import { Dispute } from './dispute.tsx'

/** Why a week was sent back, and what its person says is wrong: the first thing to read. @useSignals */
export const WeekNotes = ({ card, entries }: { card: Timecard | null; entries: readonly TimeEntry[] }) => {
  const { store } = useServices()
  return (
    <>
      {card?.rejected_reason && (
        <p className={note}>
          {store.of(users).get(card.rejected_id ?? 0)?.name ?? 'Someone'} sent it back: {card.rejected_reason}
        </p>
      )}
      {card && <Dispute card={card} entries={entries} />}
    </>
  )
}

const note = css({
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
})
