import { Suspense, lazy, useState, type ComponentType } from 'react'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { UndoKeys } from '#blocks/undo/undo-keys.tsx'
import { Warnings } from '#blocks/warnings/warnings.tsx'
import { ErrorState } from '#ui/states/states.tsx'
import type { Boot } from '../boot.ts'
import type { NewVersion } from '../new-version.ts'
import { Routes, usePrefetchedScreen } from '../routing/routes.tsx'
import { ScreenBoundary } from '../routing/screen-boundary.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Frame, Waiting } from './frame.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { openDialog, type ShellDialog } from '#blocks/page/open-dialog.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

// These are not part of the first screen, so they are loaded on demand.
const dialogs: Record<Exclude<ShellDialog, 'login'>, ComponentType> = {
  profile: lazy(() => import('./profile-dialog.tsx')),
  password: lazy(() => import('./password-dialog.tsx')),
  install: lazy(() => import('./install-guide.tsx')),
  kept: lazy(() => import('./kept-dialog.tsx')),
  outbox: lazy(() => import('./outbox-dialog.tsx')),
}
const PhoneMenu = lazy(() => import('./phone-menu.tsx'))

const isPhone = () => matchMedia('(width < 768px)').matches

/** The layout around every screen of a signed-in person. Content appears when the app has started. */
export const Shell = ({ boot, version }: { boot: Boot; version: Pick<NewVersion, 'waits' | 'takeOver'> }) => {
  const [open, setOpen] = useState(false)
  usePrefetchedScreen()
  const phase = boot.phase.value
  const asked = openDialog.value
  const Dialog = asked && asked !== 'login' && dialogs[asked]
  return (
    <>
      <Sidebar open={open && !isPhone()} />
      <Frame
        beside
        {...(phase !== 'starting' && { bar: <TopBar onMenu={() => setOpen(!open)} /> })}
        banners={
          <>
            <ConnectionBar />
            <NewVersionBar version={version} />
          </>
        }
      >
        {phase === 'ready' && <Routes />}
        {phase === 'failed' && <ErrorState onRetry={boot.retry} />}
        {phase === 'starting' && <Waiting />}
      </Frame>
      {phase === 'ready' && <BottomBar />}
      <Optional>{open && isPhone() && <PhoneMenu onClose={() => setOpen(false)} />}</Optional>
      <ScreenBoundary path={asked ?? ''}>
        <Suspense>{Dialog && <Dialog />}</Suspense>
      </ScreenBoundary>
      <Warnings />
      <UndoKeys />
    </>
  )
}
