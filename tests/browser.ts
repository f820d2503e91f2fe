import { existsSync } from 'node:fs'

const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/google-chrome']
const first = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/**
 * The Chromium of the end-to-end tests, or undefined where Playwright's own is used. Debian's headless shell is the same
 * engine without its windows, and takes a quarter less of the processor.
 */
export const executablePath: string | undefined = first(process.env.CHROMIUM_PATH, SHELL, ...WHOLE)

/**
 * The browser as people have it, for what is measured, since its frames come at a screen's pace, and for stories, since the
 * shell's pointer is in the corner, over the sidebar.
 */
export const wholeBrowser: string | undefined = first(process.env.CHROMIUM_PATH, ...WHOLE)

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
