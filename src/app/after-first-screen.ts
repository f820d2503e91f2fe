import { clearDevice } from '#core/kept/clear-device.ts'
import type { NewVersion } from './new-version.ts'
import { registerServiceWorker } from './service-worker.ts'
import { loadLogin } from './shell/signed-out.tsx'

/**
 * What the first screen need not wait for. For signed-out people the login dialog is loaded, then the app that comes after
 * it, and only then all that the service worker keeps, which is more than a phone's connection carries meanwhile.
 */
export async function prepare(isSignedIn: boolean, version: Pick<NewVersion, 'arrived'>): Promise<void> {
  if (!isSignedIn) {
    void clearDevice()
    await loadLogin().catch(() => {})
    await preloadApp()
  }
  keepApp(version)
}

/** Has the service worker keep the app: so a page opens without a connection, also that of a share link (rule share-link). */
export function keepApp(version: Pick<NewVersion, 'arrived'>): void {
  if (import.meta.env.PROD) registerServiceWorker(version)
}

/** Fetches the scripts that index.html names for signed-in people, without running them, and their style sheet. */
async function preloadApp(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=app]:not([as=fetch])')]
  const settled = links.map((link) => {
    const done = new Promise((resolve) => {
      link.addEventListener('load', resolve)
      link.addEventListener('error', resolve)
    })
    // A sheet that is preloaded and not used makes the browser complain.
    link.rel = link.as ? 'prefetch' : 'modulepreload'
    return done
  })
  await Promise.all(settled)
}
