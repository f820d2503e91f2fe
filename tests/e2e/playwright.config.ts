import { defineConfig } from '@playwright/test'
import { args, executablePath } from '../browser.ts'
import { HANG, PATIENCE } from '../hang.ts'
import { isBrief } from '../tier.ts'
// Sets the date of the run once, before the workers start.
import '../clock/today.ts'

const withServiceWorker = /\/(offline[\w-]*|push|walk|daily-logs|new-version)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  workers: 3,
  // What units and stories show as well is left to the whole proof.
  ...(isBrief && { grepInvert: /@whole/ }),
  forbidOnly: true,
  timeout: HANG,
  expect: { timeout: PATIENCE, toPass: { timeout: PATIENCE } },
  // Tests with a service worker run in a run of their own, one at a time: with another browser on the same two processors,
  // Chromium now and then breaks off what a service worker is answering.
  projects: [
    { name: 'together', testIgnore: withServiceWorker },
    { name: 'alone', testMatch: withServiceWorker, workers: 1 },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: { ...(executablePath && { executablePath }), args },
  },
})
