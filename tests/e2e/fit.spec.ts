import type { Page } from '@playwright/test'
import { isBrief } from '../tier.ts'
import { expect, signIn, test } from './app.ts'
import { openers, throughDialogs } from './fit-dialogs.ts'
import { lengthen } from './fit-names.ts'
import { pathsFor } from './fit-paths.ts'
import { misfits } from './fit.ts'
import { loaded, settled } from './settled.ts'

/** Bars and cells, whose size says something, and what is read only with the focus on it. */
const EXEMPT = '[role=grid], [role=gridcell], [data-bar], a[href="#content"]'
const people = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
/** `npm test` looks at these, and at the dialogs of the last. */
const SOME = new Set(['/', '/projects/1', '/timecard', '/projects/1/punch_items'])
const WITH_DIALOGS = '/projects/1/punch_items'
const sizes = [390, 820, 1280, 1440, 1920]
const phone = 390

/** Everything that does not fit, at the usual size of text and at twice that. */
async function look(page: Page, where: string, width: number): Promise<void> {
  await loaded(page)
  expect.soft(await page.evaluate(misfits, { exempt: EXEMPT, width }), where).toEqual([])
  if (isBrief) return
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'))
  await settled(page)
  expect.soft(await page.evaluate(misfits, { exempt: EXEMPT, width }), `${where} at 200 %`).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** All that somebody sees: each screen, and each dialog that a button of it opens. */
async function lookAtAll(page: Page, width: number): Promise<void> {
  const all = await pathsFor(page)
  for (const path of all.filter((one) => !isBrief || SOME.has(one))) {
    await page.goto(path)
    await look(page, path, width)
    if (isBrief && path !== WITH_DIALOGS) continue
    await throughDialogs(page, path, (name) => look(page, `${path}, ${name}`, width), isBrief ? 1 : undefined)
  }
}

const device = (width: number) => ({
  viewport: { width, height: width < 768 ? 844 : 900 },
  isMobile: width < 768,
  hasTouch: width < 768,
})

for (const width of sizes)
  test.describe(`at ${width} pixels`, () => {
    test.use(device(width))
    for (const person of people) {
      const isShort = person === 'foreman' && width === phone
      test(
        `nothing leaves its box, is covered or too small to be pressed, for the ${person}`,
        { tag: isShort ? [] : '@whole' },
        async ({ page }) => {
          await signIn(page, person)
          await lookAtAll(page, width)
        },
      )
    }
  })

/** A server of their own, whose records no other test finds renamed. */
const renamed = test.extend<object, { longNames: boolean }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  longNames: [async ({}, provide) => provide(true), { scope: 'worker', auto: true }],
})

for (const width of sizes)
  renamed.describe(`with names of 60 letters at ${width} pixels`, () => {
    renamed.use(device(width))
    for (const person of ['manager', 'foreman', 'customer'] as const)
      renamed(`everything still fits, for the ${person}`, { tag: '@whole' }, async ({ page, browser, baseURL }) => {
        const other = await browser.newPage({ ...(baseURL && { baseURL }) })
        await signIn(other, 'admin')
        await lengthen(other)
        await other.close()
        await signIn(page, person)
        await lookAtAll(page, width)
      })
  })

test.describe('in the dark', () => {
  test.use({ ...device(phone), colorScheme: 'dark' })

  // A theme has colors alone: what fits in the light fits in the dark.
  test('what is on a page has the size and place that it has in the light', { tag: '@whole' }, async ({ page }) => {
    await signIn(page, 'foreman')
    for (const path of SOME) {
      await page.goto(path)
      await loaded(page)
      const boxes = () =>
        page.evaluate(() =>
          [...document.body.querySelectorAll('*')].map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return [one.tagName, x, y, width, height].join(' ')
          }),
        )
      const dark = await boxes()
      await page.emulateMedia({ colorScheme: 'light' })
      await settled(page)
      expect(await boxes(), path).toEqual(dark)
      await page.emulateMedia({ colorScheme: 'dark' })
    }
  })
})

test('the buttons that are looked behind are there', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'admin', '/projects/1')
  await loaded(page)
  expect((await openers(page)).length).toBeGreaterThan(1)
})
