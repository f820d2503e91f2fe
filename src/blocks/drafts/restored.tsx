import type { FollowedDraft } from '#core/drafts/follow-typed.ts'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'

/** Says that a form shows what was typed on an earlier visit, with a button to take it back. @useSignals */
export const Restored = ({ draft }: { draft: FollowedDraft }) => {
  const time = draft.restoredAt.value
  if (time === null) return null
  return (
    <div role="status" className={bar}>
      Restored what you typed {on(time)}.
      <Button size="sm" variant="outline" onClick={draft.discard}>
        Discard
      </Button>
    </div>
  )
}

/** "at 9:14 AM", or "on Nov 20, 2026, 9:14 AM" if it was not today. */
const on = (time: number) =>
  `${new Date(time).toDateString() === new Date().toDateString() ? 'at' : 'on'} ${formatRecent(time)}`

const bar = css({
  wrap: '2',
  justifyContent: 'space-between',
  paddingBlock: '2',
  paddingInline: '3',
  borderRadius: 'md',
  background: 'soft',
  fontWeight: 'medium',
})
