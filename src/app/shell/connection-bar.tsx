import { useEffect, useState } from 'react'
import { safeLabel } from '#blocks/outbox/labels.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Banner } from '#ui/banner/banner.tsx'
import { online } from './online.ts'

/** Milliseconds without live events that nobody needs to know of: a change of networks, a server that restarts. */
const PATIENCE = 3000

/** There is no connection, or nothing live comes through it, and what that means for what was entered. @useSignals */
export const ConnectionBar = () => {
  const { connection, outbox, session } = useServices()
  const count = outbox.count()
  const cut = useHeld(session.user.value !== null && connection.value !== 'connected', PATIENCE)
  if (online.value && !cut) return null
  return <Banner>{count ? safeLabel(count) : 'No connection. What you see may have changed since.'}</Banner>
}

/** Whether something has been so for this long. */
function useHeld(active: boolean, milliseconds: number): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setHeld(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setHeld(false)
    }
  }, [active, milliseconds])
  return held && active
}
