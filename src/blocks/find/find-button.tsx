import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useServices } from '#blocks/services/services.tsx'
import { lazyComponent, prefetch } from '#blocks/slot-outlet/lazy-component.ts'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { css } from '#css/css'
import { guardOf } from '#core/entity/entity.ts'
import { isForPage } from '#blocks/work-list/use-keys.ts'
import { EarlyInput } from '#ui/early-input/early-input.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { boxIsOpen, openBox, type FinderProps } from './finders.ts'
import { useVisits } from './visits.ts'

const load = () => import('./find-box.tsx')
const FindBox = lazyComponent(load)
const loadKeys = () => prefetch(keysDialog)
const close = () => void (boxIsOpen.value = false)
const keysDialog = () => import('./keys-dialog.tsx')
const KeysDialog = lazyComponent(keysDialog)
const listKeys = (onClose: () => void) => <KeysDialog onClose={onClose} />
/** A reload, since browsers may keep a script that did not come as one that does not come. */
async function sayNotLoaded() {
  const { toast } = await import('#ui/toast/toast.tsx')
  toast.error('This could not be loaded. Reload the page when there is a connection.')
}
const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** The box in the top bar, which also opens with Ctrl+K or ⌘K (rule box). @useSignals */
export const FindButton = () => {
  const { registry, session } = useServices()
  const jobs = registry.ahead
  const label = jobs && guardOf(jobs, 'view')(session.user.value) ? `Search ${jobs.display.plural}` : 'Search'
  useVisits()
  const [early, setEarly] = useState(false)
  const [dialog, setDialog] = useState<((onClose: () => void) => ReactNode) | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const isOpen = boxIsOpen.value
  const begin = () => {
    if (isOpen) return
    flushSync(() => {
      openBox()
      setEarly(true)
    })
  }
  const pressed = useEffectEvent(begin)
  const openKeys = useEffectEvent(() => void open(listKeys, loadKeys))
  const open: FinderProps['open'] = async (render, fetch) => {
    try {
      await fetch()
      setDialog(() => render)
    } catch {
      await sayNotLoaded()
    }
  }
  useEffect(() => {
    if (!isOpen || isLoaded) return
    // What is behind the box stays there if its code does not come.
    prefetch(load).then(
      () => setLoaded(true),
      () => {
        close()
        setEarly(false)
        return sayNotLoaded()
      },
    )
  }, [isOpen, isLoaded])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isBox = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isBox && !(event.key === '?' && isForPage(event))) return
      event.preventDefault()
      if (isBox) pressed()
      else openKeys()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      close()
    }
  }, [])
  return (
    <>
      <button
        type="button"
        className={field}
        aria-label={label}
        onClick={begin}
        onPointerEnter={() => void prefetch(load).catch(() => {})}
      >
        <Icon name="search" size="sm" />
        <span className={words}>{label}</span>
        <kbd className={key} aria-hidden>
          {shortcut}
        </kbd>
      </button>
      {isOpen && early && <EarlyInput aria-label={label} onDone={() => setEarly(false)} />}
      {isOpen && isLoaded && (
        <FindBox label={label} listKeys={() => void open(listKeys, loadKeys)} open={open} onClose={close} />
      )}
      {dialog && <Optional>{dialog(() => setDialog(null))}</Optional>}
    </>
  )
}

const field = css({
  row: '2',
  justifyContent: { base: 'center', md: 'start' },
  width: { base: 'touch', md: '23.75rem' },
  maxWidth: 'full',
  height: { base: 'touch', md: '9' },
  paddingInline: '2.5',
  borderRadius: 'md',
  color: { base: 'frame.ink', md: 'muted' },
  background: { md: 'soft' },
})
const words = css({ display: { base: 'none', md: 'block' }, minWidth: '0', truncate: true })
const key = css({
  display: { base: 'none', md: 'block' },
  flex: 'none',
  marginInlineStart: 'auto',
  paddingInline: '1.5',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
  background: 'card',
  fontFamily: 'body',
  fontSize: 'xs',
  fontWeight: 'medium',
})
