import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { ServicesProvider } from '#blocks/services/services.tsx'
import { computed, effect } from '@preact/signals-react'
import { reportRole } from '#app/analytics.ts'
import { startBoot } from '#app/boot.ts'
import { createServices } from '#app/create-services.ts'
import { loadRegistry } from '#app/modules.ts'
import { createNewVersion } from '#app/new-version.ts'
import { Shell } from '#app/shell/shell.tsx'
import { navigateOverLayers, startBack } from '#ui/back/back.ts'
import { unfinished } from '#ui/unfinished/unfinished.ts'
import './theme/global.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const { services, settings, connect, fetchAhead } = createServices(loadRegistry())
startBack()
const boot = startBoot(services)
void settings.refresh()

/** Runs work once, after the first screen is rendered and `wanted` is true. */
function afterFirstScreen(wanted: () => boolean, work: (since: number) => unknown) {
  const stop = effect(() => {
    if (boot.phase.value !== 'ready' || !wanted()) return
    const since = performance.now()
    queueMicrotask(() => stop())
    requestAnimationFrame(() => setTimeout(work, 0, since))
  })
}
afterFirstScreen(
  () => services.session.user.value !== null,
  async (since) => {
    const behind = import('#app/keep-behind.ts')
    await connect(since)
    ;(await behind).keepBehind(services)
    await fetchAhead()
  },
)
const version = createNewVersion(unfinished)
if (import.meta.env.PROD)
  afterFirstScreen(
    () => true,
    () => void import('#app/service-worker.ts').then(({ registerServiceWorker }) => registerServiceWorker(version)),
  )
reportRole({ user: services.session.user, url: computed(() => settings.value.value.analytics_url) })
createRoot(root).render(
  <StrictMode>
    <ServicesProvider services={services}>
      <Router aroundNav={navigateOverLayers}>
        <Shell boot={boot} version={version} />
      </Router>
    </ServicesProvider>
  </StrictMode>,
)
