import { existsSync } from 'node:fs'

/** Where Chromium may be. Debian's headless shell is the same engine without the windows, and takes a quarter less time. */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
]

/** The Chromium of this machine, or undefined where Playwright's own is used. */
export const executablePath: string | undefined = places.find((path) => path && existsSync(path))

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
