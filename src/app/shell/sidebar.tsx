import { useLocation } from 'wouter'
import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import type { Link } from '#core/module/define-module.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Mark } from './mark.tsx'

const home: Link = { to: '/', label: 'Home', icon: 'house' }
const isAt = (path: string, to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`))

/** The Home link and the modules' links whose guards allow the current user. */
export const NavLinks = ({ onFollow }: { onFollow?: () => void }) => {
  const { registry, session } = useServices()
  const [path] = useLocation()
  return (
    <>
      {[home, ...registry.sidebar(session.user.value)].map(({ to, label, icon }) => (
        <a key={to} href={to} className={entry} aria-current={isAt(path, to) ? 'page' : undefined} onClick={onFollow}>
          <Icon name={icon} />
          <span className={text} data-label>
            {label}
          </span>
        </a>
      ))}
    </>
  )
}

/** The sidebar: 3rem wide, or 14rem while hovered, focused or opened with the menu button. */
export const Sidebar = ({ open }: { open: boolean }) => (
  <nav id="main-navigation" aria-label="Main" className={rail} data-open={open || undefined}>
    <a href="/" className={logo} aria-label="Plumbline, home">
      <Mark className={css({ height: '7' })} />
    </a>
    <NavLinks />
  </nav>
)

const rail = css({
  position: 'fixed',
  insetBlock: '0',
  insetInlineStart: '0',
  zIndex: 'bar',
  display: { base: 'none', md: 'flex' },
  _print: { display: 'none!' },
  flexDirection: 'column',
  gap: '0.5',
  width: '3rem',
  overflow: 'hidden auto',
  scrollbarWidth: 'none',
  background: 'frame',
  color: 'frame.ink',
  transition: 'width {durations.normal}',
  '&:is(:hover, :focus-within, [data-open])': { width: '14rem' },
  '& [data-label]': { opacity: 0, transition: 'opacity {durations.fast}' },
  '&:is(:hover, :focus-within, [data-open]) [data-label]': { opacity: 1 },
})
const logo = css({ center: true, flex: 'none', width: '12', height: 'bar', color: 'mark', outlineOffset: '-4px!' })
/** A line of it. */
export const entry = css({
  position: 'relative',
  row: '3.5',
  flex: 'none',
  minHeight: 'touch',
  paddingInlineStart: '3.5',
  whiteSpace: 'nowrap',
  fontWeight: 'medium',
  outlineOffset: '-3px!',
  _current: {
    '&:before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '0',
      insetBlock: '2',
      width: '3px',
      borderRadius: '0 2px 2px 0',
      background: 'mark',
    },
  },
  'nav#main-navigation &': { _hover: { color: 'frame.bright' }, _current: { color: 'frame.bright' } },
})
const text = css({ overflow: 'hidden', textOverflow: 'ellipsis' })
