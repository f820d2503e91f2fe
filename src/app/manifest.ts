import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest: what a phone shows of Plumbline once it is installed. */
export const manifest: Partial<ManifestOptions> = {
  name: 'Plumbline',
  short_name: 'Plumbline',
  description: 'Projects, people, time and schedule of a construction company.',
  start_url: '/',
  display: 'standalone',
  background_color: '#f4f5f3',
  theme_color: '#141b22',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  ],
  shortcuts: [{ name: 'Projects', url: '/projects' }],
}
