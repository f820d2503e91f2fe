import { Suspense, lazy, useState, type ComponentType } from 'react'
import { css, cx } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Warnings } from '#blocks/warnings/warnings.tsx'
import { ErrorState } from '#ui/states/states.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import type { Boot } from '../boot.ts'
import { Routes } from '../routing/routes.tsx'
import { ScreenBoundary } from '../routing/screen-boundary.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import type { NewVersion } from '../new-version.ts'
import { NewVersionBar } from './new-version-bar.tsx'
import { openDialog, type ShellDialog } from './open-dialog.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

// These are not part of the first screen, so they are loaded on demand, and the toasts when the page is idle.
const dialogs: Record<ShellDialog, ComponentType> = {
  login: lazy(() => import('./login-dialog.tsx')),
  profile: lazy(() => import('./profile-dialog.tsx')),
  password: lazy(() => import('./password-dialog.tsx')),
  install: lazy(() => import('./install-guide.tsx')),
  outbox: lazy(() => import('./outbox-dialog.tsx')),
}
const PhoneMenu = lazy(() => import('./phone-menu.tsx'))
const Toaster = lazy(async () => {
  await new Promise((idle) => (window.requestIdleCallback ?? setTimeout)(idle))
  return { default: (await import('#ui/toast/toast.tsx')).Toaster }
})

const isPhone = () => matchMedia('(width < 768px)').matches

/** The layout around every screen. Content appears when the app has started. */
export const Shell = ({ boot, version }: { boot: Boot; version: Pick<NewVersion, 'waits' | 'takeOver'> }) => {
  const { session } = useServices()
  const [open, setOpen] = useState(false)
  const signedIn = session.user.value !== null
  const phase = boot.phase.value
  const Dialog = openDialog.value && dialogs[openDialog.value]
  return (
    <>
      <a href="#content" className={skip}>
        Skip to content
      </a>
      {signedIn && <Sidebar open={open && !isPhone()} />}
      <div className={cx(body, signedIn && besideRail)}>
        {phase === 'starting' ? <div className={barPlace} /> : <TopBar onMenu={() => setOpen(!open)} />}
        <ConnectionBar />
        <NewVersionBar version={version} />
        <main id="content" className={content}>
          {phase === 'ready' && <Routes />}
          {phase === 'failed' && <ErrorState onRetry={boot.retry} />}
          {phase === 'starting' && (
            <div className={starting}>
              <Spinner />
            </div>
          )}
        </main>
      </div>
      {signedIn && phase === 'ready' && <BottomBar />}
      <Optional>{signedIn && open && isPhone() && <PhoneMenu onClose={() => setOpen(false)} />}</Optional>
      <ScreenBoundary path={openDialog.value ?? ''}>
        <Suspense>{Dialog && <Dialog />}</Suspense>
      </ScreenBoundary>
      <Warnings />
      <Optional>{phase !== 'starting' && <Toaster />}</Optional>
    </>
  )
}

const body = css({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const besideRail = css({
  paddingInlineStart: { md: '3rem' },
  paddingBottom: { base: '4.625rem', md: '0' },
  _print: { padding: '0!' },
})
/** Where the top bar will be, so that nothing moves when it comes. */
const barPlace = css({
  height: { base: '3.625rem', md: 'bar' },
  background: { base: 'frame', md: 'card' },
  borderBottom: { md: '1px solid {colors.line}' },
  _print: { display: 'none' },
})
const content = css({ flex: '1', minWidth: '0', '--sticky-top': { base: '3.625rem', md: '3.5rem' } })
const starting = css({ display: 'grid', placeItems: 'center', minHeight: '80vh', fontSize: 'title', color: 'primary' })
const skip = css({
  position: 'fixed',
  insetInlineStart: '2',
  top: '2',
  zIndex: 'toast',
  padding: '2',
  borderRadius: 'md',
  background: 'card',
  color: 'primary',
  translate: '0 -200%',
  _focusVisible: { translate: '0 0' },
})
