import { expect, signIn, test } from './app.ts'
import { cached, installedPhone } from './device.ts'

test.use(installedPhone)

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly data: object
}

test(
  'what is pushed is shown, opens its page in the app that is open, and its step is taken from there',
  { tag: '@whole' },
  async ({ page, context }) => {
    await signIn(page, 'foreman')
    await cached(page)
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const { origin } = new URL(page.url())
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('There is no service worker.')
    // A browser without a window shows no notifications and focuses nothing: what it is told to show is noted.
    await worker.evaluate(`
      self.shown = []
      WindowClient.prototype.focus = async () => {}
      registration.showNotification = async (title, { body, tag, data }) => void shown.push({ title, body, tag, data })
    `)
    const shown = () => worker.evaluate<Shown[]>('shown')
    const message = { title: 'Ray Ochoa sent RFI 001', body: 'Route', href: '/projects/1/rfis', tag: 'rfis-1' }
    const data = JSON.stringify(message)
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
    const { title, body, tag, href } = message
    await expect.poll(shown).toEqual([{ title, body, tag, data: { href, title } }])

    await worker.evaluate(`show(${JSON.stringify(href)})`)
    await expect(page).toHaveURL(href)

    // What is no longer possible says so, and without a connection nothing is lost.
    const step = {
      label: 'Confirm',
      action: `${origin}/confirm?token=used`,
      form: { token: 'used', answer: 'confirm' },
    }
    const take = () => worker.evaluate(`take(${JSON.stringify({ href, title, step })}, 'rfis-1')`)
    await take()
    const last = async () => (await shown()).at(-1)?.body
    await expect.poll(last).toBe('That is no longer possible. Open it to see why.')
    await context.setOffline(true)
    await take()
    await expect.poll(last).toBe('Without a connection it was not sent. Open it to try again.')
    await context.setOffline(false)
  },
)

declare global {
  var toldUnsubscribed: () => Promise<void>
}

test(
  'push messages are turned on and off for this device, and end when one signs out',
  { tag: '@whole' },
  async ({ page }) => {
    let unsubscribed = 0
    await page.exposeFunction('toldUnsubscribed', () => void unsubscribed++)
    // The push service of a browser is its maker's: what it would answer is given here.
    await page.addInitScript(() => {
      let known: object | null = null
      const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
      const subscribe = () => {
        const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
        return {
          endpoint,
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
          async unsubscribe() {
            known = null
            await globalThis.toldUnsubscribed()
            return true
          },
        }
      }
      Object.defineProperty(Notification, 'permission', { value: 'default' })
      Notification.requestPermission = async () => 'granted'
      Object.assign(PushManager.prototype, {
        subscribe: async () => (known = subscribe()),
        getSubscription: async () => known,
      })
    })
    await signIn(page, 'foreman')
    await cached(page)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('button', { name: 'What reaches you' }).click()
    await page.getByRole('button', { name: 'Turn on for this device' }).click()
    await expect(page.getByText('This device')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Your schedule, by push message' }).press('Space')
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: /^Turn off Chrome on/ }).click()
    await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
    await expect(page.getByText('This device', { exact: true })).toHaveCount(0)
    expect(unsubscribed).toBe(1)
    await page.getByRole('button', { name: 'Turn on for this device' }).click()
    await expect(page.getByText('This device')).toBeVisible()
    // A browser that was forbidden messages meanwhile has another address, and no line of the one it had.
    await page.reload()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('button', { name: 'What reaches you' }).click()
    await page.getByRole('button', { name: 'Turn on for this device' }).click()
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Turn off Chrome on/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect.poll(() => unsubscribed).toBe(2)
  },
)
