import { useMemo } from 'react'
import { computed } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { useFlagged } from './use-flagged.ts'

/** The red dot for unread items, labelled for screen readers. */
export const Dot = () => <span className={dot} role="img" aria-label="Unread" />

/** The dot of an RFI that is flagged for the user. @useSignals */
export const FlagDot = ({ id }: { id: Id }) => {
  const flagged = useFlagged()
  const isFlagged = useMemo(() => computed(() => flagged.value.has(id)), [flagged, id])
  return isFlagged.value ? <Dot /> : null
}

const dot = css({ display: 'inline-block', flex: 'none', boxSize: '2.5', borderRadius: 'full', background: 'unread' })
