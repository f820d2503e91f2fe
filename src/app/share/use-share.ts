import { useCallback, useEffect, useState } from 'react'
import { confirm, heldOf, keep, open, type Opened, type Shared } from './shared-data.ts'

/** Milliseconds between two looks at what is current, while the page is in sight. */
const EVERY = 60_000

interface Held {
  readonly held: ReadonlySet<string>
  readonly old: number
}
const nothing: Held = { held: new Set(), old: 0 }

/** What a link shows, asked for again while it is looked at, and what this device has of it. */
export function useShare(token: string) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [{ held, old }, setHeld] = useState(nothing)
  const [busy, setBusy] = useState<'keep' | 'confirm' | null>(null)
  const load = useCallback(async () => {
    const found = await open(token)
    setOpened(found)
    if ('problem' in found) return
    setHeld(await heldOf(found))
    // The small pictures come along, and nobody waits for them; whoever leaves meanwhile has the list.
    if (!found.isKept) void keep(found, false).catch(() => {})
  }, [token])
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void load()
    look()
    const timer = setInterval(look, EVERY)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [load])
  async function during(what: 'keep' | 'confirm', task: (shared: Shared) => Promise<unknown>) {
    if (!opened || 'problem' in opened) return
    setBusy(what)
    await task(opened).catch(() => {})
    await load()
    setBusy(null)
  }
  return {
    opened,
    held,
    old,
    busy,
    load,
    keep: () => during('keep', (shared) => keep(shared, true)),
    confirm: () => during('confirm', confirm),
  }
}
