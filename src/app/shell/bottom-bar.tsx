import { useState } from 'react'
import { useLocation } from 'wouter'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { prefetch, lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { useServices } from '#blocks/services/services.tsx'
import { shortcuts, type Shortcut } from '#blocks/slots.ts'
import { Icon } from '#ui/icon/icon.tsx'

type Opens = Exclude<Shortcut['open'], string>

/** The bottom bar of phones: back, the modules' shortcuts, and the page's add action. */
export const BottomBar = () => {
  const { registry, session, page } = useServices()
  const add = page.add.value
  const [path] = useLocation()
  const [opened, setOpened] = useState<Opens | null>(null)
  const Dialog = opened && lazyComponent(opened)
  async function begin(dialog: Opens) {
    try {
      await prefetch(dialog)
      setOpened(() => dialog)
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
      {registry.filled(shortcuts, session.user.value).map(({ label, icon, primary, open }) =>
        typeof open === 'string' ? (
          <a key={label} href={open} className={primary ? main : entry} aria-label={label}>
            <Icon name={icon} />
          </a>
        ) : (
          <button
            key={label}
            type="button"
            className={primary ? main : entry}
            aria-label={label}
            onClick={() => void begin(open)}
          >
            <Icon name={icon} />
          </button>
        ),
      )}
      {add && (
        <button type="button" className={entry} aria-label={add.label} onClick={add.onAdd}>
          <Icon name="plus" />
        </button>
      )}
      {Dialog && (
        <Optional>
          <Dialog path={path} onClose={() => setOpened(null)} />
        </Optional>
      )}
    </nav>
  )
}

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
const main = css({
  display: 'grid',
  placeItems: 'center',
  width: '3.25rem',
  height: '3.25rem',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
})
