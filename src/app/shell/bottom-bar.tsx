import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
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
  const [path, navigate] = useLocation()
  const [opened, setOpened] = useState<Opens | null>(null)
  async function begin(dialog: Opens) {
    try {
      await prefetch(dialog)
      setOpened(() => dialog)
    } catch {
      const { toast } = await import('#ui/toast/toast.tsx')
      toast.error('This could not be loaded. Reload the page when there is a connection.')
    }
  }
  const filled = registry.filled(shortcuts, session.user.value)
  // A phone's home screen opens the installed app at one of its shortcuts (see manifest.ts).
  const called = new URLSearchParams(useSearch()).get('shortcut')
  const asked = filled.find(({ name }) => name !== undefined && name === called)?.open
  const opens = opened ?? (typeof asked === 'string' ? null : asked)
  const Dialog = opens && lazyComponent(opens)
  function close() {
    setOpened(null)
    if (asked) navigate(path, { replace: true })
  }
  const middle = filled.find(({ primary }) => primary)
  const [beside, ...others] = filled.filter((one) => one !== middle)
  const shown = (one: Shortcut | undefined) => one && <Entry key={one.label} shortcut={one} onOpen={begin} />
  return (
    <nav aria-label="Shortcuts" className={bar}>
      <button type="button" className={entry} onClick={() => history.back()}>
        <Icon name="arrow-left" />
        <span className={word}>Back</span>
      </button>
      {shown(beside)}
      {shown(middle)}
      {others.map(shown)}
      {add ? (
        <button type="button" className={entry} aria-label={add.label} onClick={add.onAdd}>
          <Icon name="plus" />
          <span className={word}>Add</span>
        </button>
      ) : (
        // Its place stays free, so that the others keep theirs on every page.
        <span className={entry} />
      )}
      {middle && others.length === 0 && <span className={entry} />}
      {typeof asked === 'string' && <Redirect to={asked} replace />}
      {Dialog && (
        <Optional>
          <Dialog path={path} onClose={close} />
        </Optional>
      )}
    </nav>
  )
}

/** A shortcut with its word. The main one stands out, in the middle of the bar. */
const Entry = ({ shortcut, onOpen }: { shortcut: Shortcut; onOpen: (opens: Opens) => Promise<void> }) => {
  const { label, icon, primary, open } = shortcut
  const content = (
    <>
      <span className={primary ? disc : undefined}>
        <Icon name={icon} />
      </span>
      <span className={word}>{label}</span>
    </>
  )
  return typeof open === 'string' ? (
    <a href={open} className={entry}>
      {content}
    </a>
  ) : (
    <button type="button" className={entry} onClick={() => void onOpen(open)}>
      {content}
    </button>
  )
}

const bar = css({
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'bar',
  display: { base: 'grid', md: 'none' },
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  _print: { display: 'none!' },
  alignItems: 'stretch',
  minHeight: 'bar.tabs',
  paddingBottom: 'env(safe-area-inset-bottom)',
  background: 'card',
  borderTop: '1px solid {colors.line}',
  color: 'muted',
})
const entry = css({
  stack: '1',
  alignContent: 'center',
  justifyItems: 'center',
  minWidth: '0',
  borderRadius: 'lg',
  overflow: 'hidden',
})
const disc = css({
  center: true,
  boxSize: 'min({sizes.10}, 13vw)',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
})
const word = css({
  maxWidth: 'full',
  textStyle: 'caption',
  // Labels stay on their line at any size of text, as those of a phone's own tab bars do.
  fontSize: 'min({fontSizes.xs}, max(3.1vw, 11px))',
  lineHeight: 'none',
  overflowWrap: 'anywhere',
  textAlign: 'center',
})
