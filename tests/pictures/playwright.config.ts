import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { args, executablePath, packaged } from '../browser.ts'
import { HANG, PATIENCE } from '../hang.ts'
import { SIZE } from './screens.ts'

// Pictures are of one moment, whatever day the rest of a run takes place on.
delete process.env.TODAY
delete process.env.CLOCK_OFFSET

/** The Chromium of the package comes first, since no other draws letters to the dot as it does. */
const browser = existsSync(packaged) ? packaged : executablePath

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/pictures',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  // Each has a server with a company of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: HANG,
  expect: {
    timeout: PATIENCE,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', threshold: 0.2, maxDiffPixels: 20 },
  },
  projects: [{ name: 'pictures' }],
  use: {
    viewport: SIZE,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: { ...(browser && { executablePath: browser }), args },
  },
})
