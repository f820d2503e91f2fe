import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { users } from '../../users/entities.ts'
import type { Timecard } from '../entities.ts'

/** Why a week was sent back, and what its person says is wrong: the first thing to read. @useSignals */
export const WeekNotes = ({ card }: { card: Timecard | null }) => {
  const { store } = useServices()
  const nameOf = (id: number | null) => (id ? (store.of(users).get(id)?.name ?? 'Someone') : 'Someone')
  return (
    <>
      {card?.rejected_reason && (
        <p className={note}>
          {nameOf(card.rejected_id)} sent it back: {card.rejected_reason}
        </p>
      )}
      {card?.disputed_reason && <p className={note}>Something is wrong: {card.disputed_reason}</p>}
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
