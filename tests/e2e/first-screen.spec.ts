import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { dialog, expect, signIn, test } from './app.ts'
import { loaded } from './settled.ts'

const WELCOME = 'Sign in to see your projects, schedule and time.'
const LIMITS = { scripts: 4, bytes: 92_000, home: 206_000, requests: 12, tab: 23 }
const scripts = /\/assets\/[\w-]+\.js$/

/** Holds back the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}
/** Where the parts of the welcome page are, as the person sees them. */
const places = async (page: Page) =>
  Promise.all(
    [
      page.getByText(WELCOME),
      page.getByRole('main').getByRole('button', { name: 'Login' }),
      page.getByRole('banner').getByRole('button', { name: 'Login' }),
      page.getByRole('button', { name: 'Refresh' }),
    ].map((part) => part.boundingBox()),
  )
/** Resolves when the components have taken the place of what `index.html` shows. */
const started = (page: Page) => expect(page.locator('#welcome')).toHaveCount(0)

test('signed-out people wait for 4 script files at most, 92 kB with the style sheet, and for no module', async ({
  page,
}) => {
  const files: string[] = []
  const texts: Promise<string>[] = []
  const styles: Promise<string>[] = []
  let isShown = false
  page.on('response', (answer) => {
    if (isShown || !/\.(js|css)$/.test(answer.url())) return
    expect(answer.headers()['content-encoding']).toBe('br')
    if (!scripts.test(answer.url())) return void styles.push(answer.text())
    files.push(answer.url())
    texts.push(answer.text())
  })
  await page.exposeFunction('tellShown', () => (isShown = true))
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (document.readyState === 'loading' || document.getElementById('welcome')) return
      observer.disconnect()
      void Reflect.apply(Reflect.get(globalThis, 'tellShown'), undefined, [])
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto('/')
  await expect.poll(() => isShown).toBe(true)
  expect(files.length).toBeGreaterThan(0)
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(LIMITS.scripts)
  // As they are shipped: the build that is tested may be compressed in less time.
  const sent = await Promise.all([...texts, ...styles])
  expect(sent.reduce((sum, text) => sum + brotliCompressSync(text).length, 0)).toBeLessThanOrEqual(LIMITS.bytes)
  // Every module registers entities, whose endpoints begin so.
  for (const text of await Promise.all(texts)) expect(text).not.toMatch(/api\/(projects|rfis|time_entries)/)
})

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1440, height: 900 }],
] as const)
  test(`the welcome page is there before any script, and nothing of it moves on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry) Reflect.set(globalThis, 'shifts', Reflect.get(globalThis, 'shifts') + entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText(WELCOME)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await places(page)
    release()
    await started(page)
    await expect(page.getByRole('heading', { name: 'Three Rivers Electric' })).toBeVisible()
    expect(await places(page)).toEqual(before)
    // When the font arrives, letters move within their lines, and nothing else does.
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toBeLessThan(0.01)
  })

test(
  'what signed-out people see has every rule it has in the whole style sheet',
  { tag: '@whole' },
  async ({ page }) => {
    await page.goto('/')
    await started(page)
    const sheet = await page.locator('link[rel=app][as=style], link[rel=prefetch][as=style]').getAttribute('href')
    const whole = await (await page.request.get(sheet ?? '')).text()
    const missing = () =>
      page.evaluate((rules) => {
        const escaped = (name: string) => `.${CSS.escape(name)}`
        const own = [...document.styleSheets].flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join('')
        const names = new Set([...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList]))
        return [...names].filter((name) => rules.includes(escaped(name)) && !own.includes(escaped(name)))
      }, whole)
    expect(await missing()).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(dialog(page, 'Login')).toBeVisible()
    expect(await missing()).toEqual([])
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(dialog(page).getByText('required').first()).toBeVisible()
    expect(await missing()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Install App' }).click()
    await expect(dialog(page, 'Install App')).toBeVisible()
    expect(await missing()).toEqual([])
  },
)

test('a press of Install App that comes before the script opens the guide', { tag: '@whole' }, async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Install App' }).click()
  release()
  await expect(dialog(page, 'Install App')).toBeVisible()
})

test('a press of Login that comes before the script opens the dialog', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  release()
  await expect(dialog(page, 'Login').getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
})

test(
  'the app is fetched while a signed-out person reads, and starts without another script of it',
  { tag: '@whole' },
  async ({ page }) => {
    await page.goto('/')
    await started(page)
    await expect(page.locator('link[rel=app]:not([as])')).toHaveCount(0)
    // Each has come by itself; what the service worker fetches after them says nothing here.
    const isFetched = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].every(({ href }) =>
          performance.getEntriesByName(href).some((entry) => 'responseEnd' in entry && Number(entry.responseEnd) > 0),
        ),
      )
    await expect.poll(isFetched).toBe(true)
    const fetched: string[] = []
    page.on('request', (request) => scripts.test(request.url()) && fetched.push(request.url()))
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await dialog(page).getByRole('textbox', { name: 'Email', exact: true }).fill('office@plumbline.test')
    await dialog(page).getByLabel('Password', { exact: true }).fill('plumbline')
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: /, Priya$/ })).toBeVisible()
    expect(fetched.filter((url) => /\/(app|home|basics|login)-/.test(url))).toEqual([])
  },
)

test(
  'signed-in people never see the welcome page, and their app is fetched beside the first script',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'office', '/projects')
    const release = await holdScripts(page)
    await page.goto('/projects', { waitUntil: 'commit' })
    await expect(page.locator('#mark')).toBeVisible()
    await expect(page.getByText(WELCOME)).toBeHidden()
    await expect(page.locator('link[rel=modulepreload][href*="/app-"]')).toHaveCount(1)
    await page.evaluate(() => {
      Object.assign(globalThis, { seen: '' })
      new MutationObserver(() => {
        Reflect.set(globalThis, 'seen', Reflect.get(globalThis, 'seen') + document.body.innerText)
      }).observe(document.body, { childList: true, subtree: true })
    })
    release()
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).not.toContain('Sign in to see')
  },
)

test(
  "a list's own scripts are fetched beside the app's, and those of its dialogs when one is opened",
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin', '/')
    let shared = 0
    page.on('request', (request) => (shared += Number(/\/assets\/(shared|user-dialog)-/.test(request.url()))))
    const release = await holdScripts(page)
    for (const [path, screen] of [
      ['/users?person=1', 'users-screen'],
      ['/projects/1/rfis', 'project-screen'],
      ['/rfis/1', 'rfi-screen'],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator(`link[rel=modulepreload][href*="/${screen}-"]`)).toHaveCount(1)
    }
    // What the page before still asks for is not counted.
    await page.goto('about:blank')
    shared = 0
    await page.goto('/users', { waitUntil: 'commit' })
    await expect(page.locator('link[rel=modulepreload][href*="/lists-"]')).toHaveCount(1)
    expect(shared).toBe(0)
    release()
    await page.getByRole('button', { name: 'Add user' }).click()
    await expect(dialog(page, 'Add Team Member')).toBeVisible()
    expect(shared).toBeGreaterThan(0)
  },
)

test.describe('without a service worker, which may have the code already', () => {
  test.use({ serviceWorkers: 'block' })

  test('Home is there with 206 kB of scripts, and complete after 12 requests', async ({ page }) => {
    // Nothing is fetched ahead meanwhile.
    await page.addInitScript(() => {
      const connection = Object.assign(new EventTarget(), { saveData: true })
      Object.defineProperty(navigator, 'connection', { value: connection })
    })
    await signIn(page, 'foreman')
    await loaded(page)
    await page.goto('about:blank')
    const files: string[] = []
    const texts: Promise<string>[] = []
    const asked: string[] = []
    let isShown = false
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|broadcasting)\//.test(pathname)) asked.push(pathname)
    })
    page.on('response', (answer) => {
      // What follows the first screen may come before the test sees it.
      if (isShown || !scripts.test(answer.url()) || /\/(behind|toasts)-/.test(answer.url())) return
      files.push(answer.url())
      texts.push(answer.text())
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
    isShown = true
    const sent = await Promise.all(texts)
    expect(sent.length).toBeGreaterThan(2)
    const bytes = sent.reduce((sum, text) => sum + brotliCompressSync(text).length, 0)
    expect(bytes, files.join(' ')).toBeLessThanOrEqual(LIMITS.home)
    await loaded(page)
    expect(asked).toContain('/api/together')
    // Eight, and one more each time that a busy machine asks later.
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(LIMITS.requests)
  })

  const TAB = 'the punch list of a project, the tab of the most parts, is there with 23 files of scripts'
  test(TAB, { tag: '@whole' }, async ({ page }) => {
    await signIn(page, 'foreman', '/projects')
    await page.goto('about:blank')
    const files = new Set<string>()
    let isShown = false
    page.on('request', (request) => {
      // What follows the first screen may come before the test sees it.
      const [name = ''] = scripts.exec(request.url()) ?? []
      if (!isShown && name && !/(toasts|after-first-screen|workbox|outbox-dialog)/.test(name)) files.add(name)
    })
    await page.goto('/projects/1/punch_items')
    await expect(page.getByText('Label homerun LP-1')).toBeVisible()
    isShown = true
    expect(files.size, [...files].join(' ')).toBeLessThanOrEqual(LIMITS.tab)
  })

  test('where the code of the box does not come, the page behind it stays', { tag: '@whole' }, async ({ page }) => {
    await signIn(page, 'manager')
    await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
    await page.route('**/find-box-*', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await expect(page.getByText('This could not be loaded.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Search projects' })).toHaveCount(0)
  })
})
