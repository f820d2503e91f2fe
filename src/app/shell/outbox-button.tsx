import { useEffect, useRef } from 'react'
import { css } from '#css/css'
import { entries } from '#blocks/outbox/labels.ts'
import { deedsIn } from '#core/writes/mutation.ts'
import { useServices } from '#blocks/services/services.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { openDialog } from '#blocks/page/open-dialog.ts'

const show = () => void (openDialog.value = 'outbox')

/** A button with the number of unsent entries, which opens the outbox. Hidden when there are none. @useSignals */
export const OutboxButton = ({ className }: { className?: string }) => {
  const { writes } = useServices()
  const count = writes.count()
  const refused = writes.items.value.filter(({ state }) => state === 'refused')
  const unaccepted = deedsIn(refused)
  const open = openDialog.value === 'outbox'
  const known = useRef(0)
  useEffect(() => {
    const news = !open && unaccepted > known.current
    known.current = unaccepted
    return news ? sayNotAccepted(unaccepted) : undefined
  }, [open, unaccepted])
  if (!count) return null
  const suffix = unaccepted ? `, ${unaccepted} not accepted` : ''
  return (
    <span className={place}>
      <IconButton icon="send" aria-label={`${entries(count)} not sent${suffix}`} className={className} onClick={show} />
      <span className={badge} aria-hidden data-refused={unaccepted > 0 || undefined}>
        {count}
      </span>
    </span>
  )
}

/** Shows a toast that stays until it is dismissed or outdated, since a refusal may come while nobody is looking. */
function sayNotAccepted(count: number): () => void {
  const shown = import('#ui/toast/toast.tsx').then(({ toast }) => {
    const id = toast.error(`${entries(count)} ${count === 1 ? 'was' : 'were'} not accepted.`, {
      label: 'Show',
      onClick: show,
    })
    return () => toast.dismiss(id)
  })
  return () => void shown.then((dismiss) => dismiss())
}

const place = css({ position: 'relative', flex: 'none' })
const badge = css({
  position: 'absolute',
  top: '0',
  insetInlineEnd: '0',
  minWidth: '4.5',
  paddingInline: '1',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
  fontSize: 'xs',
  fontWeight: 'strong',
  lineHeight: '1.5',
  textAlign: 'center',
  pointerEvents: 'none',
  '&[data-refused]': { background: 'attention', color: 'attention.ink' },
})
