import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ServicesProvider } from '#blocks/services/services.tsx'
import { computed, effect } from '@preact/signals-react'
import { reportRole } from '#app/analytics.ts'
import { startBoot } from '#app/boot.ts'
import { createServices } from '#app/create-services.ts'
import { loadRegistry } from '#app/modules.ts'
import { registerServiceWorker } from '#app/service-worker.ts'
import { Shell } from '#app/shell/shell.tsx'
import './theme/global.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const { services, settings, connect } = createServices(loadRegistry())
const boot = startBoot(services)
void settings.refresh()
const stop = effect(() => {
  if (boot.phase.value !== 'ready' || !services.session.user.value) return
  queueMicrotask(() => stop())
  void connect(performance.now())
})
reportRole({ user: services.session.user, url: computed(() => settings.value.value.analytics_url) })
createRoot(root).render(
  <StrictMode>
    <ServicesProvider services={services}>
      <Shell boot={boot} />
    </ServicesProvider>
  </StrictMode>,
)
if (import.meta.env.PROD) addEventListener('load', registerServiceWorker)
