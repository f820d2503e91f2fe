import type { Page } from '@playwright/test'
import { test } from './app.ts'
import { controlled, settled } from './settled.ts'

/** A phone with the app installed, for `test.use`. */
export const installedPhone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const

/** Takes the browser's own messages about a missing network off the complaints of the tests in this file. */
export function allowLostConnections(): void {
  test.afterEach(({ complaints }) => {
    const others = complaints.filter((text) => !/^WebSocket connection .* net::ERR_/.test(text))
    complaints.splice(0, Infinity, ...others)
  })
}

/** Resolves when the app works offline: its code and what this page shows are on the device. */
export async function cached(page: Page): Promise<void> {
  await controlled(page)
  await settled(page)
}

/** A picture of one color, as a phone would send it. */
export const photo: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
