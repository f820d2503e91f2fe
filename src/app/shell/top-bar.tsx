import { css } from '#css/css'
import { CompanyLogo } from '#blocks/company-logo/company-logo.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { phoneMenuMarks, topBarEnd, topBarStart } from '#blocks/slots.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { openDialog } from './open-dialog.ts'
import { Mark } from './mark.tsx'
import { OutboxButton } from './outbox-button.tsx'
import { UserButton } from './user-button.tsx'

/** The top bar: menu toggle, logo, the modules' components, refresh and profile (rule top-bar). */
export const TopBar = ({ onMenu }: { onMenu: () => void }) => {
  const { session, settings } = useServices()
  const user = session.user.value
  return (
    <header className={bar}>
      {user && (
        <span className={menu}>
          <IconButton
            icon="menu"
            aria-label="Menu"
            aria-controls="main-navigation"
            className={onFrame}
            onClick={onMenu}
          />
          <SlotOutlet slot={phoneMenuMarks} props={{}} />
        </span>
      )}
      <a href="/" className={logo} aria-label="Home" data-beside-rail={user !== null || undefined}>
        <Mark className={css({ height: '7' })} />
      </a>
      <a href="/" className={company}>
        <CompanyLogo className={picture}>{settings.value.company_name}</CompanyLogo>
      </a>
      <div className={start}>
        <SlotOutlet slot={topBarStart} props={{}} />
      </div>
      <SlotOutlet slot={topBarEnd} props={{}} />
      <OutboxButton className={onFrame} />
      <IconButton icon="refresh-cw" aria-label="Refresh" className={onFrame} onClick={() => location.reload()} />
      {user ? (
        <UserButton user={user} />
      ) : (
        <Button icon="log-in" onClick={() => void (openDialog.value = 'login')}>
          Login
        </Button>
      )}
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
  height: { base: '3.625rem', md: 'bar' },
  paddingInlineStart: { base: '1.5', md: '2' },
  paddingInlineEnd: { base: '2.5', md: '5' },
  background: { base: 'frame', md: 'card' },
  color: { base: 'frame.bright', md: 'ink' },
  borderBottom: { md: '1px solid {colors.line}' },
})
const menu = css({ position: 'relative', display: 'flex' })
const onFrame = css({ color: { base: 'frame.ink!', md: 'muted!' } })
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
  display: { base: 'block', md: 'none' },
  flex: '1',
  minWidth: '0',
  textStyle: 'bar',
  // A long name takes two lines.
  lineHeight: 'tight',
  lineClamp: 2,
  overflowWrap: 'anywhere',
  // Beside a wide screen's search there is room for the logo, not for the name.
  '&:has(img)': { display: { base: 'flex', md: 'block' }, flex: { md: 'none' } },
})
const picture = css({ maxHeight: '9', maxWidth: '9rem', padding: { base: '1', md: '0' } })
const start = css({ display: 'flex', flex: { md: '1' }, minWidth: '0' })
