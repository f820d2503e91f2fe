import { useEffect, useState } from 'react'
import { safeLabel } from '#blocks/outbox/labels.ts'
import { useServices } from '#blocks/services/services.tsx'
import { formatRecent } from '#lib/moments.ts'
import { Banner } from '#ui/banner/banner.tsx'
import { online } from '#blocks/outbox/online.ts'

/** Milliseconds before a lost live connection is shown, so that network changes and server restarts go unnoticed. */
const PATIENCE = 3000

/** A banner shown while there is no network or no live connection: since when what is on screen may be old. @useSignals */
export const ConnectionBar = () => {
  const { connection, writes, session, shown } = useServices()
  const count = writes.count()
  const cut = useDelayed(session.user.value !== null && connection.value !== 'connected', PATIENCE)
  const oldest = shown.oldest.value
  if (online.value && !cut) return null
  const age = oldest === null ? 'What you see may have changed since.' : `What you see is from ${formatRecent(oldest)}.`
  return <Banner>{`${count ? safeLabel(count) : 'No connection.'} ${age}`}</Banner>
}

/** Whether `active` has been true for this many milliseconds. */
function useDelayed(active: boolean, milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [active, milliseconds])
  return elapsed && active
}
