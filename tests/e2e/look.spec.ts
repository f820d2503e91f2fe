import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { dialog, expect, row, signIn, test } from './app.ts'
import { isBrief } from '../tier.ts'
import { registeredScreens } from './screens.ts'
import { settled } from './settled.ts'

/** Every kind of page, with a check that it has loaded. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  '/': (page) => expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible(),
  '/projects': (page) => expect(row(page, 'Badger Mountain').first()).toBeVisible(),
  '/projects/2': (page) => expect(page.getByRole('heading', { name: 'Images' })).toBeVisible(),
  '/projects/2/history': (page) => expect(page.getByRole('list', { name: 'History' })).toBeVisible(),
  '/time?view=week': (page) => expect(page.getByRole('main').getByText('Luis Ortega')).toBeVisible(),
  '/timecard': (page) => expect(page.getByRole('heading', { name: 'My Time' })).toBeVisible(),
  '/customers': (page) => expect(row(page, 'Apex General')).toBeVisible(),
  '/customers/1': (page) => expect(page.getByRole('heading', { name: 'History' })).toBeVisible(),
  '/setup': (page) => expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible(),
  '/setup/phases': (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
  '/no/such/page': (page) => expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible(),
}

async function findings(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Menus and lists are rendered at the end of the body, outside all landmarks.
    .disableRules((await page.getByRole('menu').or(page.getByRole('listbox')).count()) ? ['region'] : [])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** The horizontal overflow of the page in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

// In the light every story is looked at by axe.
test.describe('dark', () => {
  test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } })

  test('axe finds no violations on any page', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/welcome')
    await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await findings(page), 'welcome').toEqual([])
    await signIn(page, 'admin')
    for (const [path, there] of Object.entries(pages)) {
      await page.goto(path)
      await there(page)
      expect(await findings(page), path).toEqual([])
    }
  })

  test('axe finds no violations in dialogs and menus, also with errors', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/welcome')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Email', exact: true })).toHaveAccessibleDescription(
      /required/,
    )
    expect(await findings(page), 'login').toEqual([])
    await signIn(page, 'admin', '/projects/2')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await findings(page), 'menu').toEqual([])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await findings(page), 'confirmation').toEqual([])
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Add project' }).click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
      /required/,
    )
    await dialog(page).getByRole('combobox', { name: 'Customer' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await findings(page), 'form').toEqual([])
  })
})

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(
    `no page scrolls horizontally at ${width} pixels, and every page is usable`,
    { tag: '@whole' },
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/welcome')
      await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible()
      expect(await overflow(page), 'welcome').toBeLessThanOrEqual(0)
      await signIn(page, 'admin')
      for (const [path, there] of Object.entries(pages)) {
        await page.goto(path)
        // On phones lists have no table, so only the first link is checked there.
        await (width >= 768 || !/^\/(projects|customers)$/.test(path)
          ? there(page)
          : expect(page.getByRole('main').getByRole('link').first()).toBeVisible())
        expect(await overflow(page), path).toBeLessThanOrEqual(0)
      }
      await page.goto('/customers')
      await page.getByRole('button', { name: 'Add customer' }).click()
      await expect(dialog(page, 'Add Customer').getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
      expect(await overflow(page), 'dialog').toBeLessThanOrEqual(0)
      await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeInViewport()
    },
  )

// A phone lays a page out as wide as its content, so that the page never overflows its own width: the screen is measured.
test.describe('with text of twice the size', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('no page is wider than the phone, while it loads neither', { tag: '@whole' }, async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const style = document.head.appendChild(document.createElement('style'))
        style.textContent = 'html { font-size: 200% !important }'
      })
      const measure = () => {
        Object.assign(window, { widest: Math.max(Number(Reflect.get(window, 'widest') ?? 0), innerWidth) })
        requestAnimationFrame(measure)
      }
      requestAnimationFrame(measure)
    })
    await signIn(page, 'admin')
    // What holds at this size holds at the usual one, which the whole proof looks at.
    const some = ['/projects/1', '/projects/1/punch_items']
    const all = (await registeredScreens()).map((path) => path.replace(':project_id', '1'))
    for (const path of isBrief ? some : all.filter((one) => !one.includes(':'))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      expect.soft(await page.evaluate(() => Reflect.get(window, 'widest')), path).toBe(390)
    }
  })
})

test(
  'no screen has two solid buttons at rest, so that its main action stands out',
  { tag: '@whole' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'manager')
    const tabs = ['', '/daily_logs', '/drawings', '/rfis', '/punch_items', '/tasks']
    const solid = () =>
      page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.background = 'var(--colors-primary)'
        const primary = getComputedStyle(probe).backgroundColor
        probe.remove()
        return [...document.querySelectorAll<HTMLElement>('main button, main a, main a span')]
          .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === primary)
          .map((one) => one.innerText.trim())
          .filter(Boolean)
      })
    for (const path of ['/', '/schedule', ...tabs.map((tab) => `/projects/1${tab}`)]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settled(page)
      expect((await solid()).length, `${path}: ${(await solid()).join(', ')}`).toBeLessThanOrEqual(1)
    }
  },
)
