import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where `npm test` puts a Chromium of a package, on machines that have none and where Playwright's does not start. */
export const packaged: string = fileURLToPath(
  new URL('../node_modules/.cache/plumbline/chromium/chromium.sh', import.meta.url),
)

/**
 * The Chromium of this machine, or undefined where Playwright's own is used. The headless shell comes first: it draws
 * the same in a third less of the processor's time.
 */
export const executablePath: string | undefined = [
  process.env.CHROMIUM_PATH,
  packaged,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path && existsSync(path))

/** Chromium's arguments: nothing but the tests' own requests goes out, and nothing is drawn by a graphics card. */
export const args: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
