import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { startSampleServer, type Started } from '../contract/server.ts'
import { freePort } from '../postgres.ts'
import { dialog, expect, signIn, test } from './app.ts'

const entry = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))

/** A server that knows its port before it has it: passkeys are bound to the whole address. */
const bound = test.extend<{ own: Started }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  own: async ({}, provide) => {
    const server = await startSampleServer({ entry, env: { PORT: String(await freePort()) } })
    await provide(server)
    await server.stop()
  },
  baseURL: ({ own }, provide) => provide(`http://localhost:${own.port}`),
})

/** A device of Chromium's own that answers for a finger by itself. */
async function withDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return device
}

bound('a passkey is added in My account, and signs in without a password', { tag: '@whole' }, async ({ page }) => {
  const device = await withDevice(page)
  await signIn(page, 'employee', '/account')
  const card = page.getByRole('region', { name: 'How you sign in' })
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await expect(card.getByText(/^Passkey, Chrome on /)).toBeVisible()
  await page.getByRole('button', { name: /, your account$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/welcome')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const use = dialog(page, 'Login').getByRole('button', { name: 'Use a passkey' })
  // Where the browser offers passkeys in the field, this device has answered by itself already.
  await use.click({ timeout: 2000 }).catch(() => {})
  await expect(page).not.toHaveURL('/welcome')
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Lately' }).getByText('Signed in by a passkey').first()).toBeVisible()
  await card.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText(/^Passkey, /)).toBeHidden()
  await device.send('WebAuthn.disable')
})
