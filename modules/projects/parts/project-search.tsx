import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { css } from '#css/css'
import { EarlyInput } from '#ui/early-input/early-input.tsx'
import { Icon } from '#ui/icon/icon.tsx'

const load = () => import('../dialogs/project-search-dialog.tsx')
const ProjectSearchDialog = lazy(load)
const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** The project search of the top bar, which also opens with Ctrl+K or ⌘K. */
export default function ProjectSearch() {
  const [open, setOpen] = useState(false)
  const [early, setEarly] = useState(false)
  const begin = () => {
    if (open) return
    flushSync(() => {
      setOpen(true)
      setEarly(true)
    })
  }
  const pressed = useEffectEvent(begin)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      pressed()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className={field}
        aria-label="Search projects"
        onClick={begin}
        onPointerEnter={() => void load()}
      >
        <Icon name="search" size="sm" />
        <span className={words}>Search projects</span>
        <kbd className={key} aria-hidden>
          {shortcut}
        </kbd>
      </button>
      {open && early && <EarlyInput aria-label="Search projects" onDone={() => setEarly(false)} />}
      <Suspense>{open && <ProjectSearchDialog onClose={() => setOpen(false)} />}</Suspense>
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
const words = css({ display: { base: 'none', md: 'block' } })
const key = css({
  display: { base: 'none', md: 'block' },
  marginInlineStart: 'auto',
  paddingInline: '1.5',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
  background: 'card',
  fontFamily: 'body',
  fontSize: 'xs',
  fontWeight: 'medium',
})
