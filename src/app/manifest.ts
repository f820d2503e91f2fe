import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest, for installation on phones and desktops. */
export const manifest: Partial<ManifestOptions> = {
  // Keeps the installed app the same one if start_url ever changes.
  id: '/',
  name: 'Plumbline',
  short_name: 'Plumbline',
  description: 'Projects, people, time and schedule of a construction company.',
  start_url: '/',
  display: 'standalone',
  background_color: '#f4f5f3',
  theme_color: '#141b22',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    { src: '/screenshots/projects.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide', label: 'Projects' },
    {
      src: '/screenshots/phone.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Projects on a phone',
    },
  ],
  shortcuts: [
    { name: 'Enter time', url: '/?shortcut=enter-time', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'Projects', url: '/projects', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
}
