import type { ReactNode } from 'react'
import { css, cx } from '#css/css'
import { CompanyLogo } from '#blocks/company-logo/company-logo.tsx'
import { usePublicServices } from '#blocks/services/services.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Mark } from './mark.tsx'

interface BarProps {
  menu?: ReactNode
  start?: ReactNode
  end?: ReactNode
  /** What the page is about, on phones in the place of the company's name. */
  about?: { name: string; href: string } | null
  /** At the end, after the refresh button. */
  children: ReactNode
}

/** The top bar as everyone sees it: the logo, which goes home, and the refresh button, which phones have in their menu. @useSignals */
export const Bar = ({ menu, start, end, about, children }: BarProps) => {
  const { settings } = usePublicServices()
  return (
    <header className={bar}>
      {menu}
      <a href="/" className={logo} aria-label="Home" data-beside-rail={menu !== undefined || undefined}>
        <Mark className={css({ height: '7' })} />
      </a>
      {about ? (
        <a href={about.href} className={company}>
          <span className={words}>{about.name}</span>
        </a>
      ) : (
        // Its label is the company's name, or that of the picture.
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label
        <a href="/" className={company}>
          <span className={words}>
            <CompanyLogo className={picture}>{settings.value.company_name}</CompanyLogo>
          </span>
        </a>
      )}
      <div className={startPlace}>{start}</div>
      {end}
      <IconButton
        icon="refresh-cw"
        aria-label="Refresh"
        className={cx(onFrame, menu !== undefined && atDesk)}
        onClick={() => location.reload()}
      />
      {children}
    </header>
  )
}

const bar = css({
  position: 'sticky',
  top: '0',
  zIndex: 'bar',
  display: 'flex',
  // Navigation is not printed.
  _print: { display: 'none' },
  alignItems: 'center',
  gap: { base: '1', md: '2.5' },
  height: { base: 'bar.phone', md: 'bar' },
  paddingInlineStart: { base: '1.5', md: '2' },
  paddingInlineEnd: { base: '2.5', md: '5' },
  background: { base: 'frame', md: 'card' },
  color: { base: 'frame.bright', md: 'ink' },
  // Six buttons fit beside each other on a phone, at any size of text.
  mdDown: {
    '& :is(a[aria-label], button)': {
      minWidth: 'min({sizes.touch}, 13vw)',
      maxWidth: '13vw',
      '& > span': { maxWidth: '11vw', maxHeight: '11vw' },
    },
  },
  borderBottom: { md: '1px solid {colors.line}' },
})
/** What stands on the dark bar of phones. */
export const onFrame = css({ color: { base: 'frame.ink!', md: 'muted!' } })
const atDesk = css({ mdDown: { display: 'none' } })
// Hidden on tiny screens (rule top-bar); from tablet width on, the logo is in the sidebar.
const logo = css({
  display: { base: 'none', sm: 'grid' },
  placeItems: 'center',
  width: '9',
  height: '11',
  color: 'mark',
  borderRadius: 'md',
  '&[data-beside-rail]': { md: { display: 'none' } },
})
const company = css({
  display: { base: 'flex', md: 'none' },
  alignItems: 'center',
  flex: '1',
  minWidth: '0',
  minHeight: 'touch',
  // Beside a wide screen's search there is room for the logo, not for the name.
  '&:has(img)': { display: { base: 'flex', md: 'block' }, flex: { md: 'none' }, minHeight: { md: '0' } },
})
const words = css({
  textStyle: 'bar',
  fontSize: { base: 'min({fontSizes.bar}, 5.2vw)', md: 'bar' },
  // A long name takes two lines.
  lineHeight: 'tight',
  lineClamp: 2,
  overflowWrap: 'anywhere',
  '&:has(img)': { display: 'contents' },
})
const picture = css({ maxHeight: '9', maxWidth: '9rem', padding: { base: '1', md: '0' } })
const startPlace = css({ display: 'flex', flex: { md: '1' }, minWidth: '0' })
