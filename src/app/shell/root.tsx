import type { ReadonlySignal } from '@preact/signals-react'
import { Suspense, lazy, useEffect, useState, type ComponentType } from 'react'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { usePublicServices } from '#blocks/services/services.tsx'
import { Identity } from '#blocks/sign-in/identity.tsx'
import type { NewVersion } from '../new-version.ts'
import { ScreenBoundary } from '../routing/screen-boundary.tsx'
import { Frame, SkipLink, Waiting } from './frame.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'
import { SignedOut } from './signed-out.tsx'

const MustAdd = lazy(() => import('./must-add.tsx'))
const Toaster = lazy(async () => {
  await new Promise((idle) => (window.requestIdleCallback ?? setTimeout)(idle))
  return { default: (await import('#ui/toast/toast.tsx')).Toaster }
})

interface RootProps {
  /** False until it is known who is signed in. */
  known: ReadonlySignal<boolean>
  /** True when the first screen is shown, whichever it is. */
  shown: ReadonlySignal<boolean>
  onShown: () => void
  version: Pick<NewVersion, 'waits' | 'takeOver'>
  /** The app of signed-in people, which is loaded when somebody is. */
  App: ComponentType
}

/** The page: the welcome page for signed-out people, and the app for others. */
export const Root = ({ known, shown, onShown, version, App }: RootProps) => {
  const { session } = usePublicServices()
  const signedIn = session.user.value !== null
  // Toasts come from the app, and outlive it: one says why somebody is signed out.
  const [entered, setEntered] = useState(false)
  if (signedIn && !entered) setEntered(true)
  // A dialog belongs to who opened it.
  useEffect(() => closeDialog, [signedIn])
  const starting = (
    <Frame>
      <Waiting />
    </Frame>
  )
  return (
    <>
      <SkipLink />
      {signedIn ? (
        <ScreenBoundary path="">
          <Suspense fallback={starting}>{session.user.value?.must_add ? <MustAdd /> : <App />}</Suspense>
        </ScreenBoundary>
      ) : known.value ? (
        <SignedOut version={version} onShown={onShown} />
      ) : (
        starting
      )}
      <Identity />
      <Optional>{entered && shown.value && <Toaster />}</Optional>
    </>
  )
}
