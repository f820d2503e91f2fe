import { Suspense, lazy, useEffect, useLayoutEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { usePublicServices } from '#blocks/services/services.tsx'
import { countWaiting } from '#core/writes/count-waiting.ts'
import { idle } from '#lib/idle.ts'
import { Button } from '#ui/button/button.tsx'
import type { NewVersion } from '../new-version.ts'
import { followLinks } from '../routing/links.ts'
import { ScreenBoundary } from '../routing/screen-boundary.tsx'
import { WelcomeScreen } from '../screens/welcome-screen.tsx'
import { Bar } from './bar.tsx'
import { Frame } from './frame.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { openDialog } from '#blocks/page/open-dialog.ts'

export const loadLogin = () => import('./login-dialog.tsx')
const LoginDialog = lazy(loadLogin)
const InstallGuide = lazy(() => import('./install-guide.tsx'))

interface SignedOutProps {
  version: Pick<NewVersion, 'waits' | 'takeOver'>
  onShown: () => void
}

/** What signed-out people see at any path: the welcome page. `index.html` shows the same before any script has run. */
export const SignedOut = ({ version, onShown }: SignedOutProps) => {
  const { settings } = usePublicServices()
  const [path, navigate] = useLocation()
  const company = settings.value.company_name
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    void idle()
      .then(countWaiting)
      .then(setWaiting, () => {})
  }, [])
  useLayoutEffect(() => void (company && (document.title = company)), [company])
  useEffect(() => followLinks(navigate), [navigate])
  useEffect(onShown, [onShown])
  return (
    <>
      {path !== '/welcome' && <Redirect to="/welcome" replace />}
      <Frame
        bar={
          <Bar>
            <Button icon="log-in" onClick={() => void (openDialog.value = 'login')}>
              Login
            </Button>
          </Bar>
        }
        banners={<NewVersionBar version={version} />}
      >
        <WelcomeScreen waiting={waiting} />
      </Frame>
      <ScreenBoundary path={openDialog.value ?? ''}>
        <Suspense>
          {openDialog.value === 'login' && <LoginDialog />}
          {openDialog.value === 'install' && <InstallGuide />}
        </Suspense>
      </ScreenBoundary>
    </>
  )
}
