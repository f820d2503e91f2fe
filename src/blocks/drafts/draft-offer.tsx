import type { FollowedDraft } from '#core/drafts/follow-typed.ts'
import type { Typed } from '#core/drafts/typed.ts'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Offers what was typed on an earlier visit beside the new form, and never in its place by itself. @useSignals */
export const DraftOffer = ({ draft, nameOf }: { draft: FollowedDraft; nameOf: (typed: Typed) => string }) => {
  const offered = draft.offered.value
  if (!offered) return null
  const decline = () => {
    const undo = draft.decline()
    toast.success('Discarded.', { label: 'Undo', onClick: undo })
  }
  return (
    <div role="status" className={bar}>
      <span className={css({ flex: '1 1 12rem', minWidth: '0', overflowWrap: 'anywhere' })}>
        Not saved yet: {nameOf(offered)}
      </span>
      <span className={css({ display: 'flex', gap: '2' })}>
        <Button size="sm" onClick={draft.take} variant="outline">
          Continue
        </Button>
        <Button size="sm" variant="ghost" onClick={decline}>
          Start new
        </Button>
      </span>
    </div>
  )
}

const bar = css({
  wrap: '2',
  paddingBlock: '2',
  paddingInline: '3',
  borderRadius: 'md',
  background: 'soft',
  fontWeight: 'medium',
})
