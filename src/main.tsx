import { StrictMode, Suspense, lazy } from 'react'
import { effect, signal } from '@preact/signals-react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { PublicServicesProvider } from '#blocks/services/services.tsx'
import { createPublicServices, mayBeSignedIn } from '#app/create-public-services.ts'
import { place } from '#app/host.ts'
import { createNewVersion } from '#app/new-version.ts'
import { idle } from '#lib/idle.ts'
import { linkTokenIn } from '#lib/share-page.ts'
import { notePage } from '#app/return-to.ts'
import { openDialog } from '#blocks/page/open-dialog.ts'
import { Root } from '#app/shell/root.tsx'
import { navigateOverLayers, startBack } from '#ui/back/back.ts'
import { unfinished } from '#ui/unfinished/unfinished.ts'
import './theme/first.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const base = createPublicServices()
const { session } = base.services
startBack()
const shared = linkTokenIn(location.pathname)
if (shared === null) void base.settings.refresh()
const version = createNewVersion(unfinished)

const known = signal(shared !== null || !mayBeSignedIn())
const shown = signal(false)
const onShown = () => void (shown.value = true)
const loadApp = () => import('#app/app.tsx')
const loadSharePage = () => import('#app/share/start.ts')
const SharePage = lazy(async () => ({ default: (await loadSharePage()).startSharePage() }))
const App = lazy(async () => ({ default: (await loadApp()).createApp(base, version, onShown) }))
if (shared !== null) loadSharePage().catch(() => {})
else if (known.peek()) notePage()
else {
  // Fetched beside the answer, not after it. If it cannot be, the page says so when it is needed.
  loadApp().catch(() => {})
  void session.fetchUser().then((user) => {
    if (!user) notePage()
    known.value = true
  })
}
const stop = effect(() => {
  if (!shown.value) return
  queueMicrotask(() => stop())
  requestAnimationFrame(async () => {
    await idle()
    const { keepApp, prepare } = await import('#app/after-first-screen.ts')
    if (shared !== null) keepApp(version)
    else await prepare(session.user.peek() !== null, version)
  })
})

// Pressed before this script was there.
const { opens } = document.documentElement.dataset
if (opens === 'login' || opens === 'install') openDialog.value = opens
function start(at: HTMLElement) {
  createRoot(at).render(
    <StrictMode>
      <PublicServicesProvider services={base.services}>
        <Router aroundNav={navigateOverLayers} {...place}>
          {shared === null ? (
            <Root known={known} shown={shown} onShown={onShown} version={version} App={App} />
          ) : (
            <Suspense>
              <SharePage token={shared} onShown={onShown} />
            </Suspense>
          )}
        </Router>
      </PublicServicesProvider>
    </StrictMode>,
  )
}
/** Calls back when text has been painted, or after a quarter of a second where no paint is reported. */
function afterFirstPaint(then: () => void) {
  const go = () => {
    clearTimeout(late)
    observer.disconnect()
    then()
  }
  const observer = new PerformanceObserver((seen) => seen.getEntriesByName('first-contentful-paint').length && go())
  const late = setTimeout(go, 250)
  observer.observe({ type: 'paint', buffered: true })
}
// The welcome page of index.html is shown first, and stays until it was: replaced any sooner, what is painted does not
// count as the first text to be seen. A page in the background is not painted.
if (known.peek() && shared === null && !document.hidden) afterFirstPaint(() => start(root))
else start(root)
