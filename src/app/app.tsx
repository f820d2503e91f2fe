import { computed, effect } from '@preact/signals-react'
import type { ComponentType } from 'react'
import { ServicesProvider } from '#blocks/services/services.tsx'
import { provideIcons } from '#ui/icon/icon.tsx'
import { icons } from '#ui/icon/icons.ts'
import { provideReach } from '#ui/picture/again.ts'
import { idle } from '#lib/idle.ts'
import { reportRole } from './analytics.ts'
import { startBoot } from './boot.ts'
import type { PublicApp } from './create-public-services.ts'
import { createServices } from './create-services.ts'
import { modules } from './host.ts'
import { loadRegistry } from './modules.ts'
import type { NewVersion } from './new-version.ts'
import { Shell } from './shell/shell.tsx'
import '../theme/global.css'

/**
 * Creates the app of signed-in people, with all modules. It is loaded when somebody is signed in, and stays when they sign
 * out, for whoever is next.
 */
export function createApp(
  base: PublicApp,
  version: Pick<NewVersion, 'waits' | 'takeOver'>,
  onShown: () => void,
): ComponentType {
  provideIcons(icons)
  const { services, connect, fetchAhead, announced } = createServices(loadRegistry(modules), base)
  const { session, connection, retries } = services
  provideReach({ isAway: () => !navigator.onLine || connection.peek() !== 'connected', again: retries.add })
  const boot = startBoot(services, announced)
  const stop = effect(() => {
    if (boot.phase.value !== 'ready' || !session.user.value) return
    const since = performance.now()
    queueMicrotask(() => stop())
    onShown()
    requestAnimationFrame(() => void idle().then(() => startBehind(since)))
  })
  /** What the first screen need not wait for. */
  async function startBehind(since: number) {
    const behind = import('./keep-behind.ts')
    await connect(since)
    ;(await behind).keepBehind(services)
    await fetchAhead()
  }
  reportRole({ user: session.user, url: computed(() => base.settings.value.value.analytics_url) })
  return () => (
    <ServicesProvider services={services}>
      <Shell boot={boot} version={version} />
    </ServicesProvider>
  )
}
