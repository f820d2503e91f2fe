import { useState } from 'react'
import { useLocation } from 'wouter'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { prefetch, lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { useServices } from '#blocks/services/services.tsx'
import { timeAction } from '#blocks/slots.ts'
import type { Id } from '#core/access/access.ts'
import { Icon } from '#ui/icon/icon.tsx'

/** The phone's bar, in the order of the picture: back, projects, time, schedule, add. What no module offers is not there. */
export const BottomBar = () => {
  const { registry, session, page } = useServices()
  const user = session.user.value
  const has = (path: string) => registry.routes.some((route) => route.path === path && (route.guard?.(user) ?? true))
  const add = page.add.value
  const [path] = useLocation()
  const [entering, setEntering] = useState(false)
  const [enter] = registry.filled(timeAction, user)
  const Enter = enter && lazyComponent(enter)
  async function begin() {
    if (!enter) return
    try {
      await prefetch(enter)
      setEntering(true)
    } catch {
      const { toast } = await import('#ui/toast/toast.tsx')
      toast.error('This could not be loaded. Try again when there is a connection.')
    }
  }
  return (
    <nav aria-label="Shortcuts" className={bar}>
      <button type="button" className={entry} aria-label="Back" onClick={() => history.back()}>
        <Icon name="arrow-left" />
      </button>
      {has('/projects') && (
        <a href="/projects" className={entry} aria-label="Projects">
          <Icon name="hard-hat" />
        </a>
      )}
      {Enter ? (
        <button type="button" className={time} aria-label="Enter time" onClick={() => void begin()}>
          <Icon name="clock" />
        </button>
      ) : (
        has('/timecard') && (
          <a href="/timecard" className={time} aria-label="Time">
            <Icon name="clock" />
          </a>
        )
      )}
      {has('/schedule') && (
        <a href="/schedule" className={entry} aria-label="Schedule">
          <Icon name="calendar-days" />
        </a>
      )}
      {add && (
        <button type="button" className={entry} aria-label={add.label} onClick={add.onAdd}>
          <Icon name="plus" />
        </button>
      )}
      {Enter && entering && (
        <Optional>
          <Enter project_id={projectAt(path)} onClose={() => setEntering(false)} />
        </Optional>
      )}
    </nav>
  )
}

/** The project whose page one is on. */
const projectAt = (path: string): Id | null => Number(/^\/projects\/(\d+)/.exec(path)?.[1] ?? 0) || null

const bar = css({
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'bar',
  display: { base: 'flex', md: 'none' },
  _print: { display: 'none!' },
  justifyContent: 'space-around',
  alignItems: 'center',
  height: '4.625rem',
  paddingBottom: 'max(10px, env(safe-area-inset-bottom))',
  background: 'card',
  borderTop: '1px solid {colors.line}',
  color: 'muted',
})
const entry = css({ display: 'grid', placeItems: 'center', width: '3.25rem', height: '3.25rem', borderRadius: 'lg' })
const time = css({
  display: 'grid',
  placeItems: 'center',
  width: '3.25rem',
  height: '3.25rem',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
})
