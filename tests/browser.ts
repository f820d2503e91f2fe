import { existsSync } from 'node:fs'

/** The Chromium of this machine, or undefined where Playwright's own is used. */
export const executablePath: string | undefined = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
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
